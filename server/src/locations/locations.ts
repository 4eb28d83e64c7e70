// Locations with their time zones and holidays: docs/decisions/072-people.md
import { type Api, type Location, locationProblems, mostLocations, workspaceRoles } from 'contract'
import { calendars, findCalendar } from '../holidays/calendars.ts'
import { addHolidays, type HolidayPlace, holidaysFor } from '../holidays/fill.ts'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, duplicateIn, sql } from '../kit/db/db.ts'
import { lockWorkspace } from '../kit/db/locks.ts'
import { invalid, mustHaveNone, notFound, type Problems, refused } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { workingTimeChanged } from '../leave/working-time.ts'
import { changed } from '../realtime/changed.ts'

export const locations: Handlers<Api['locations']> = {
  async list({ db }) {
    return db.selectFrom('locations').select(fields).orderBy(byName('name')).execute()
  },

  async create(ctx, { body }) {
    mustHaveNone(await formProblems(ctx, body))
    await lockWorkspace(ctx)
    const { count } = await ctx.db.selectFrom('locations').select(countAll).executeTakeFirstOrThrow()
    if (count >= mostLocations) throw refused(locationProblems.tooMany)
    if (body.is_default) await unsetDefault(ctx)
    const made = await ctx.db
      .insertInto('locations')
      .values(body)
      .returning(fields)
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
    await fillIn(ctx, made)
    if (made.is_default) await placesChanged(ctx)
    locationsChanged(ctx)
    return made
  },

  async update(ctx, { params, body }) {
    await lockWorkspace(ctx)
    const before = await findLocation(ctx, params.location_id)
    const after = withChange(before, body)
    mustHaveNone(await formProblems(ctx, after))
    if (after.is_default && !before.is_default) await unsetDefault(ctx)
    const { id: _, ...values } = after
    await ctx.db.updateTable('locations').set(values).where('id', '=', before.id).execute().catch(refuseTakenName)
    const hasOtherHolidays = after.country !== before.country || after.region !== before.region
    if (hasOtherHolidays) await replaceHolidays(ctx, after)
    if (hasOtherHolidays || after.is_default !== before.is_default) await placesChanged(ctx)
    locationsChanged(ctx)
    return after
  },

  async remove(ctx, { params }) {
    await lockWorkspace(ctx)
    const { id } = await findLocation(ctx, params.location_id)
    for (const table of ['people', 'openings', 'hires'] as const)
      await ctx.db.updateTable(table).set({ location_id: null }).where('location_id', '=', id).execute()
    await ctx.db.deleteFrom('locations').where('id', '=', id).execute()
    await placesChanged(ctx)
    changed(ctx, { roles: workspaceRoles, models: ['records'] })
    locationsChanged(ctx)
    return undefined
  },

  async calendars() {
    return calendars()
  },

  async holidays(ctx, { params, query }) {
    const { id } = await findLocation(ctx, params.location_id)
    const year = query.year ?? yearOf(ctx)
    return ctx.db
      .selectFrom('holidays')
      .select(holidayFields)
      .where('location_id', '=', id)
      .where('day', '>=', `${year}-01-01`)
      .where('day', '<=', `${year}-12-31`)
      .orderBy('day')
      .execute()
  },

  async addHoliday(ctx, { params, body }) {
    const { id } = await findLocation(ctx, params.location_id)
    const made = await ctx.db
      .insertInto('holidays')
      .values({ location_id: id, ...body, is_own: true })
      .returning(holidayFields)
      .executeTakeFirstOrThrow()
      .catch(refuseTakenDay)
    await holidaysChanged(ctx, [made.day])
    return made
  },

  async changeHoliday(ctx, { params, body }) {
    // Locked, so that no other change moves it between this read and the update.
    const before = await holidayWithId(ctx, params.holiday_id).forNoKeyUpdate().executeTakeFirst()
    const holiday = await ctx.db
      .updateTable('holidays')
      .set({ ...body, is_own: true })
      .where('id', '=', params.holiday_id)
      .returning(holidayFields)
      .executeTakeFirst()
      .catch(refuseTakenDay)
    if (!before || !holiday) throw notFound()
    await holidaysChanged(ctx, [before.day, holiday.day])
    return holiday
  },

  async removeHoliday(ctx, { params }) {
    const removed = await ctx.db.deleteFrom('holidays').where('id', '=', params.holiday_id).returning('day').executeTakeFirst()
    if (!removed) throw notFound()
    await holidaysChanged(ctx, [removed.day])
    return undefined
  },
}

