// The rows that the rules make in a ledger of leave, as the server computes them, for examples. Amounts are half days.
import { addDays, daysBetween, type LeavePolicy } from 'contract'

export type YearlyRules = Omit<LeavePolicy, 'overdraft'> & { year: number }

export type ExampleFacts = {
  /** The earliest first. */
  policies: readonly YearlyRules[]
  /** The first day of work. */
  starts_on: string
  /** The half days that are taken on a day. */
  taken: readonly { day: string; halves: number }[]
  /** The last year to grant. */
  through: number
}

export type ExampleEntry = {
  kind: 'granted' | 'taken' | 'not carried' | 'expired'
  /** The year or the month that it is about. */
  of: string
  day: string
  halves: number
}

/** The rows by day. */
export function ledgerOf(facts: ExampleFacts): ExampleEntry[] {
  const entries: ExampleEntry[] = []
  let balance = 0
  const first = Math.min(...facts.policies.map(({ year }) => year), ...facts.taken.map(({ day }) => yearOf(day)))
  for (let year = first; year <= facts.through; year++) {
    const ofYear = [...closingOf(facts, year, balance), ...grantsOf(facts, year), ...takenIn(facts, year)]
    entries.push(...ofYear)
    balance += sumOf(ofYear)
  }
  return entries.filter(({ halves }) => halves !== 0).sort((a, b) => a.day.localeCompare(b.day))
}

const yearOf = (day: string) => Number(day.slice(0, 4))
const sumOf = (parts: readonly { halves: number }[]) => parts.reduce((sum, { halves }) => sum + halves, 0)

/** The rules of a year. */
export const rulesOf = <Rules extends { year: number }>(policies: readonly Rules[], year: number) =>
  policies.findLast((each) => each.year <= year)

/** The rules of a year. Null where days are only counted. */
function grantingRules({ policies }: ExampleFacts, year: number) {
  const rules = rulesOf(policies, year)
  return rules && rules.allowance !== null ? { ...rules, allowance: rules.allowance } : null
}

const takenIn = ({ taken }: ExampleFacts, year: number) =>
  taken
    .filter(({ day }) => yearOf(day) === year)
    .map(({ day, halves }): ExampleEntry => ({ kind: 'taken', of: day, day, halves: -halves }))

/** The part of a year or of its beginning that somebody works, in calendar days. */
export function workedDays(starts_on: string, year: number, until = `${year}-12-31`) {
  const from = `${year}-01-01`
  const start = starts_on > from ? starts_on : from
  return { worked: Math.max(0, daysBetween(start, until) + 1), whole: daysBetween(from, `${year}-12-31`) + 1 }
}

/** The allowance: at once on the first day of work, or each month's part on its first day. Rounded to half days. */
function grantsOf(facts: ExampleFacts, year: number): ExampleEntry[] {
  const rules = grantingRules(facts, year)
  if (!rules) return []
  const onOrAfterStart = (day: string) => (facts.starts_on > day ? facts.starts_on : day)
  /** The half days for the work until a day. */
  const worth = (until?: string) => {
    const { worked, whole } = workedDays(facts.starts_on, year, until)
    return roundedShare(rules.allowance, worked, whole)
  }
  if (rules.granted === 'yearly')
    return [{ kind: 'granted', of: String(year), day: onOrAfterStart(`${year}-01-01`), halves: worth() }]
  let before = 0
  return Array.from({ length: 12 }, (_, index) => {
    const of = `${year}-${String(index + 1).padStart(2, '0')}`
    const sum = worth(lastOf(of))
    const entry: ExampleEntry = { kind: 'granted', of, day: onOrAfterStart(`${of}-01`), halves: sum - before }
    before = sum
    return entry
  })
}

/** Closes the year before: what is not carried over, and what of that is not taken in time. */
function closingOf(facts: ExampleFacts, year: number, balance: number): ExampleEntry[] {
  const before = grantingRules(facts, year - 1)
  const of = String(year - 1)
  const over = (halves: number): ExampleEntry => ({ kind: 'not carried', of, day: `${year}-01-01`, halves: 0 - halves })
  if (!before) return [over(balance)]
  const kept = Math.min(balance, before.carry_limit ?? balance)
  if (before.carry_until === null || kept <= 0) return [over(balance - kept)]
  const until = `${year}-${before.carry_until}`
  const inTime = facts.taken.filter(({ day }) => yearOf(day) === year && day <= until)
  const untaken = Math.max(0, kept - sumOf(inTime))
  return [over(balance - kept), { kind: 'expired', of, day: addDays(until, 1), halves: 0 - untaken }]
}

const lastOf = (month: string) => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** A share of a whole, to the nearest; a half is rounded up. */
const roundedShare = (whole: number, part: number, parts: number) => Math.floor((2 * whole * part + parts) / (2 * parts))
