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

/** The public holidays of a year: one for each day, by day. A holiday that starts at noon or later is half a day. */
export async function holidaysOf(country: string, region: string | null, year: number): Promise<Day[]> {
  const Library = await load()
  const [state = '', part = ''] = region?.split('-') ?? []
  const calendar = part ? new Library(country, state, part) : state ? new Library(country, state) : new Library(country)
  const days = new Map<string, Day>()
  for (const { date, start, end, name, type } of calendar.getHolidays(year, language)) {
    if (type !== 'public') continue
    // A day that begins at sunset is off on the date that it has, though its start is on the one before.
    const [first = '', hour = 0] = [date.slice(0, 10), Number(date.slice(11, 13))]
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayLength))
    for (let n = 0; n < length; n++) add(days, { day: addDays(first, n), name, is_half: n === 0 && hour >= 12 })
  }
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
