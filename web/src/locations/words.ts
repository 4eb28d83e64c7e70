import { type DirectoryPerson, type HolidayCalendar, holidayYears, type Location } from 'contract'

type Place = Pick<Location, 'country' | 'region'>

/** `Bavaria, Germany`; empty text without a country. */
export function placeName(calendars: readonly HolidayCalendar[], { country, region }: Place) {
  const calendar = calendars.find((each) => each.country === country)
  if (!calendar) return country ?? ''
  const part = calendar.regions.find((each) => each.region === region)
  return part ? `${part.name}, ${calendar.name}` : calendar.name
}

/** The effect of another country or region on the holidays of a location; undefined where there is none. */
export function changeInWords(calendars: readonly HolidayCalendar[], before: Place, after: Place) {
  if (before.country === after.country && before.region === after.region) return undefined
  const stays = 'Days that are over stay, and so does what HR has entered or changed.'
  if (after.country === null) return `The public holidays from today on are removed. ${stays}`
  const place = placeName(calendars, after)
  if (before.country === null) return `The public holidays of ${place} from today on are filled in. ${stays}`
  return `The holidays from today on are replaced by those of ${place}. ${stays}`
}

/** The question before a location is deleted. */
export function removalInWords({ id, name }: Location, { people, others }: { people: number; others: readonly Location[] }) {
  const next = others.find((other) => other.is_default && other.id !== id)
  const concerned = people === 1 ? '1 person works there' : `${people} people work there`
  const then = next ? `will have the default location, ${next.name}` : 'will have no location'
  return `Delete ${name} with its holidays? ${people === 0 ? 'Nobody works there.' : `${concerned} and ${then}.`}`
}

/** The number of people at each location. */
export function headcounts(people: readonly DirectoryPerson[]) {
  const counts = new Map<number, number>()
  for (const { location } of people) if (location !== null) counts.set(location, (counts.get(location) ?? 0) + 1)
  return counts
}

/** The year in an address, or else this one. */
export function yearIn(text: string | null, today: string) {
  const year = Number(text)
  return Number.isInteger(year) && year >= holidayYears.first && year <= holidayYears.last ? year : Number(today.slice(0, 4))
}

/** The reason why a list of holidays is empty. The next year's are filled in at once, later ones a year before. */
export function emptyInWords({ country }: Place, year: number, today: string) {
  if (country === null)
    return `No holidays of ${year} yet. Enter them here, or choose a country, and its public holidays are filled in.`
  const next = Number(today.slice(0, 4)) + 1
  return year > next
    ? `The public holidays of ${year} are filled in automatically in ${year - 1}. You can enter other days now.`
    : `There are no holidays of ${year}.`
}

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

/** `Mon`. */
export const weekdayOf = (day: string) => weekdays.format(Date.parse(day))

/** What is known about the holidays of a country. */
export function checkInWords({ checked }: Pick<HolidayCalendar, 'checked'>) {
  if (!checked) return 'These holidays were not compared with an official list. Look through them before you rely on them.'
  const { years, source } = checked
  return `The holidays of ${years.join(' and ')} were corrected by ${source}. Look through them before you rely on them.`
}
