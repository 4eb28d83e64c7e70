import { expect, test } from 'vitest'
import { contentsInWords, dueInWords } from './words.ts'

test.each([
  [0, 'joiner', 'on the first day'],
  [0, 'leaver', 'on the last day'],
  [-1, 'joiner', '1 day before the first day'],
  [-3, 'leaver', '3 days before the last day'],
  [7, 'joiner', '1 week after the first day'],
  [-14, 'leaver', '2 weeks before the last day'],
  [30, 'joiner', '30 days after the first day'],
] as const)('an item %i days away from the day of a %s is due %s', (days, kind, words) =>
  expect(dueInWords(days, kind)).toBe(words),
)

test('a template says how many items it has, and whose they are', () => {
  const item = (owner: 'hr' | 'manager' | 'person') => ({ title: 'Say hello', owner, days: 0 })
  expect(contentsInWords({ items: [item('person'), item('hr'), item('hr')] })).toBe('3 items: 2 for HR, 1 for the person')
  expect(contentsInWords({ items: [item('manager')] })).toBe('1 item: 1 for the manager')
})
