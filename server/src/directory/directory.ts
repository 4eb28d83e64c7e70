// Everybody's directory of the workspace, and what HR keeps about people: docs/decisions/072-people.md
import { type Api, directoryProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { forbidden, mustHaveNone, notFound, type Problems } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { employmentChanged, workingTimeChanged } from '../leave/working-time.ts'
import { listed, staff } from '../people/audiences.ts'
import { changed } from '../realtime/changed.ts'
import { peopleWhere, readRecord } from './read.ts'
import { lockReporting, reportingProblems } from './reporting.ts'
import { findPerson, type PersonSubject, recordChanged, seesPrivate } from './rules.ts'

export const directory: Handlers<Api['directory']> = {
  async list(ctx) {
    return peopleWhere(ctx, sql`p.is_active`)
  },

  async former(ctx) {
    return peopleWhere(ctx, sql`not p.is_active`)
  },

  async get(ctx, { params }) {
    return readRecord(ctx, params.person_id)
  },

  async changeJob(ctx, { params, body }) {
    if (body.reports_to !== undefined) await lockReporting(ctx)
    const person = await personToChange(ctx, params.person_id)
    mustHaveNone(await jobProblems(ctx, person, body))
    const before = await employmentOf(ctx, person)
    const { location, reports_to, ...others } = body
    const change = {
      ...others,
      ...(location !== undefined && { location_id: location }),
      ...(reports_to !== undefined && { reports_to_id: reports_to }),
    }
    if (Object.keys(change).length) await ctx.db.updateTable('people').set(change).where('id', '=', person.id).execute()
    if (location !== undefined)
      await workingTimeChanged(ctx, { people: [person.id], from: ctx.tenant.today, cause: 'The location has changed' })
    const { starts_on = before.starts_on, ends_on = before.ends_on } = body
    if (starts_on !== before.starts_on || ends_on !== before.ends_on)
      await employmentChanged(ctx, person.id, before, { starts_on, ends_on })
    const after = await findPerson(ctx, person.id)
    changed(ctx, listed)
    changed(ctx, { people: [person.id], models: ['me'] })
    changed(ctx, staff)
    recordChanged(ctx, person)
    recordChanged(ctx, after)
    return readRecord(ctx, person.id)
  },

  async changePrivate(ctx, { params, body }) {
    const person = await personWithPrivateData(ctx, params.person_id)
    mustHaveNone(birthdayProblems(ctx, body.birthday))
    if (Object.keys(body).length)
      await ctx.db
        .insertInto('private_data')
        .values({ person_id: person.id, ...body })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet(body))
        .execute()
    recordChanged(ctx, person)
    return readRecord(ctx, person.id)
  },

  async setSchedule(ctx, { params, body }) {
    const person = await personToChange(ctx, params.person_id)
    await ctx.db
      .insertInto('schedules')
      .values({ person_id: person.id, from_day: params.from, minutes: body.minutes })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id', 'from_day']).doUpdateSet({ minutes: body.minutes }))
      .execute()
    await scheduleChanged(ctx, person, params.from)
    return readRecord(ctx, person.id)
  },

  async removeSchedule(ctx, { params }) {
    const person = await personToChange(ctx, params.person_id)
    const removed = await ctx.db
      .deleteFrom('schedules')
      .where('person_id', '=', person.id)
      .where('from_day', '=', params.from)
      .returning('from_day')
      .executeTakeFirst()
    if (!removed) throw notFound()
    await scheduleChanged(ctx, person, params.from)
    return readRecord(ctx, person.id)
  },
}

export const directoryJudges: Judges<Api['directory']> = {
  async changeJob(ctx, { params, body }) {
    return jobProblems(ctx, await personToChange(ctx, params.person_id), body)
  },
  async changePrivate(ctx, { params, body }) {
    await personWithPrivateData(ctx, params.person_id)
    return birthdayProblems(ctx, body.birthday)
  },
  async setSchedule(ctx, { params }) {
    await personToChange(ctx, params.person_id)
    return {}
  },
}

async function scheduleChanged(ctx: Ctx, person: PersonSubject, from: string) {
  await workingTimeChanged(ctx, { people: [person.id], from, cause: 'The working schedule has changed' })
  recordChanged(ctx, person)
}

/** Locks a person who works here. */
async function personToChange(ctx: Ctx, id: number) {
  const person = await findPerson(ctx, id)
  await ctx.db.selectFrom('people').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return person
}

/** Refuses everybody but HR and the person. */
async function personWithPrivateData(ctx: Ctx, id: number) {
  const person = await findPerson(ctx, id)
  if (!seesPrivate(ctx, person)) throw forbidden('Only HR and the person can change this.')
  return person
}

type JobChange = { [Key in 'location' | 'reports_to']?: number | null | undefined } & {
  [Key in 'starts_on' | 'ends_on']?: string | null | undefined
}

async function jobProblems(ctx: Ctx, person: PersonSubject, change: JobChange): Promise<Problems> {
  return {
    ...(await locationProblems(ctx, change.location)),
    ...(await reportingProblems(ctx, person, change.reports_to)),
    ...(await dateProblems(ctx, person, change)),
  }
}

async function locationProblems({ db }: Ctx, id: number | null | undefined): Promise<Problems> {
  if (id === undefined || id === null) return {}
  const found = await db.selectFrom('locations').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return found ? {} : { location: [directoryProblems.location] }
}

const employmentOf = ({ db }: Ctx, { id }: PersonSubject) =>
  db.selectFrom('people').select(['starts_on', 'ends_on']).where('id', '=', id).executeTakeFirstOrThrow()

async function dateProblems(ctx: Ctx, person: PersonSubject, change: JobChange): Promise<Problems> {
  if (change.starts_on === undefined && change.ends_on === undefined) return {}
  const { starts_on, ends_on } = { ...(await employmentOf(ctx, person)), ...change }
  return starts_on && ends_on && ends_on < starts_on ? { ends_on: [directoryProblems.endsTooEarly] } : {}
}

const birthdayProblems = ({ tenant }: Ctx, birthday: string | null | undefined): Problems =>
  birthday && birthday > tenant.today ? { birthday: [directoryProblems.future] } : {}
