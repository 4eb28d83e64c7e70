// The rows that a ledger of leave has to have, computed from the facts. Amounts are half days. See docs/decisions/073-leave.md.
import { addDays, daysBetween, lastDayOf } from './dates.ts'
import type { LeavePolicy } from './leave-types.ts'

/** The rules from a year on. */
export type YearlyPolicy = Omit<LeavePolicy, 'overdraft'> & { year: number }

/** The first and the last day of work. Without a first one, the person has always been here. */
export type Employment = { starts_on: string | null; ends_on: string | null }

export const isEmployedOn = ({ starts_on, ends_on }: Employment, day: string) =>
  (starts_on ?? day) <= day && day <= (ends_on ?? day)

/** The facts about one person and one type. */
export type LeaveFacts = {
  /** By year. */
  policies: readonly YearlyPolicy[]
  employment: Employment
  /** Approved requests, with the half days that each day costs. */
  taken: readonly { leave_id: number; days: readonly { day: string; halves: number }[] }[]
  /** The rows that HR has entered. */
  corrections: readonly { day: string; halves: number }[]
  /** The last year to grant. */
  through: number
  /** The balance at the beginning of a year. Earlier years are not computed. If absent, all are. */
  opening?: { year: number; halves: number }
}

export type LedgerRow = { key: string; day: string; halves: number }

/** The rows by day, without corrections. No key is there twice on a day. Facts with an opening have no days before its year. */
export function ledgerOf(facts: LeaveFacts): LedgerRow[] {
  const taken = takenByYear(facts)
  const entries = [...taken.values()].flat()
  let balance = facts.opening?.halves ?? 0
  for (let year = facts.opening?.year ?? firstYear(facts); year <= facts.through; year++) {
    const corrections = facts.corrections.filter(({ day }) => yearOf(day) === year)
    const granted = [...closingOf(facts, year, balance), ...grantsOf(facts, year)]
    entries.push(...granted)
    balance += sumOf(granted) + sumOf(taken.get(year) ?? []) + sumOf(corrections)
  }
  return entries.filter(({ halves }) => halves !== 0).sort((a, b) => a.day.localeCompare(b.day) || a.key.localeCompare(b.key))
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const sumOf = (parts: readonly { halves: number }[]) => parts.reduce((sum, { halves }) => sum + halves, 0)

/** Splits rows into the balance at the beginning of a year and the rows that follow from its rules or later ones. */
export function openingOf<Row extends { key: string | null; day: string; halves: number }>(rows: readonly Row[], year: number) {
  // Days that expire on 1 January, after a last day of 31 December, are of the year before.
  const isEarlier = ({ key, day }: Row) => yearOf(day) < year || key === `carried ${year - 2}`
  return { halves: sumOf(rows.filter(isEarlier)), rows: rows.filter((row) => !isEarlier(row)) }
}

/** The year of the first rules, request or correction. */
const firstYear = ({ policies, taken, corrections }: LeaveFacts) =>
  Math.min(
    ...policies.map(({ year }) => year),
    ...taken.flatMap(({ days }) => days.map(({ day }) => yearOf(day))),
    ...corrections.map(({ day }) => yearOf(day)),
  )

/** The rules of a year. */
export const policyIn = <Policy extends { year: number }>(policies: readonly Policy[], year: number) =>
  policies.findLast((each) => each.year <= year)

/** The rules of a year. Null where days are only counted. */
function grantingPolicy({ policies }: LeaveFacts, year: number) {
  const policy = policyIn(policies, year)
  return policy && policy.allowance !== null ? { ...policy, allowance: policy.allowance } : null
}

/** One row of each request for each year, on its first day there. */
function takenByYear({ taken }: LeaveFacts) {
  const entries = taken.flatMap(({ leave_id, days }) =>
    [...Map.groupBy(days, ({ day }) => yearOf(day)).values()].map((ofYear): LedgerRow => {
      const day = ofYear.reduce((first, each) => (each.day < first ? each.day : first), '9999-12-31')
      return { key: `request ${leave_id}`, day, halves: -sumOf(ofYear) }
    }),
  )
  return Map.groupBy(entries, ({ day }) => yearOf(day))
}

/** The allowance: at once on the first day of work, or each month's part on its first day. Rounded to half days. */
function grantsOf(facts: LeaveFacts, year: number): LedgerRow[] {
  const policy = grantingPolicy(facts, year)
  if (!policy) return []
  const start = later(`${year}-01-01`, facts.employment.starts_on)
  /** The half days for the work until a day. */
  const worth = (until: string) => {
    const { worked, whole } = workedDays(facts.employment, year, until)
    return roundedShare(policy.allowance, worked, whole)
  }
  if (policy.granted === 'yearly') return [{ key: `grant ${year}`, day: start, halves: worth(`${year}-12-31`) }]
  let before = 0
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`
    const sum = worth(lastDayOf(month))
    const entry = { key: `grant ${month}`, day: later(`${month}-01`, start), halves: sum - before }
    before = sum
    return entry
  })
}

/** The calendar days of a year that are worked until one of them, and all days of the year. */
export function workedDays({ starts_on, ends_on }: Employment, year: number, until: string) {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  return { worked: daysFrom(later(from, starts_on), earlier(until, ends_on)), whole: daysFrom(from, to) }
}

/**
 * Closes the year before: what is not carried over, and what of that is not taken in time. Days that were only counted end with their
 * year, and all days with the year of the last day of work.
 */
function closingOf(facts: LeaveFacts, year: number, balance: number): LedgerRow[] {
  const before = grantingPolicy(facts, year - 1)
  const over = (halves: number) => ({ key: `not carried ${year - 1}`, day: `${year}-01-01`, halves: -halves })
  const hasLeft = (facts.employment.ends_on ?? '9999-12-31') < `${year}-01-01`
  if (!before || hasLeft) return [over(balance)]
  const kept = Math.min(balance, before.carry_limit ?? balance)
  if (before.carry_until === null || kept <= 0) return [over(balance - kept)]
  const until = `${year}-${before.carry_until}`
  const days = facts.taken.flatMap(({ days }) => days.filter(({ day }) => yearOf(day) === year && day <= until))
  const untaken = Math.max(0, kept - sumOf(days))
  return [over(balance - kept), { key: `carried ${year - 1}`, day: addDays(until, 1), halves: -untaken }]
}

const later = (a: string, b: string | null) => (b !== null && b > a ? b : a)
const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a)
/** Calendar days, both included. */
const daysFrom = (from: string, to: string) => Math.max(0, daysBetween(from, to) + 1)

/** A share of a whole, to the nearest; a half is rounded up. */
const roundedShare = (whole: number, part: number, parts: number) => Math.floor((2 * whole * part + parts) / (2 * parts))
