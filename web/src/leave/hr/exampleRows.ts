// The rows of a ledger for the worked example, by what they are. Amounts are half days.
import { type LeaveFacts, ledgerOf } from 'contract'

export type ExampleRow = {
  kind: 'granted' | 'taken' | 'not carried' | 'expired'
  /** The year, the month or the day that it is about. */
  of: string
  day: string
  halves: number
}

export type ExampleFacts = Pick<LeaveFacts, 'policies' | 'through'> & {
  /** The first day of work. */
  starts_on: string
  /** The half days that are taken on a day. */
  taken: readonly { day: string; halves: number }[]
}

/** On the same day, a year is closed before the next one grants something. */
const order: readonly ExampleRow['kind'][] = ['not carried', 'expired', 'granted', 'taken']

/** The rows by day. */
export function exampleRows({ policies, through, starts_on, taken }: ExampleFacts): ExampleRow[] {
  const employment = { starts_on, ends_on: null }
  const requests = taken.map((each, i) => ({ leave_id: i, days: [each] }))
  return ledgerOf({ policies, through, employment, taken: requests, corrections: [] })
    .map(({ key, day, halves }): ExampleRow => ({ ...kindOf(key, day), day, halves }))
    .sort((a, b) => a.day.localeCompare(b.day) || order.indexOf(a.kind) - order.indexOf(b.kind))
}

function kindOf(key: string, day: string): Pick<ExampleRow, 'kind' | 'of'> {
  const of = key.slice(key.lastIndexOf(' ') + 1)
  if (key.startsWith('grant ')) return { kind: 'granted', of }
  if (key.startsWith('request ')) return { kind: 'taken', of: day }
  return { kind: key.startsWith('not carried ') ? 'not carried' : 'expired', of }
}
