import type { Opening } from 'contract'
import { expect, test } from 'vitest'
import { type OpeningValues, openingForm, typedQuestions } from './form.ts'
import { matching, type OpeningRow, sorted } from './read.ts'
import { applicantsInWords, stateInWords, stateOf } from './states.ts'

const today = '2026-11-27'
const opening: Opening = {
  ...{ id: 1, title: 'Cook', department: 'Operations', location: null, description: '', closes_on: null, status: 'draft' },
  ...{ questions: [], applications: 0, new_applications: 0, created_at: '2026-11-01T08:00:00.000Z' },
}
const row = (part: Partial<OpeningRow>): OpeningRow => ({ ...opening, place: '', ...part })

test('a published opening is open until the end of its closing date', () => {
  const published = { status: 'published', closes_on: today } as const
  expect(stateOf(published, today)).toBe('published')
  expect(stateOf(published, '2026-11-28')).toBe('over')
  expect(stateInWords(published, '2026-11-28')).toBe('Closed on 27 Nov 2026')
  expect(stateOf({ ...published, status: 'draft' }, '2026-11-28')).toBe('draft')
  expect(stateOf({ ...published, closes_on: null }, '2030-01-01')).toBe('published')
})

test.each([
  [0, 0, 'No applicants'],
  [1, 0, '1 applicant'],
  [1, 1, '1 applicant, 1 new'],
  [12, 3, '12 applicants, 3 new'],
])('%i applicants of whom %i are new are %j', (applications, new_applications, words) =>
  expect(applicantsInWords({ applications, new_applications })).toBe(words),
)

test('openings are found by the words of their titles and by their states', () => {
  const rows = [
    row({ id: 1, title: 'Pastry chéf' }),
    row({ id: 2, title: 'Baker', status: 'published' }),
    row({ id: 3, title: 'Waiter', status: 'published', closes_on: '2026-11-26' }),
    row({ id: 4, title: 'Chef', status: 'closed' }),
  ]
  const found = (search: string, state: 'published' | 'closed' | '') =>
    matching(rows, { search, state, today }).map(({ id }) => id)
  expect(found('chef', '')).toEqual([1, 4])
  expect(found('', 'published')).toEqual([2])
  expect(found('', 'closed')).toEqual([3, 4])
})

test('openings are sorted by state, and those of a state by age', () => {
  const rows = [
    row({ id: 1, status: 'closed' }),
    row({ id: 2, status: 'published', closes_on: '2026-01-01' }),
    row({ id: 3, created_at: '2026-11-02T08:00:00.000Z' }),
    row({ id: 4, created_at: '2026-11-03T08:00:00.000Z' }),
    row({ id: 5, status: 'published' }),
  ]
  const ids = (key: 'state' | 'created', isDescending = false) => sorted(rows, { key, isDescending }, today).map(({ id }) => id)
  expect(ids('state')).toEqual([5, 4, 3, 2, 1])
  expect(ids('created', true)).toEqual([4, 3, 5, 2, 1])
})

test('those without a location come last, and titles are in the order of a person', () => {
  const rows = [row({ id: 1, title: 'Level 10' }), row({ id: 2, title: 'level 9', place: 'Berlin' })]
  const ids = (key: 'location' | 'title', isDescending = false) => sorted(rows, { key, isDescending }, today).map(({ id }) => id)
  expect(ids('location')).toEqual([2, 1])
  expect(ids('location', true)).toEqual([2, 1])
  expect(ids('title')).toEqual([2, 1])
})

const values: OpeningValues = { ...openingForm.from(opening), title: 'Cook' }

test('a closing date may not be set into the past, but may have passed', () => {
  const problemOf = (closes_on: string, before: string) =>
    openingForm.problems({ ...values, closes_on }, { today, before }).closes_on
  expect(problemOf('2026-11-26', '')).toBe('The closing date can’t be in the past.')
  expect(problemOf('2026-11-26', '2026-11-26')).toBeUndefined()
  expect(problemOf(today, '')).toBeUndefined()
})

test('white space around a text is no change, and a question keeps its order', () => {
  const questions = typedQuestions([
    { text: ' Why? ', is_required: true, is_long: false },
    { text: 'When?', is_required: false, is_long: true },
  ])
  expect(openingForm.toBody({ ...values, title: ' Cook ', questions })).toMatchObject({
    title: 'Cook',
    questions: [
      { text: 'Why?', is_required: true, is_long: false },
      { text: 'When?', is_required: false, is_long: true },
    ],
  })
})

test('each question needs a text, and an opening has at most twenty', () => {
  const problemOf = (...texts: string[]) =>
    openingForm.problems(
      { ...values, questions: typedQuestions(texts.map((text) => ({ text, is_required: false, is_long: false }))) },
      { today, before: '' },
    ).questions
  expect(problemOf('Why?')).toBeUndefined()
  expect(problemOf('Why?', ' ')).toBe('Enter the question.')
  expect(problemOf(...Array<string>(21).fill('Why?'))).toBe('An opening has at most 20 questions.')
})
