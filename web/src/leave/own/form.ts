import { type Args, type api, isDate, type LeaveType, leaveProblems, leaveRules, problemOf } from 'contract'

export type LeaveValues = {
  /** An id, or empty. */
  type: string
  /** `YYYY-MM-DD`, or empty. */
  from: string
  to: string
  starts_at_noon: boolean
  ends_at_noon: boolean
  note: string
  documents: readonly number[]
}
type LeaveBody = Omit<Args<typeof api.leave.request>['body'], 'documents'> & { documents: number[] }

const noDays = 'Choose the first and the last day.'
const stillArriving = 'Wait until all documents have arrived.'

type RequestContext = {
  /** The chosen type, once there is one. */
  type: Pick<LeaveType, 'proof'> | undefined
  /** Documents are on their way. */
  isArriving: boolean
}

/** A request for leave. The server knows the schedule, the balance and other requests, and judges these. */
export const requestForm = {
  blank: {
    ...{ type: '', from: '', to: '', note: '' },
    ...{ starts_at_noon: false, ends_at_noon: false, documents: [] },
  } as LeaveValues,
  toBody: ({ type, note, documents, ...values }: LeaveValues): LeaveBody => ({
    ...values,
    type: Number(type),
    note: note.trim(),
    documents: [...documents],
  }),
  problems: ({ type: id, from, to, note, documents }: LeaveValues, { type, isArriving }: RequestContext) => ({
    type: id === '' ? leaveProblems.type : undefined,
    from: isDate(from) && isDate(to) ? undefined : noDays,
    note: type?.proof === 'note' && note.trim() === '' ? leaveProblems.note : problemOf(leaveRules.note, note),
    documents: isArriving
      ? stillArriving
      : type?.proof === 'document' && documents.length === 0
        ? leaveProblems.document
        : undefined,
  }),
}

/** A part of one day. */
export const dayParts = [
  { value: 'day', label: 'Whole day' },
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
]

type Noon = Pick<LeaveValues, 'starts_at_noon' | 'ends_at_noon'>

export const partOf = ({ starts_at_noon, ends_at_noon }: Noon) =>
  starts_at_noon ? 'afternoon' : ends_at_noon ? 'morning' : 'day'

export const noonOf = (part: string): Noon => ({ starts_at_noon: part === 'afternoon', ends_at_noon: part === 'morning' })
