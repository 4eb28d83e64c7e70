// A worked example of the rules: somebody who starts on 1 September. Amounts are half days.
import { addDays, lastDayOf, policyIn, workedDays, type YearlyPolicy } from 'contract'
import { monthNames } from '../../ui/text/dates.ts'
import { daysInWords, plainDays } from '../words.ts'
import { type ExampleFacts, type ExampleRow, exampleRows } from './exampleRows.ts'
import { dayOfYear } from './policyWords.ts'

export type ExampleStep = { day: string; words: string; halves: number; balance: number }
type Policies = readonly YearlyPolicy[]

/** The ledger of somebody who starts in this year, until its rest has been carried over. Null where nothing is granted. */
export function exampleOf(policies: Policies, year: number): readonly ExampleStep[] | null {
  const rules = policyIn(policies, year)
  if (!rules || rules.allowance === null) return null
  const facts = factsFor(policies, rules, year)
  const end = rules.carry_until === null ? `${year + 1}-01-01` : addDays(`${year + 1}-${rules.carry_until}`, 1)
  const entries = exampleRows(facts).filter(({ day }) => day <= end)
  let balance = 0
  return joinMonths(entries, year).map(({ last, ...entry }) => {
    balance += entry.halves
    return { day: entry.day, words: wordsFor({ ...entry, last }, { facts, year }), halves: entry.halves, balance }
  })
}

/** They take a day in autumn and, if carried days end, some of them in time. */
function factsFor(policies: Policies, rules: YearlyPolicy, year: number): ExampleFacts {
  const facts = { policies, starts_on: `${year}-09-01`, taken: [], through: year + 1 }
  const granted = exampleRows({ ...facts, through: year }).reduce((sum, { halves }) => sum + halves, 0)
  const autumn = granted >= 4 ? 2 : 0
  const kept = Math.min(granted - autumn, rules.carry_limit ?? granted)
  const spring = rules.carry_until === null || kept < 4 ? 0 : kept > 4 ? 4 : 2
  const inTime = rules.carry_until !== null && rules.carry_until < '03-15' ? rules.carry_until : '03-15'
  const taken = [
    { day: `${year}-11-16`, halves: autumn },
    { day: `${year + 1}-${inTime}`, halves: spring },
  ]
  return { ...facts, taken: taken.filter(({ halves }) => halves > 0) }
}

/** `last` is the last of several months that are one row. */
type Joined = ExampleRow & { last?: string | undefined }

/** The months of the second year in one row, as long as nothing happens in between. */
function joinMonths(entries: readonly ExampleRow[], year: number) {
  const joined: Joined[] = []
  for (const entry of entries) {
    const before = joined.at(-1)
    const isMonth = entry.kind === 'granted' && entry.of.startsWith(`${year + 1}-`)
    if (isMonth && before?.kind === 'granted' && before.of.startsWith(`${year + 1}-`))
      joined[joined.length - 1] = { ...before, halves: before.halves + entry.halves, last: entry.of }
    else joined.push(entry)
  }
  return joined
}

const monthOf = (month: string) => monthNames[Number(month.slice(5, 7)) - 1] ?? ''

function wordsFor(entry: Joined, { facts, year }: { facts: ExampleFacts; year: number }) {
  const rules = policyIn(facts.policies, year)
  switch (entry.kind) {
    case 'granted':
      return grantInWords(entry, facts, year)
    case 'taken':
      return `Takes ${daysInWords(-entry.halves)}${entry.of.startsWith(String(year)) ? '' : ': days that were carried over go first'}`
    case 'not carried':
      return rules?.carry_limit ? `Not carried over: at most ${daysInWords(rules.carry_limit)} are` : 'Nothing is carried over'
    case 'expired':
      return `Expired: carried over, and not taken by ${dayOfYear(rules?.carry_until ?? '')}`
  }
}

function grantInWords({ of, halves, last }: Joined, { policies, starts_on }: ExampleFacts, year: number) {
  const months = of.length > 4
  if (!of.startsWith(String(year))) {
    if (!months) return `Granted for ${of}, a whole year`
    return last ? `Granted for ${monthOf(of)} to ${monthOf(last)}, month by month` : `Granted for ${monthOf(of)}`
  }
  const allowance = policyIn(policies, year)?.allowance ?? 0
  const { worked, whole } = workedDays({ starts_on, ends_on: null }, year, months ? lastDayOf(of) : `${year}-12-31`)
  const share = `${worked} of ${whole} days of the year make ${exactly((allowance * worked) / whole)} of ${daysInWords(allowance)}`
  return months
    ? `Granted for ${monthOf(of)}: until its end, ${share}`
    : `Granted for ${of}: ${share}, rounded to ${plainDays(halves)}`
}

/** Half days in days, with two decimals. */
const exactly = (halves: number) => String(Math.round(halves * 50) / 100)