export const locationJudges: Judges<Api['locations']> = {
  create: async (ctx, { body }) => formProblems(ctx, body),

  async update(ctx, { params, body }) {
    const before = await findLocation(ctx, params.location_id)
    return formProblems(ctx, withChange(before, body))
  },

  async addHoliday(ctx, { params, body }) {
    const { id } = await findLocation(ctx, params.location_id)
    return dayProblems(ctx, { location_id: id, day: body.day })
  },

  async changeHoliday(ctx, { params, body }) {
    const { id, location_id } = await findHoliday(ctx, params.holiday_id)
    return dayProblems(ctx, { id, location_id, day: body.day })
  },
}

const fields = ['id', 'name', 'country', 'region', 'timezone', 'is_default'] as const
const holidayFields = ['id', 'day', 'name', 'is_half'] as const

/** Everybody's directory shows where people are. */
const locationsChanged = (ctx: Ctx) => changed(ctx, { roles: workspaceRoles, models: ['locations', 'directory'] })

/** People are at other locations, or their locations have other holidays to come. */
const placesChanged = (ctx: Ctx) => workingTimeChanged(ctx, { from: ctx.tenant.today, cause: 'The holidays have changed' })

async function holidaysChanged(ctx: Ctx, days: readonly string[]) {
  for (const day of new Set(days)) await workingTimeChanged(ctx, { from: day, to: day, cause: 'The holidays have changed' })
  locationsChanged(ctx)
}

const holidayWithId = ({ db }: Ctx, id: number) =>
  db.selectFrom('holidays').select(['id', 'location_id', 'day']).where('id', '=', id)

async function findHoliday(ctx: Ctx, id: number) {
  const found = await holidayWithId(ctx, id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

async function findLocation({ db }: Ctx, id: number): Promise<Location> {
  const found = await db.selectFrom('locations').select(fields).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const unsetDefault = ({ db }: Ctx) =>
  db.updateTable('locations').set({ is_default: false }).where('is_default', '=', true).execute()

type Form = { [Key in keyof Location]?: Location[Key] | undefined }

/** The location as a change makes it. Another country has other regions. */
function withChange(before: Location, change: Form): Location {
  const after = { ...before, ...(change as Partial<Location>) }
  return change.country !== undefined && change.country !== before.country && change.region === undefined
    ? { ...after, region: null }
    : after
}

async function formProblems(ctx: Ctx, { id = 0, name, country, region }: Form): Promise<Problems> {
  return { ...(await nameProblems(ctx, name, id)), ...(await placeProblems(country, region)) }
}

async function nameProblems({ db }: Ctx, name: string | undefined, id: number): Promise<Problems> {
  if (name === undefined) return {}
  const other = await db
    .selectFrom('locations')
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

async function placeProblems(country: string | null = null, region: string | null = null): Promise<Problems> {
  if (country === null) return region === null ? {} : { region: [locationProblems.region] }
  const { isCountry, isRegion } = await findCalendar(country, region)
  if (!isCountry) return { country: [locationProblems.country] }
  return isRegion ? {} : { region: [locationProblems.region] }
}

const taken = { name: [locationProblems.taken] }
const takenDay = { day: [locationProblems.dayTaken] }

function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'locations_name' ? invalid(taken) : error
}

/** The problem of a day on which the location has another holiday. */
async function dayProblems(
  { db }: Ctx,
  holiday: { id?: number; location_id: number; day: string | undefined },
): Promise<Problems> {
  if (holiday.day === undefined) return {}
  const other = await db
    .selectFrom('holidays')
    .select('id')
    .where('location_id', '=', holiday.location_id)
    .where('day', '=', holiday.day)
    .where('id', '!=', holiday.id ?? 0)
    .executeTakeFirst()
  return other ? takenDay : {}
}

function refuseTakenDay(error: unknown): never {
  throw duplicateIn(error) === 'holidays_tenant_id_location_id_day_key' ? invalid(takenDay) : error
}

const yearOf = ({ tenant }: Pick<Ctx, 'tenant'>) => Number(tenant.today.slice(0, 4))

/** Fills in this year and the next, or what is left of them from a day on. */
async function fillIn({ db, tenant }: Ctx, place: HolidayPlace, from = '') {
  const year = yearOf({ tenant })
  const days = (await holidaysFor(place, year, year + 1)).filter(({ day }) => day >= from)
  await addHolidays(db, place.id, days)
  const filled_through = place.country === null ? null : year + 1
  await db.updateTable('locations').set({ filled_through }).where('id', '=', place.id).execute()
}

/** Keeps the holidays that HR has entered or changed, and the days that are over. */
async function replaceHolidays(ctx: Ctx, place: HolidayPlace) {
  await ctx.db
    .deleteFrom('holidays')
    .where('location_id', '=', place.id)
    .where('day', '>=', ctx.tenant.today)
    .where('is_own', '=', false)
    .execute()
  await fillIn(ctx, place, ctx.tenant.today)
}
