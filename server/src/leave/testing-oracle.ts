// A second computation of balances, for tests: day by day from the facts, without a ledger.
import { addDays, type LeavePeriod, type YearlyPolicy } from 'contract'

export type OracleFacts = {
  policies: readonly YearlyPolicy[]
  starts_on: string | null
  ends_on: string | null
  /** Approved requests. */
  approved: readonly LeavePeriod[]
  corrections: readonly { day: string; halves: number }[]
  /** The half days that are worked on a day, the morning first. */
  worked: (day: string) => readonly [boolean, boolean]
}

/** The half days that a period costs. */
export function halvesOf({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod, worked: OracleFacts['worked']) {
  const halves: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const [morning, afternoon] = worked(day)
    if (morning && !(starts_at_noon && day === from)) halves.push(`${day} 0`)
    if (afternoon && !(ends_at_noon && day === to)) halves.push(`${day} 1`)
  }
  return halves
}

/** The balance at the end of each day of these years, by day. */
export function balances(facts: OracleFacts, years: { first: number; last: number }) {
  const taken = new Map<string, number>()
  for (const period of facts.approved)
    for (const half of halvesOf(period, facts.worked)) taken.set(half.slice(0, 10), (taken.get(half.slice(0, 10)) ?? 0) + 1)
  const result = new Map<string, number>()
  let [balance, carried, until] = [0, 0, '']
  const days = Array.from({ length: years.last - years.first + 1 }, (_, n) => daysOf(years.first + n)).flat()
  for (const day of days) {
    if (until && day === addDays(until, 1)) balance -= Math.max(0, carried)
    if (day.endsWith('-01-01')) {
      const before = rulesIn(facts, Number(day.slice(0, 4)) - 1)
      if (!before || (facts.ends_on ?? day) < day) balance = 0
      else balance = Math.min(balance, before.carry_limit ?? balance)
      until = before?.carry_until ? `${day.slice(0, 4)}-${before.carry_until}` : ''
      carried = until ? Math.max(0, balance) : 0
    }
    const cost = taken.get(day) ?? 0
    if (until && day <= until) carried -= cost
    balance += granted(facts, day) - cost
    for (const correction of facts.corrections) if (correction.day === day) balance += correction.halves
    result.set(day, balance)
  }
  return result
}

/** The rules of a year that grants something. */
function rulesIn({ policies }: OracleFacts, year: number) {
  const rules = [...policies].sort((a, b) => b.year - a.year).find((each) => each.year <= year)
  return rules && rules.allowance !== null ? { ...rules, allowance: rules.allowance } : null
}

/** The half days that are granted on a day. */
function granted(facts: OracleFacts, day: string) {
  const year = Number(day.slice(0, 4))
  const rules = rulesIn(facts, year)
  const first = facts.starts_on && facts.starts_on > `${year}-01-01` ? facts.starts_on : `${year}-01-01`
  if (!rules) return 0
  if (rules.granted === 'yearly') return day === first ? earned(facts, rules.allowance, `${year}-12-31`) : 0
  const isMonthsFirst = day.endsWith('-01') ? day >= first : day === first
  if (!isMonthsFirst || day.slice(0, 4) !== first.slice(0, 4)) return 0
  const monthBefore = addDays(`${day.slice(0, 7)}-01`, -1)
  const before = monthBefore >= first ? earned(facts, rules.allowance, monthBefore) : 0
  return earned(facts, rules.allowance, lastOfMonth(day)) - before
}

/** The part of an allowance for the days that were employed until a day of the year. */
function earned({ starts_on, ends_on }: OracleFacts, allowance: number, until: string) {
  const all = daysOf(Number(until.slice(0, 4)))
  const employed = all.filter((day) => day <= until && day >= (starts_on ?? '') && day <= (ends_on ?? '9999'))
  return Math.round((allowance * employed.length) / all.length)
}

const known = new Map<number, string[]>()

/** The days of a year. They are listed once, because the tests ask often. */
function daysOf(year: number) {
  const days = known.get(year) ?? []
  for (let day = `${year}-01-01`; !known.has(year) && day <= `${year}-12-31`; day = addDays(day, 1)) days.push(day)
  known.set(year, days)
  return days
}

const lastOfMonth = (day: string) => daysOf(Number(day.slice(0, 4))).findLast((each) => each.startsWith(day.slice(0, 7))) ?? day
