// The records that HR of the demonstration keeps: locations, jobs, documents, and the checklist of a newcomer.
import { addDays, type ItemOwner } from 'contract'
import { addHolidays, holidaysFor } from '../holidays/fill.ts'
import { type Db, sql } from '../kit/db/db.ts'
import type { FileStore } from '../kit/files/store.ts'
import { addContent } from './files.ts'
import { type DemoIds, pastMoment } from './living.ts'

const places = {
  berlin: { name: 'Berlin', country: 'DE', region: 'BE', timezone: 'Europe/Berlin', is_default: true },
  lisbon: { name: 'Lisbon', country: 'PT', region: null, timezone: 'Europe/Lisbon', is_default: false },
} as const

/** Days since the first one, whom the person reports to if that is no project manager, and where they are if not in Berlin. */
const jobs: Readonly<Record<string, { days: number; to?: string; at?: keyof typeof places }>> = {
  ann: { days: 2900 },
  pam: { days: 1900, to: 'ann' },
  miles: { days: 1100, to: 'ann', at: 'lisbon' },
  hana: { days: 1500, to: 'ann' },
  dev: { days: 1460 },
  dana: { days: 800 },
  bo: { days: 640 },
  elif: { days: 520, at: 'lisbon' },
  jonas: { days: 2100 },
  lucia: { days: 365, at: 'lisbon' },
  sefa: { days: 250 },
  yuki: { days: 9 },
}

const joining: readonly [title: string, owner: ItemOwner, days: number][] = [
  ['Send the contract for signing', 'hr', -21],
  ['Order a laptop and a phone', 'hr', -14],
  ['Plan the first week', 'manager', -5],
  ['Prepare a desk and a key', 'hr', -1],
  ['Introduce the newcomer to the team', 'manager', 0],
  ['Read the handbook', 'person', 5],
  ['Choose a mentor', 'person', 12],
  ['Talk about the first month', 'manager', 30],
]
const leaving: readonly [title: string, owner: ItemOwner, days: number][] = [
  ['Hand over open work', 'person', -10],
  ['Plan who takes over', 'manager', -10],
  ['Talk about why', 'hr', -3],
  ['Return the laptop and the key', 'person', 0],
  ['Write the reference', 'hr', 14],
]

export async function addHr(db: Db, store: FileStore, people: DemoIds) {
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(db)
  const today = rows[0]?.today ?? ''
  await addJobs(db, people, await addPlaces(db, today))
  await addPrivate(db, store, people)
  await addChecklists(db, people, today)
}

async function addPlaces(db: Db, today: string) {
  const ids: Record<string, number> = {}
  const year = Number(today.slice(0, 4))
  for (const [key, place] of Object.entries(places)) {
    const { id } = await db
      .insertInto('locations')
      .values({ ...place, filled_through: year + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addHolidays(db, id, await holidaysFor(place, year, year + 1))
    ids[key] = id
  }
  return ids
}

async function addJobs(db: Db, people: DemoIds, locations: Readonly<Record<string, number>>) {
  for (const [index, [name, { days, to, at }]] of Object.entries(jobs).entries())
    await db
      .updateTable('people')
      .set({
        starts_on: sql<string>`current_date - ${days}::int`,
        phone: `+49 30 5550 ${100 + index}`,
        reports_to_id: to ? (people[to] ?? null) : null,
        location_id: at ? (locations[at] ?? null) : null,
      })
      .where('id', '=', people[name] ?? 0)
      .execute()
  const fourDays = [480, 480, 480, 480, 0, 0, 0]
  await db
    .insertInto('schedules')
    .values({ person_id: people.dana ?? 0, from_day: sql<string>`current_date - 200`, minutes: fourDays })
    .execute()
}

async function addPrivate(db: Db, store: FileStore, people: DemoIds) {
  const [dev = 0, yuki = 0, hana = 0] = [people.dev, people.yuki, people.hana]
  await db
    .insertInto('private_data')
    .values([
      {
        ...{ person_id: dev, birthday: '1991-04-12', address: '12 Linden Street\n10115 Berlin', phone: '+49 171 5550 123' },
        emergency_contact: 'Robin Dalton (brother), +49 171 5550 124',
      },
      { person_id: yuki, birthday: '1996-09-30', address: '3 Harbour Lane\n10245 Berlin' },
    ])
    .execute()
  const [contract, permit] = [await addContent(db, store, 'contract.pdf'), await addContent(db, store, 'permit.pdf')]
  await db
    .insertInto('documents')
    .values([
      {
        ...{ owner_id: yuki, content_id: permit, name: 'Residence permit.pdf', person_id: hana },
        ...{ expires_on: sql<string>`current_date + 21`, created_at: pastMoment(-9, 10) },
      },
      { owner_id: yuki, content_id: contract, name: 'Contract.pdf', person_id: hana, created_at: pastMoment(-20, 10) },
      { owner_id: dev, content_id: contract, name: 'Contract.pdf', person_id: hana, created_at: pastMoment(-1460, 10) },
    ])
    .execute()
}

async function addChecklists(db: Db, people: DemoIds, today: string) {
  for (const [kind, name, items] of [
    ['joiner', 'Onboarding', joining],
    ['leaver', 'Farewell', leaving],
  ] as const) {
    const template = await db.insertInto('checklist_templates').values({ name, kind }).returning('id').executeTakeFirstOrThrow()
    const rows = items.map(([title, owner, days], i) => ({ template_id: template.id, position: i + 1, title, owner, days }))
    await db.insertInto('checklist_template_items').values(rows).execute()
  }
  const [yuki = 0, pam = 0, hana = 0] = [people.yuki, people.pam, people.hana]
  const day = addDays(today, -(jobs.yuki?.days ?? 0))
  const { id } = await db
    .insertInto('checklists')
    .values({ person_id: yuki, name: 'Onboarding', kind: 'joiner', day, created_at: pastMoment(-31, 9) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const doers: Record<ItemOwner, number> = { hr: hana, manager: pam, person: yuki }
  const done = 5
  await db
    .insertInto('checklist_items')
    .values(
      joining.map(([title, owner, days], i) => ({
        ...{ checklist_id: id, position: i + 1, title, owner, due_on: addDays(day, days) },
        ...(i < done && { done_at: pastMoment(days - 9, 15), done_by: doers[owner] }),
      })),
    )
    .execute()
}
