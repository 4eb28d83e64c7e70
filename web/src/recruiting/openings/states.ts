import type { Opening, OpeningStatus } from 'contract'
import { formatDate } from '../../ui/text/dates.ts'

/** A published opening whose closing date has passed is not public any more. */
export type OpeningState = OpeningStatus | 'over'

type Dated = Pick<Opening, 'status' | 'closes_on'>

export const stateOf = ({ status, closes_on }: Dated, today: string): OpeningState =>
  status === 'published' && closes_on !== null && closes_on < today ? 'over' : status

export const statusNames: Readonly<Record<OpeningStatus, string>> = { draft: 'Draft', published: 'Published', closed: 'Closed' }

/** `Published`, or `Closed on 12 Nov 2026` where the closing date has passed. */
export function stateInWords(opening: Dated, today: string) {
  const state = stateOf(opening, today)
  return state === 'over' ? `Closed on ${formatDate(opening.closes_on)}` : statusNames[state]
}

/** By a status: the words once it has been set. */
export const doneWords: Readonly<Record<OpeningStatus, string>> = {
  draft: 'The opening is a draft again.',
  published: 'Opening published.',
  closed: 'Opening closed.',
}

/** `12 applicants, 3 new` */
export function applicantsInWords({ applications, new_applications }: Pick<Opening, 'applications' | 'new_applications'>) {
  if (applications === 0) return 'No applicants'
  const all = applications === 1 ? '1 applicant' : `${applications} applicants`
  return new_applications === 0 ? all : `${all}, ${new_applications} new`
}

/** The address at which anyone can read a published opening and apply, or read all of them. */
export const publicAddress = (id?: number) => `${window.location.origin}/jobs${id === undefined ? '' : `/${id}`}`
