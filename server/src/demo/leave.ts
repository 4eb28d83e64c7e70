// The demonstration's leave: what is over, who is away, and what waits for a decision.
import { addDays } from 'contract'
import { type Db, sql } from '../kit/db/db.ts'
import { costAgain } from '../leave/days.ts'
import { firstTypes } from '../leave/types.ts'
import { settle } from '../ledger/settle.ts'
import { type DemoIds, pastMoment } from './living.ts'

type Decision = { by: string; stage?: 'hr'; is_approved?: false; reason?: string }
type Request = {
  who: string
  type?: string
  /** The first and the last day, from today. A weekend counts as the Monday after it. */
  days: readonly [first: number, last: number]
  half?: true
  note?: string
  decided?: readonly Decision[]
  status?: 'pending' | 'declined'
}

const hana: Decision = { by: 'hana', stage: 'hr' }

const requests: readonly Request[] = [
  { who: 'jonas', days: [-44, -33], decided: [{ by: 'miles' }, hana] },
  { who: 'dev', days: [-65, -58], decided: [{ by: 'pam' }, hana] },
  { who: 'dana', days: [-120, -109], decided: [{ by: 'pam' }, hana] },
  { who: 'hana', days: [-90, -83], decided: [{ by: 'ann', stage: 'hr' }] },
  { who: 'elif', type: 'Sickness', days: [-16, -14] },
  { who: 'bo', type: 'Sickness', days: [-1, 1] },
  { who: 'dana', days: [4, 10], decided: [{ by: 'pam', reason: 'Enjoy the snow!' }, hana] },
  { who: 'elif', days: [14, 25], decided: [{ by: 'miles' }, hana] },
  {
    who: 'sefa',
    days: [2, 4],
    decided: [{ by: 'miles', is_approved: false, reason: 'The inspection is in these days.' }],
    status: 'declined',
  },
  { who: 'lucia', days: [20, 26], status: 'pending' },
  { who: 'yuki', days: [6, 6], half: true, status: 'pending' },
  { who: 'dev', days: [30, 39], decided: [{ by: 'pam' }], status: 'pending' },
  { who: 'miles', days: [10, 13], status: 'pending' },
  { who: 'jonas', type: 'Unpaid leave', days: [45, 58], note: 'A course in the mountains.', status: 'pending' },
]

export async function addLeave(db: Db, people: DemoIds) {
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(db)
  const today = rows[0]?.today ?? ''
  const types = await addTypes(db, Number(today.slice(0, 4)) - 1)
  for (const request of requests) await addRequest(db, request, { today, people, types })
  await settleDemo(db)
}

/** Computes days and ledgers from the requests. */
export async function settleDemo(db: Db) {
  const { rows } = await sql<{ id: number; today: string }>`select current_tenant() as id, current_date as today`.execute(db)
  const [tenant] = rows
  if (!tenant) return
  const people = await db.selectFrom('people').select('id').execute()
  const all = { from: '2000-01-01', to: '9999-12-31' }
  await costAgain(
    { db, tenant },
    people.map(({ id }) => id),
    all,
  )
  await settle({ db, tenant, me: null }, { cause: 'Leave was set up' })
}

async function addTypes(db: Db, year: number) {
  const ids = new Map<string, number>()
  for (const { rules, ...type } of firstTypes) {
    const { id } = await db.insertInto('leave_types').values(type).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('leave_policies')
      .values({ type_id: id, year, granted: 'yearly', ...rules })
      .execute()
    ids.set(type.name, id)
  }
  return ids
}

type Context = { today: string; people: DemoIds; types: ReadonlyMap<string, number> }

async function addRequest(db: Db, request: Request, { today, people, types }: Context) {
  const { who, type = 'Holiday', days, half = false, note = '', decided = [], status = 'approved' } = request
  const person_id = people[who] ?? 0
  const [first, last] = days
  const asked = Math.min(first, 0) - 3
  const isWithHr = decided.length > 0 || who === 'hana'
  const { id } = await db
    .insertInto('leave_requests')
    .values({
      ...{
        person_id,
        type_id: types.get(type) ?? 0,
        note,
        status,
        stage: status === 'pending' ? (isWithHr ? 'hr' : 'manager') : null,
      },
      ...{ from_day: workday(today, first), to_day: workday(today, last), starts_at_noon: half },
      ...{ created_by: person_id, created_at: pastMoment(asked, 9) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { by, stage = 'manager', is_approved = true, reason = '' }] of decided.entries())
    await db
      .insertInto('leave_decisions')
      .values({
        ...{
          leave_id: id,
          stage,
          is_approved,
          reason,
          decided_by: people[by] ?? 0,
          decided_at: pastMoment(asked + 1, 11 + index),
        },
      })
      .execute()
}

/** A day so many days from today, or the Monday after it. */
function workday(today: string, days: number) {
  const day = addDays(today, days)
  const weekday = new Date(day).getUTCDay()
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}
