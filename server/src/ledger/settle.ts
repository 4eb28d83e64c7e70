// Brings ledgers of leave in line with the facts. Rows are only ever added: docs/decisions/073-leave.md
import {
  type LeaveEntryKind,
  type LeaveFacts,
  type LeaveStatus,
  type LedgerRow,
  ledgerOf,
  openingOf,
  type YearlyPolicy,
} from 'contract'
import { type Db, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'

type Settling = {
  db: Db
  tenant: { id: number; today: string }
  /** Null: the rules alone have caused it. */
  me: { id: number } | null
}
type Reader = Pick<Settling, 'db' | 'tenant'>
type Scope = {
  /** All who work here, if absent. */
  people?: readonly number[]
  /** All types, if absent. */
  types?: readonly number[]
  /** The first year whose rows can differ. All years, if absent. */
  fromYear?: number | undefined
  /** The reason of rows that change earlier ones, in words. */
  cause: string
}

/** Locks people before their leave changes, so that such changes wait for each other. All who work here, if no ids are given. */
export const lockPeople = (db: Db, ids?: readonly number[]) =>
  db
    .selectFrom('people')
    .select('id')
    .where((where) => (ids ? where('id', '=', sql<number>`any(${ids})`) : where('is_active', '=', true)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Adds what is missing until the end of next year. The caller has locked the people. */
export async function settle(settling: Settling, { people, types, fromYear, cause }: Scope) {
  const { db, tenant, me } = settling
  const policies = await policiesOf(settling, types)
  if (!policies.size) return
  const persons = await personsOf(settling, people)
  const ids = persons.map(({ id }) => id)
  const pairs = { people: ids, types: [...policies.keys()], from: fromYear === undefined ? null : `${fromYear}-01-01` }
  const [taken, ledger] = [await takenBy(settling, pairs, ['approved']), await sumsOf(settling, pairs)]
  const through = Number(tenant.today.slice(0, 4)) + 1
  const missing = persons.flatMap(({ id: person_id, starts_on, ends_on }) =>
    [...policies].flatMap(([type_id, rules]) => {
      const pair = pairOf(person_id, type_id)
      const facts = { policies: rules, employment: { starts_on, ends_on }, taken: taken.get(pair) ?? [], through }
      const missing = missingRows(facts, ledger.get(pair) ?? [], { fromYear, cause })
      return missing.map((row) => ({ ...row, person_id, type_id, by_id: me?.id ?? null }))
    }),
  )
  await insertMany(db, 'leave_ledger', missing)
}

/** The facts about these people and types, as if all requests that are pending were granted. */
export async function factsWithPending(
  reader: Reader,
  { people, types }: { people: readonly number[]; types: readonly number[] },
) {
  const policies = await policiesOf(reader, types)
  const employments = new Map((await personsOf(reader, people)).map(({ id, ...employment }) => [id, employment]))
  const taken = await takenBy(reader, { people, types, from: null }, ['pending', 'approved'])
  const entered = await reader.db
    .selectFrom('leave_ledger')
    .select(['person_id', 'type_id', 'day', 'half_days as halves'])
    .where('person_id', '=', sql<number>`any(${people})`)
    .where('type_id', '=', sql<number>`any(${types})`)
    .where('kind', '=', 'correction')
    .execute()
  const corrections = Map.groupBy(entered, ({ person_id, type_id }) => pairOf(person_id, type_id))
  return (person_id: number, type_id: number) => {
    const pair = pairOf(person_id, type_id)
    return {
      policies: policies.get(type_id) ?? [],
      employment: employments.get(person_id) ?? { starts_on: null, ends_on: null },
      ...{ taken: taken.get(pair) ?? [], corrections: corrections.get(pair) ?? [] },
      through: Number(reader.tenant.today.slice(0, 4)) + 1,
    }
  }
}

/** The rows that a ledger lacks. */
export function missingRows(
  facts: Omit<LeaveFacts, 'corrections' | 'opening'>,
  known: readonly LedgerSum[],
  { fromYear, cause }: Pick<Scope, 'fromYear' | 'cause'>,
) {
  const { halves, rows } = fromYear === undefined ? { halves: 0, rows: known } : openingOf(known, fromYear)
  const corrections = rows.filter(({ key }) => key === null)
  const target = ledgerOf({ ...facts, corrections, ...(fromYear !== undefined && { opening: { year: fromYear, halves } }) })
  return differences(target, rows, cause)
}

/** The first rows of people who have just been added. */
export const settleNewcomers = (settling: Settling, people: readonly number[]) => settle(settling, { people, cause: 'Joined' })

const pairOf = (person_id: number, type_id: number) => `${person_id} ${type_id}`

/** The rules of each type, by year. */
async function policiesOf({ db }: Reader, types: readonly number[] | undefined) {
  const rows: (YearlyPolicy & { type_id: number; overdraft: number })[] = await db
    .selectFrom('leave_policies')
    .select(['type_id', 'year', 'allowance', 'granted', 'carry_limit', 'carry_until', 'overdraft'])
    .$if(types !== undefined, (query) => query.where('type_id', '=', sql<number>`any(${types ?? []})`))
    .orderBy('type_id')
    .orderBy('year')
    .execute()
  return Map.groupBy(rows, ({ type_id }) => type_id)
}

const personsOf = ({ db }: Reader, people: readonly number[] | undefined) =>
  db
    .selectFrom('people')
    .select(['id', 'starts_on', 'ends_on'])
    .where((where) => (people ? where('id', '=', sql<number>`any(${people})`) : where('is_active', '=', true)))
    .orderBy('id')
    .execute()

/** Nothing before `from` is read. All days are, if it is null. */
type Pairs = { people: readonly number[]; types: readonly number[]; from: string | null }
type Taken = { person_id: number; type_id: number; leave_id: number; day: string; halves: number }

/** The days of requests, by person and type. */
async function takenBy({ db, tenant }: Reader, { people, types, from }: Pairs, statuses: readonly LeaveStatus[]) {
  // Each is read once, by person: a join could look up the days of each request.
  const { rows } = await sql<Taken>`
    with r as materialized (
      select r.id, r.type_id from leave_requests r
      where r.tenant_id = ${tenant.id} and r.person_id = any(${people}) and r.status = any(${statuses}) and r.type_id = any(${types})
        and (${from}::date is null or r.to_day >= ${from}::date)),
    d as materialized (
      select d.person_id, d.leave_id, d.day, count(*)::integer as halves from leave_days d
      where d.tenant_id = ${tenant.id} and d.person_id = any(${people}) and (${from}::date is null or d.day >= ${from}::date)
      group by d.person_id, d.leave_id, d.day)
    select d.person_id, r.type_id, d.leave_id, d.day, d.halves from d join r on r.id = d.leave_id order by d.day`.execute(db)
  const byPair = Map.groupBy(rows, ({ person_id, type_id }) => pairOf(person_id, type_id))
  return new Map([...byPair].map(([pair, days]) => [pair, byRequest(days)]))
}

/** The balance from day to day. */
export function runningBalance(facts: LeaveFacts) {
  const entries = [...ledgerOf(facts), ...facts.corrections]
  const changes = [...Map.groupBy(entries, ({ day }) => day)].sort(([a], [b]) => a.localeCompare(b))
  let sum = 0
  const balances = changes.map(([day, ofDay]) => {
    sum += ofDay.reduce((total, { halves }) => total + halves, 0)
    return { day, balance: sum }
  })
  return {
    at: (day: string) => balances.findLast((each) => each.day <= day)?.balance ?? 0,
    after: (day: string) => balances.filter((each) => each.day >= day),
  }
}

/** Days of leave, together by request. */
export const byRequest = <Day extends { leave_id: number; day: string; halves: number }>(days: readonly Day[]) =>
  [...Map.groupBy(days, ({ leave_id }) => leave_id)].map(([leave_id, ofRequest]) => ({ leave_id, days: ofRequest }))

export type LedgerSum = { key: string | null; day: string; halves: number }

/** The sums of each ledger by key and day, with one for all days before `from`. Corrections have no key. */
async function sumsOf({ db, tenant }: Settling, { people, types, from }: Pairs) {
  const { rows } = await sql<LedgerSum & { person_id: number; type_id: number }>`
    select person_id, type_id, key, day, sum(half_days)::integer as halves from (
      select person_id, type_id, half_days,
        case when day < ${from}::date then 'before' else key end as key,
        case when day < ${from}::date then ${from}::date - 1 else day end as day
      from leave_ledger
      where tenant_id = ${tenant.id} and person_id = any(${people}) and type_id = any(${types})) as entries
    group by person_id, type_id, key, day`.execute(db)
  return Map.groupBy(rows, ({ person_id, type_id }) => pairOf(person_id, type_id))
}

/** The rows that make the sums equal to the target. */
function differences(target: readonly LedgerRow[], known: readonly LedgerSum[], cause: string) {
  const placeOf = ({ day, key }: Pick<LedgerSum, 'day' | 'key'>) => `${day} ${key}`
  const sums = new Map(known.filter(({ key }) => key !== null).map((sum) => [placeOf(sum), sum.halves]))
  const wanted = new Map(target.map((entry) => [placeOf(entry), entry.halves]))
  return [...new Set([...wanted.keys(), ...sums.keys()])].sort().flatMap((place) => {
    const half_days = (wanted.get(place) ?? 0) - (sums.get(place) ?? 0)
    const [day, key] = [place.slice(0, 10), place.slice(11)]
    const reason = sums.has(place) ? cause : (reasonOf(key) ?? cause)
    return half_days === 0 ? [] : [{ key, day, half_days, kind: kindOf(key, half_days), leave_id: requestIn(key), reason }]
  })
}

const requestIn = (key: string) => (key.startsWith('request ') ? Number(key.slice('request '.length)) : null)

function kindOf(key: string, half_days: number): LeaveEntryKind {
  if (key.startsWith('grant ')) return 'grant'
  if (!key.startsWith('request ')) return 'expiry'
  return half_days < 0 ? 'taken' : 'returned'
}

/** The reason of a new row of the rules, in words. */
function reasonOf(key: string) {
  const [, what, when = ''] = /^(grant|not carried|carried) (.*)$/.exec(key) ?? []
  if (what === 'grant') return `Granted for ${when}`
  if (what === 'not carried') return `Not carried over from ${when}`
  return what === 'carried' ? `Carried over from ${when}, and not taken in time` : undefined
}
