// Public holidays by country and region, from the library date-holidays. It takes time and memory, so it is loaded when it is needed first.
import { setImmediate } from 'node:timers/promises'
import { addDays, type Holiday, type HolidayCalendar } from 'contract'

const language = 'en'
const dayLength = 86_400_000

const load = async () => (await import('date-holidays')).default

let known: Promise<HolidayCalendar[]> | undefined

/** Every country with its regions, by name. */
export function calendars(): Promise<HolidayCalendar[]> {
  known ??= list()
  return known
}

async function list() {
  const Library = await load()
  const all: HolidayCalendar[] = []
  const source = new Library()
  for (const [country, name] of Object.entries(source.getCountries(language))) {
    const states = Object.entries(source.getStates(country, language) ?? {})
    const regions = states.flatMap(([state, stateName]) => [
      { region: state, name: stateName },
      ...Object.entries(source.getRegions(country, state, language) ?? {}).map(([part, partName]) => ({
        region: `${state}-${part}`,
        name: `${stateName}, ${partName}`,
      })),
    ])
    all.push({ country, name, timezones: new Library(country).getTimezones(), regions })
    // Other requests go on meanwhile.
    await setImmediate()
  }
  return all.sort((a, b) => a.name.localeCompare(b.name, language))
}

export type Day = Pick<Holiday, 'day' | 'name' | 'is_half'>

type Correction = {
  /** Whole days of a feast after its eve, on which the afternoon is off, by the beginning of the library's rule. */
  feasts?: Readonly<Record<string, { days: number }>>
  /** Afternoons that the library lacks, by day. */
  halves?: Readonly<Record<string, string>>
}

const corrections: Readonly<Record<string, Correction>> = {
  // Law 2429 on national and general holidays, articles 1 and 2. The library has the hours of both together, from the sunset before.
  TR: {
    feasts: { '1 Shawwal': { days: 3 }, '10 Dhu al-Hijjah': { days: 4 } },
    halves: { '10-28': 'Eve of Republic Day' },
  },
}

/** The public holidays of a year: one for each day, by day. A holiday that starts at noon or later is half a day. */
export async function holidaysOf(country: string, region: string | null, year: number): Promise<Day[]> {
  const Library = await load()
  const [state = '', part = ''] = region?.split('-') ?? []
  const calendar = part ? new Library(country, state, part) : state ? new Library(country, state) : new Library(country)
  const days = new Map<string, Day>()
  const { feasts = {}, halves = {} } = corrections[country] ?? {}
  for (const { date, start, end, name, type, rule } of calendar.getHolidays(year, language)) {
    if (type !== 'public') continue
    // A day that begins at sunset is off on the date that it has, though its start is on the one before.
    const [first = '', hour = 0] = [date.slice(0, 10), Number(date.slice(11, 13))]
    const feast = Object.entries(feasts).find(([of]) => rule.startsWith(of))?.[1]
    const length = feast?.days ?? Math.max(1, Math.round((end.getTime() - start.getTime()) / dayLength))
    if (feast) add(days, { day: addDays(first, -1), name: `Eve of ${name}`, is_half: true })
    for (let n = 0; n < length; n++) add(days, { day: addDays(first, n), name, is_half: n === 0 && hour >= 12 })
  }
  for (const [day, name] of Object.entries(halves)) add(days, { day: `${year}-${day}`, name, is_half: true })
  return [...days.values()].filter(({ day }) => day.startsWith(String(year))).sort((a, b) => a.day.localeCompare(b.day))
}

/** Two holidays may fall on the same day. */
function add(days: Map<string, Day>, { day, name, is_half }: Day) {
  const other = days.get(day)
  days.set(day, other ? { day, name: `${other.name}, ${name}`, is_half: other.is_half && is_half } : { day, name, is_half })
}

/** Whether the holidays of this country, and region of it, are known. */
export async function findCalendar(country: string, region: string | null) {
  const calendar = (await calendars()).find((each) => each.country === country)
  return {
    isCountry: calendar !== undefined,
    isRegion: region === null || Boolean(calendar?.regions.some((each) => each.region === region)),
  }
}
