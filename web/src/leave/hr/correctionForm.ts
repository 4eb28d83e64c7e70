import { dateFormat, isDate, leaveProblems, leaveRules, leaveTypeProblems, problemOf } from 'contract'
import { halvesIn } from './halves.ts'

type CorrectionValues = {
  /** The id of a type. */
  type: string
  day: string
  /** Typed in days, with a sign. */
  half_days: string
  reason: string
}

function dayProblem(day: string, today: string) {
  if (!isDate(day)) return dateFormat
  const last = `${Number(today.slice(0, 4)) + 1}-12-31`
  return day < '2000-01-01' || day > last ? leaveProblems.correctionDay : undefined
}

function amountProblem(text: string) {
  const halves = halvesIn(text)
  if (halves === undefined) return leaveTypeProblems.days
  return halves === 0 ? leaveProblems.noDays : undefined
}

/** A row that HR adds to a ledger. */
export const correctionForm = {
  blank: { type: '', day: '', half_days: '', reason: '' } as CorrectionValues,
  toBody: ({ type, day, half_days, reason }: CorrectionValues) => ({
    ...{ type: Number(type), day, reason: reason.trim() },
    // No amount where the form has found a problem.
    half_days: halvesIn(half_days) ?? Number.NaN,
  }),
  problems: ({ type, day, half_days, reason }: CorrectionValues, { today }: { today: string }) => ({
    type: type === '' ? leaveProblems.type : undefined,
    day: dayProblem(day, today),
    half_days: amountProblem(half_days),
    reason: problemOf(leaveRules.reason, reason),
  }),
}
