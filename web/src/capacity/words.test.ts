import { expect, test } from 'vitest'
import { awayInShort, periodInWords } from './words.ts'

const today = '2026-08-01'
const period = (from: string, to = from, noon: { starts_at_noon?: boolean; ends_at_noon?: boolean } = {}) => ({
  ...{ from, to, starts_at_noon: false, ends_at_noon: false },
  ...noon,
})

test('a period is told by its days, and by its noons where it has some', () => {
  expect(periodInWords(period('2026-08-03'), today)).toBe('Mon 3 Aug')
  expect(periodInWords(period('2026-08-03', '2026-08-07'), today)).toBe('Mon 3 Aug – Fri 7 Aug')
  expect(periodInWords(period('2026-08-03', '2026-08-03', { starts_at_noon: true }), today)).toBe('Mon 3 Aug (afternoon)')
  expect(periodInWords(period('2026-08-03', '2026-08-03', { ends_at_noon: true }), today)).toBe('Mon 3 Aug (morning)')
  expect(periodInWords(period('2026-08-03', '2026-08-07', { starts_at_noon: true, ends_at_noon: true }), today)).toBe(
    'Mon 3 Aug (from noon) – Fri 7 Aug (until noon)',
  )
})

test('a day of another year is told with its year', () => {
  expect(periodInWords(period('2026-12-28', '2027-01-05'), today)).toBe('Mon 28 Dec – Tue 5 Jan 2027')
})

test('an absence is told in short, after “away”', () => {
  const shown = (...of: Parameters<typeof period>) => awayInShort(period(...of), today)
  expect(shown('2026-08-03', '2026-08-07')).toBe('3–7 Aug')
  expect(shown('2026-08-28', '2026-09-03')).toBe('28 Aug – 3 Sep')
  expect(shown('2026-12-28', '2027-01-05')).toBe('28 Dec – 5 Jan 2027')
  expect(shown('2026-08-03')).toBe('on 3 Aug')
  expect(shown('2026-08-03', '2026-08-03', { starts_at_noon: true })).toBe('on 3 Aug (afternoon)')
})

test('an absence that has begun is told by its end', () => {
  const shown = (...of: Parameters<typeof period>) => awayInShort(period(...of), today)
  expect(shown('2026-07-28', '2026-08-04')).toBe('until 4 Aug')
  expect(shown('2026-08-01', '2027-01-04')).toBe('until 4 Jan 2027')
  expect(shown('2026-07-28', '2026-08-01')).toBe('today')
  expect(shown('2026-08-01', '2026-08-01', { ends_at_noon: true })).toBe('today (morning)')
})
