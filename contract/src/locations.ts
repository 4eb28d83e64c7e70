// Locations of people, with their time zones and holidays.
import { z } from 'zod'
import { date, id, idText, Nothing, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'
import { entryRule, lineRule } from './rules.ts'
import { workspaceRules } from './workspace.ts'

export const mostLocations = 200
/** Holidays can be entered for these years. */
export const holidayYears = { first: 2000, last: 2100 } as const

export const locationProblems = {
  taken: 'There is a location with this name already.',
  tooMany: `A workspace can have at most ${mostLocations} locations.`,
  country: 'Choose a country of the list.',
  region: 'Choose a region of the list.',
  dayTaken: 'There is a holiday on this day already.',
  year: `Choose a year from ${holidayYears.first} to ${holidayYears.last}.`,
} as const

export const locationRules = {
  name: lineRule({ empty: 'Name is required.', max: 100 }),
  holiday: lineRule({ empty: 'Name is required.', max: 100 }),
}

export const Location = z.object({
  id,
  name: z.string(),
  /** ISO 3166-1, such as `DE`. Null where HR enters all holidays. */
  country: z.string().nullable(),
  /** As in `HolidayCalendar`. */
  region: z.string().nullable(),
  timezone: z.string(),
  /** The location of people for whom none is entered. At most one is. */
  is_default: z.boolean(),
})
export type Location = z.output<typeof Location>

/** A day off. Of a half one, the afternoon is off. */
export const Holiday = z.object({ id, day: date, name: z.string(), is_half: z.boolean() })
export type Holiday = z.output<typeof Holiday>

/** A country whose public holidays are known. */
export const HolidayCalendar = z.object({
  country: z.string(),
  name: z.string(),
  timezones: z.array(z.string()),
  /** States and their parts, such as `BY` and `BY-A`. */
  regions: z.array(z.object({ region: z.string(), name: z.string() })),
  /** The years whose days were compared with what the government publishes. Null: none were. */
  checked: z.object({ years: z.array(z.number().int()), source: z.string() }).nullable(),
})
export type HolidayCalendar = z.output<typeof HolidayCalendar>

const code = ruled(entryRule({ max: 20 })).nullable()
const notFlag = 'Choose true or false.'
const flag = z.boolean(notFlag)
const locationFields = {
  name: ruled(locationRules.name),
  country: code,
  region: code,
  timezone: ruled(workspaceRules.timezone),
  is_default: flag,
}
const LocationForm = z.object({
  ...locationFields,
  country: code.default(null),
  region: code.default(null),
  is_default: flag.default(false),
})
const holidayFields = { day: date, name: ruled(locationRules.holiday), is_half: flag }
const HolidayForm = z.object({ ...holidayFields, is_half: flag.default(false) })
// A change has no defaults: they would overwrite what it leaves out.
const LocationChange = z.object(locationFields).partial()
const HolidayChange = z.object(holidayFields).partial()

const year = z
  .string(locationProblems.year)
  .regex(/^20\d\d$|^2100$/, locationProblems.year)
  .transform(Number)
const ofLocation = z.object({ location_id: idText })
const ofHoliday = z.object({ holiday_id: idText })

export const locations = {
  /** By name. */
  list: workspace({
    route: 'GET /api/locations/',
    models: ['locations'],
    access: workspaceRoles,
    is_kept_on_device: true,
    returns: z.array(Location),
  }),
  /** Fills in the public holidays of its country for this year and the next. Later years follow in time. */
  create: workspace({ route: 'POST /api/locations/', access: ['hr'], status: 201, body: LocationForm, returns: Location }),
  /** Another country or region replaces the holidays to come, apart from those that HR has entered or changed. */
  update: workspace({
    route: 'PATCH /api/locations/:location_id/',
    access: ['hr'],
    params: ofLocation,
    body: LocationChange,
    returns: Location,
  }),
  /** Its people have the default location then. */
  remove: workspace({
    route: 'DELETE /api/locations/:location_id/',
    access: ['hr'],
    status: 204,
    params: ofLocation,
    returns: Nothing,
  }),
  calendars: workspace({ route: 'GET /api/holiday-calendars/', access: ['hr'], returns: z.array(HolidayCalendar) }),
  /** The holidays of a year, by default this one, by day. */
  holidays: workspace({
    route: 'GET /api/locations/:location_id/holidays/',
    models: ['locations'],
    access: workspaceRoles,
    params: ofLocation,
    query: z.object({ year: year.optional() }),
    returns: z.array(Holiday),
  }),
  addHoliday: workspace({
    route: 'POST /api/locations/:location_id/holidays/',
    access: ['hr'],
    status: 201,
    params: ofLocation,
    body: HolidayForm,
    returns: Holiday,
  }),
  changeHoliday: workspace({
    route: 'PATCH /api/holidays/:holiday_id/',
    access: ['hr'],
    params: ofHoliday,
    body: HolidayChange,
    returns: Holiday,
  }),
  removeHoliday: workspace({
    route: 'DELETE /api/holidays/:holiday_id/',
    access: ['hr'],
    status: 204,
    params: ofHoliday,
    returns: Nothing,
  }),
}
