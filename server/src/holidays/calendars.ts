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
    all.push({
      country,
      name,
      timezones: new Library(country).getTimezones(),
      regions: regionsIn(source, country),
      checked: corrections[country]?.checked ?? null,
    })
    // Other requests go on meanwhile.
    await setImmediate()
  }
  return all.sort((a, b) => a.name.localeCompare(b.name, language))
}

type Source = InstanceType<Awaited<ReturnType<typeof load>>>

const regionsIn = (source: Source, country: string) =>
  Object.entries(source.getStates(country, language) ?? {}).flatMap(([state, stateName]) => [
    { region: state, name: stateName },
    ...Object.entries(source.getRegions(country, state, language) ?? {}).map(([part, partName]) => ({
      region: `${state}-${part}`,
      name: `${stateName}, ${partName}`,
    })),
  ])

/** Whether the holidays of this country, and region of it, are known. Cheaper than `calendars`, for a transaction that waits. */
export async function findCalendar(country: string, region: string | null) {
  const Library = await load()
  const source = new Library()
  const isCountry = Object.hasOwn(source.getCountries(language), country)
  return {
    isCountry,
    isRegion: region === null || (isCountry && regionsIn(source, country).some((each) => each.region === region)),
  }
}

export type Day = Pick<Holiday, 'day' | 'name' | 'is_half'>

type Names = Readonly<Record<string, string>>
/** The errors and omissions of the library. Days are `MM-DD`. */
type Correction = {
  /** The years whose days were compared with what the government publishes, and what that is. */
  checked?: { years: number[]; source: string }
  /** Names that are no public holidays, or fall on another day. */
  without?: readonly string[]
  /** Days of every year, and of some. */
  always?: Names
  in?: Readonly<Record<number, Names>>
  /** Days of some years on which the library has a holiday, and none is. */
  notIn?: Readonly<Record<number, readonly string[]>>
  /** Days that move to the Monday after a weekend. */
  mondays?: readonly string[]
  /** Whole days of a feast after its eve, on which the afternoon is off, by the beginning of the library's rule. */
  feasts?: Readonly<Record<string, number>>
  /** Afternoons. */
  halves?: Names
  /** The list is that of the country without its regions. */
  isNational?: boolean
}

const bothYears = [2026, 2027]
const corrections: Readonly<Record<string, Correction>> = {
  BD: { without: ["Mujib's Birthday & Children's Day", 'National Mourning Day'] },
  BR: { checked: { years: bothYears, source: 'Laws 662/1949, 6.802/1980 and 14.759/2023' } },
  CN: {
    checked: { years: [2026], source: 'Notice of the State Council of 4 November 2025' },
    // Half a day for some people only; since 2025, the eve and three days of the Spring Festival, and two days in May.
    without: ["International Women's Day", 'Youth Day', "Children's Day", 'Army Day'],
    always: { '05-02': 'Labour Day' },
    in: {
      2026: {
        '01-02': "New Year's Day",
        ...{ '02-19': 'Spring Festival', '02-20': 'Spring Festival', '02-23': 'Spring Festival' },
        ...{ '04-06': 'Qingming Festival', '05-04': 'Labour Day', '05-05': 'Labour Day' },
        ...{ '10-05': 'National Day', '10-06': 'National Day', '10-07': 'National Day' },
      },
      2027: { '02-08': 'Spring Festival' },
    },
  },
  DE: { checked: { years: bothYears, source: 'Unification Treaty, article 2, and the laws of the states' } },
  ET: {
    // Proclamation 1334/2024.
    without: ['Christmas Day', 'Day of Lament', 'First day of Ramadan'],
    always: { '01-07': 'Christmas Day', '05-01': 'Labour Day', '05-05': "Patriots' Victory Day" },
  },
  GB: { checked: { years: bothYears, source: 'gov.uk/bank-holidays' } },
  ID: {
    checked: { years: [2026], source: 'Joint decree 1497, 2 and 5 of 2025 of three ministers' },
    notIn: { 2026: ['03-20'] },
    in: { 2026: { '03-21': 'End of Ramadan (Eid al-Fitr)', '03-22': 'End of Ramadan (Eid al-Fitr)', '04-05': 'Easter Sunday' } },
  },
  IN: {
    checked: { years: [2026], source: 'Office memorandum of the Department of Personnel of 3 July 2025, for Delhi' },
    isNational: true,
    notIn: { 2026: ['04-14'] },
    in: {
      2026: {
        ...{
          '03-04': 'Holi',
          '03-21': 'Id-ul-Fitr',
          '03-26': 'Ram Navami',
          '03-31': 'Mahavir Jayanti',
          '05-01': 'Buddha Purnima',
        },
        ...{ '05-27': 'Id-ul-Zuha', '06-26': 'Muharram', '08-26': 'Milad-un-Nabi', '09-04': 'Janmashtami', '10-20': 'Dussehra' },
        ...{ '11-08': 'Diwali', '11-24': "Guru Nanak's Birthday" },
      },
    },
  },
  JP: { checked: { years: bothYears, source: 'Cabinet Office' } },
  MX: { checked: { years: bothYears, source: 'Federal Labour Law, article 74' } },
  // Holidays of schools.
  NG: { without: ["Children's Day", 'National Youth Day'] },
  PH: {
    checked: { years: [2026], source: 'Proclamation 1006 of 2025' },
    always: {
      ...{ '08-21': 'Ninoy Aquino Day', '11-01': "All Saints' Day", '12-08': 'Immaculate Conception' },
      '12-31': 'Last Day of the Year',
    },
    without: ['Easter Sunday'],
    in: {
      2026: { '02-17': 'Chinese New Year', '04-04': 'Black Saturday', '11-02': "All Souls' Day", '12-24': 'Christmas Eve' },
    },
  },
  RU: {
    checked: { years: [2026], source: 'Labour Code, article 112, and decree 1466 of 24 September 2025' },
    mondays: ['02-23', '03-08', '05-01', '05-09', '06-12', '11-04'],
    in: { 2026: { '01-09': 'New Year Holiday', '12-31': 'New Year Holiday' } },
  },
  TH: {
    checked: { years: [2026], source: 'Resolutions of the Cabinet for 2026' },
    always: { '05-01': 'Labour Day' },
    in: {
      2026: {
        ...{ '01-02': 'Special holiday', '06-01': 'Vesak Day (substitute day)' },
        '12-07': "King Bhumibol Adulyadej's Birthday (substitute day)",
      },
    },
  },
  TR: {
    checked: { years: bothYears, source: 'Law 2429, articles 1 and 2' },
    // The library has the hours of the eve and the days together, from the sunset before.
    feasts: { '1 Shawwal': 3, '10 Dhu al-Hijjah': 4 },
    halves: { '10-28': 'Eve of Republic Day' },
  },
  US: { checked: { years: bothYears, source: 'Office of Personnel Management' } },
  VN: {
    checked: { years: [2026], source: 'Labour Code, articles 111 and 112' },
    in: { 2026: { '04-27': 'Hung Kings Commemorations (substitute day)', '09-01': 'National Day' } },
  },
}

