// The demonstration's recruiting: two published openings and a draft, and applicants in every stage.
import { type Db, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import type { FileStore } from '../kit/files/store.ts'
import { addContent } from './files.ts'
import { type DemoIds, pastMoment } from './living.ts'

const stages = [
  { key: 'new', name: 'New', kind: 'open' },
  { key: 'call', name: 'First call', kind: 'open' },
  { key: 'interview', name: 'Interview', kind: 'open' },
  { key: 'offer', name: 'Offer', kind: 'open' },
  { key: 'hired', name: 'Hired', kind: 'hired' },
  { key: 'rejected', name: 'Rejected', kind: 'rejected' },
] as const
type Stage = (typeof stages)[number]['key']

const openings = [
  {
    ...{ key: 'engineer', title: 'Software engineer', department: 'Engineering', place: 'Berlin', closes: 40 },
    status: 'published',
    days: -30,
    description:
      'You build the portal where our customers see their orders.\n\n**What you do**\n\n- Build pages that load in a second\n- Talk with the people who use them\n- Say no to what nobody needs\n\n**What we offer**\n\n30 days of holiday, a team of eight, and no meetings on Wednesdays.',
    questions: [
      { text: 'What have you built that people use every day?', is_required: true, is_long: true },
      { text: 'When could you start?', is_required: false, is_long: false },
    ],
  },
  {
    ...{ key: 'designer', title: 'Product designer', department: 'Product', place: 'Lisbon', closes: null },
    status: 'published',
    days: -12,
    description:
      'You draw what our customers see, and watch them use it.\n\nWe work in **small steps**: a sketch on Monday is on a phone on Friday.',
    questions: [{ text: 'Show us something that you are proud of.', is_required: true, is_long: true }],
  },
  {
    ...{ key: 'payroll', title: 'Payroll specialist', department: 'People Operations', place: null, closes: null },
    status: 'draft',
    days: -2,
    description: '',
    questions: [],
  },
] as const

type Applicant = {
  name: string
  opening: 'engineer' | 'designer'
  stage: Stage
  /** Days since the application, and since the stage. */
  days: readonly [applied: number, moved: number]
  answer: string
  has_cv?: true
  note?: readonly [who: string, text: string]
  ratings?: readonly (readonly [who: string, stars: number, comment: string])[]
}

const applicants: readonly Applicant[] = [
  {
    ...{ name: 'Ida Sorensen', opening: 'engineer', stage: 'interview', days: [-11, -4], has_cv: true },
    answer: 'The booking of a ferry line. It works with one bar of signal.',
    note: ['hana', 'Available from January. Asks for four days a week.'],
    ratings: [['pam', 5, 'Asked better questions than we did.']],
  },
  {
    ...{ name: 'Tomas Kral', opening: 'engineer', stage: 'offer', days: [-26, -3], has_cv: true },
    answer: 'A till for bakeries. It has to work at four in the morning.',
    ratings: [
      ['pam', 4, 'Calm, exact, funny.'],
      ['dev', 5, 'I would like to work with him.'],
    ],
  },
  {
    ...{ name: 'Noor Haddad', opening: 'engineer', stage: 'call', days: [-8, -6], has_cv: true },
    answer: 'The timetable of a school with 900 pupils.',
  },
  { name: 'Piet de Wit', opening: 'engineer', stage: 'new', days: [-3, -3], answer: 'A weather station for gardens.' },
  { name: 'Grace Oduya', opening: 'engineer', stage: 'new', days: [-1, -1], answer: 'The app of a bus company.' },
  {
    ...{ name: 'Leo Brandt', opening: 'engineer', stage: 'rejected', days: [-28, -20] },
    answer: 'Nothing yet, but I learn fast.',
    note: ['hana', 'Would fit in two years. Ask again.'],
  },
  {
    ...{ name: 'Marta Silva', opening: 'designer', stage: 'interview', days: [-10, -2], has_cv: true },
    answer: 'The signs of the Lisbon metro for blind people.',
  },
  { name: 'Yun Park', opening: 'designer', stage: 'new', days: [-2, -2], answer: 'A cookbook without words.' },
]

export async function addRecruiting(db: Db, store: FileStore, people: DemoIds) {
  const ids = { stages: await addStages(db), openings: await addOpenings(db), cv: await addContent(db, store, 'cv.pdf') }
  let days = 2
  for (const applicant of applicants) {
    const id = await addApplicant(db, applicant, ids)
    await addHistory(db, id, { ...applicant, people })
    if (applicant.stage === 'interview') await addInterview(db, id, { people, days: ++days })
  }
  await db
    .insertInto('mail_templates')
    .values({
      ...{ name: 'Rejection', subject: 'Your application for {opening}' },
      text: 'Hello {name},\n\nthank you for your application. We have decided for somebody else, and wish you all the best.\n\nKind regards\n{sender}, {company}',
    })
    .execute()
}

async function addStages(db: Db) {
  const ids = new Map<Stage, number>()
  for (const [index, { key, ...stage }] of stages.entries()) {
    const values = { ...stage, position: index + 1 }
    const { id } = await db.insertInto('recruiting_stages').values(values).returning('id').executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}

async function addOpenings(db: Db) {
  const ids = new Map<string, number>()
  for (const { key, place, closes, days, questions, ...opening } of openings) {
    const location = place && (await db.selectFrom('locations').select('id').where('name', '=', place).executeTakeFirst())
    const { id } = await db
      .insertInto('openings')
      .values({
        ...opening,
        location_id: location ? location.id : null,
        closes_on: closes === null ? null : sql<string>`current_date + ${closes}::int`,
        created_at: pastMoment(days, 9),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = questions.map((question, index) => ({ opening_id: id, position: index + 1, ...question }))
    await insertMany(db, 'opening_questions', rows)
    ids.set(key, id)
  }
  return ids
}

type Ids = { stages: ReadonlyMap<Stage, number>; openings: ReadonlyMap<string, number>; cv: number }

async function addApplicant(db: Db, { name, opening, stage, days, answer, has_cv }: Applicant, ids: Ids) {
  const [applied, moved] = days
  const { id } = await db
    .insertInto('applications')
    .values({
      ...{ opening_id: ids.openings.get(opening) ?? 0, stage_id: ids.stages.get(stage) ?? 0, full_name: name },
      ...{ email: `${name.toLowerCase().replace(/\W+/g, '.')}@applicants.test`, phone: '+49 30 5550 200' },
      ...(has_cv && { cv_content_id: ids.cv, cv_name: `${name}.pdf` }),
      ...{ created_at: pastMoment(applied, 10), stage_since: pastMoment(moved, 11) },
      rejected_at: stage === 'rejected' ? pastMoment(moved, 11) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const question = openings.find(({ key }) => key === opening)?.questions[0]?.text ?? ''
  await db.insertInto('application_answers').values({ application_id: id, position: 1, question, answer }).execute()
  return id
}

async function addHistory(db: Db, application_id: number, applicant: Applicant & { people: DemoIds }) {
  const { stage, days, note, ratings = [], people } = applicant
  const [applied, moved] = days
  await db
    .insertInto('application_entries')
    .values({ application_id, event: 'applied', at: pastMoment(applied, 10) })
    .execute()
  const by = people.hana ?? null
  const name = stages.find(({ key }) => key === stage)?.name ?? ''
  if (stage !== 'new')
    await db
      .insertInto('application_entries')
      .values({ application_id, event: 'moved', stage: name, person_id: by, at: pastMoment(moved, 11) })
      .execute()
  if (note)
    await db
      .insertInto('application_entries')
      .values({ application_id, event: 'note', text: note[1], person_id: people[note[0]] ?? null, at: pastMoment(moved, 12) })
      .execute()
  for (const [who, stars, comment] of ratings)
    await db
      .insertInto('application_ratings')
      .values({ application_id, person_id: people[who] ?? 0, stars, comment, at: pastMoment(moved, 14) })
      .execute()
}

type Plan = { people: DemoIds; days: number }

/** In so many days, at ten. */
async function addInterview(db: Db, application_id: number, { people: { hana = 0, dev = 0, pam = 0 }, days }: Plan) {
  const { id } = await db
    .insertInto('interviews')
    .values({
      ...{ application_id, minutes: 60, place: 'Room Spree', agenda: 'Show us something that you have built.', person_id: hana },
      starts_at: sql<string>`date_trunc('day', now()) + ${days}::integer * interval '1 day' + interval '10 hours'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMany(
    db,
    'interviewers',
    [dev, pam].map((person_id) => ({ interview_id: id, person_id })),
  )
}
