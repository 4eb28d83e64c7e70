import { expect, test } from 'vitest'
import { changeInWords, checkInWords, emptyInWords, headcounts, placeName, removalInWords, yearIn } from './words.ts'

const calendars = [
  { country: 'AT', name: 'Austria', timezones: ['Europe/Vienna'], regions: [], checked: null },
  { country: 'DE', name: 'Germany', timezones: ['Europe/Berlin'], regions: [{ region: 'BE', name: 'Berlin' }], checked: null },
]
const nowhere = { country: null, region: null }
const austria = { country: 'AT', region: null }
const berlin = { country: 'DE', region: 'BE' }
const location = (id: number, name: string, is_default = false) => ({ id, name, is_default, ...nowhere, timezone: 'UTC' })

test('a place is named by region and country', () => {
  expect(placeName(calendars, berlin)).toBe('Berlin, Germany')
  expect(placeName(calendars, austria)).toBe('Austria')
  expect(placeName(calendars, nowhere)).toBe('')
  expect(placeName(calendars, { country: 'XX', region: null })).toBe('XX')
})

test('a change of the country says beforehand what happens to the holidays', () => {
  expect(changeInWords(calendars, berlin, { ...berlin })).toBeUndefined()
  expect(changeInWords(calendars, berlin, austria)).toContain('from today on are replaced by those of Austria.')
  expect(changeInWords(calendars, berlin, { country: 'DE', region: null })).toContain('by those of Germany.')
  expect(changeInWords(calendars, berlin, nowhere)).toContain('from today on are removed.')
  expect(changeInWords(calendars, nowhere, berlin)).toContain('of Berlin, Germany from today on are filled in.')
})

test('the question before a deletion says whom it concerns', () => {
  const [hut, office] = [location(1, 'Hut'), location(2, 'Office', true)]
  const question = (people: number, of = hut) => removalInWords(of, { people, others: [hut, office] })
  expect(question(0)).toBe('Delete Hut with its holidays? Nobody works there.')
  expect(question(1)).toContain('1 person works there and will have the default location, Office.')
  expect(question(12, office)).toContain('12 people work there and will have no location.')
})

test('people are counted where they work', () => {
  const person = (id: number, at: number | null) => ({
    ...{ id, full_name: '', email: '', role: 'developer' as const, job_title: '', department: '', phone: '', away_until: null },
    ...{ reports_to: null, location: at },
  })
  expect([...headcounts([person(1, 7), person(2, null), person(3, 7)])]).toEqual([[7, 2]])
})

test.each([
  ['2027', 2027],
  ['1999', 2026],
  ['2101', 2026],
  ['20.5', 2026],
  ['soon', 2026],
  [null, 2026],
])('the year %j of an address is %i', (text, year) => expect(yearIn(text, '2026-11-27')).toBe(year))

test('an empty year says why it is empty', () => {
  expect(emptyInWords(nowhere, 2026, '2026-11-27')).toContain('choose a country')
  expect(emptyInWords(austria, 2028, '2026-11-27')).toContain('are filled in automatically in 2027')
  expect(emptyInWords(austria, 2019, '2026-11-27')).toBe('There are no holidays of 2019.')
})

test('a country says which of its holidays were corrected, and by what', () => {
  expect(checkInWords({ checked: null })).toContain('were not compared with an official list')
  expect(checkInWords({ checked: { years: [2026, 2027], source: 'Law 1' } })).toBe(
    'The holidays of 2026 and 2027 were corrected by Law 1. Look through them before you rely on them.',
  )
})