/** The public holidays of a year: one for each day, by day. A holiday that starts at noon or later is half a day. */
export async function holidaysOf(country: string, region: string | null, year: number): Promise<Day[]> {
  const Library = await load()
  const [state = '', part = ''] = region?.split('-') ?? []
  const calendar = part ? new Library(country, state, part) : state ? new Library(country, state) : new Library(country)
  const days = new Map<string, Day>()
  const { feasts = {}, without = [], ...correction } = correctionOf(country, region)
  for (const { date, start, end, name, type, rule } of calendar.getHolidays(year, language)) {
    if (type !== 'public' || without.includes(name)) continue
    // A day that begins at sunset is off on the date that it has, though its start is on the one before.
    const [first = '', hour = 0] = [date.slice(0, 10), Number(date.slice(11, 13))]
    const [, feast] = Object.entries(feasts).find(([of]) => rule.startsWith(of)) ?? []
    const length = feast ?? Math.max(1, Math.round((end.getTime() - start.getTime()) / dayLength))
    if (feast) add(days, { day: addDays(first, -1), name: `Eve of ${name}`, is_half: true })
    for (let n = 0; n < length; n++) add(days, { day: addDays(first, n), name, is_half: n === 0 && hour >= 12 })
  }
  correctDays(days, year, correction)
  return [...days.values()].filter(({ day }) => day.startsWith(String(year))).sort((a, b) => a.day.localeCompare(b.day))
}

function correctionOf(country: string, region: string | null): Correction {
  const correction = corrections[country] ?? {}
  return correction.isNational && region !== null ? {} : correction
}

function correctDays(
  days: Map<string, Day>,
  year: number,
  { notIn, always = {}, halves = {}, mondays = [], ...rest }: Correction,
) {
  for (const day of notIn?.[year] ?? []) days.delete(`${year}-${day}`)
  for (const [day, name] of Object.entries({ ...always, ...rest.in?.[year] })) {
    const date = `${year}-${day}`
    if (!days.has(date)) days.set(date, { day: date, name, is_half: false })
  }
  for (const [day, name] of Object.entries(halves)) add(days, { day: `${year}-${day}`, name, is_half: true })
  for (const day of mondays) {
    const [date, weekday] = [`${year}-${day}`, new Date(`${year}-${day}`).getUTCDay()]
    const monday = addDays(date, weekday === 6 ? 2 : 1)
    const name = days.get(date)?.name
    if (name && (weekday === 6 || weekday === 0) && !days.has(monday))
      days.set(monday, { day: monday, name: `${name} (substitute day)`, is_half: false })
  }
}

/** Two holidays may fall on the same day. */
function add(days: Map<string, Day>, { day, name, is_half }: Day) {
  const other = days.get(day)
  days.set(day, other ? { day, name: `${other.name}, ${name}`, is_half: other.is_half && is_half } : { day, name, is_half })
}
