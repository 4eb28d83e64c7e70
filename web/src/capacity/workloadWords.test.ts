import { expect, test } from 'vitest'
import { awayInWeek, spanInWords, weekName } from './workloadWords.ts'

const absence = (from: string, to = from, noon: { starts_at_noon?: boolean; ends_at_noon?: boolean } = {}) => ({
  ...{ from, to, starts_at_noon: false, ends_at_noon: false },
  ...noon,
})
/** Monday to Sunday. */
const week = { from: '2026-12-07', until: '2026-12-13' }

test('a week is told by its days', () => {
  expect(spanInWords(week)).toBe('7–13 Dec')
  expect(spanInWords({ from: '2026-11-30', until: '2026-12-06' })).toBe('30 Nov – 6 Dec')
  expect(spanInWords({ from: '2026-11-29', until: '2026-11-29' })).toBe('29 Nov')
  expect([0, 1, 2].map((index) => weekName(week, index))).toEqual(['This week', 'Next week', '7–13 Dec'])
})

test('absences are told by the days of the week that they cover', () => {
  expect(awayInWeek([], week)).toBeUndefined()
  expect(awayInWeek([absence('2026-12-14')], week)).toBeUndefined()
  expect(awayInWeek([absence('2026-12-08', '2026-12-11')], week)).toBe('Away Tue–Fri')
  expect(awayInWeek([absence('2026-12-08')], week)).toBe('Away Tue')
  expect(awayInWeek([absence('2026-12-07'), absence('2026-12-10', '2026-12-11')], week)).toBe('Away Mon, Thu–Fri')
})

test('leave that goes on beside the week is told without the weekend', () => {
  expect(awayInWeek([absence('2026-12-09', '2026-12-18')], week)).toBe('Away Wed–Fri')
  expect(awayInWeek([absence('2026-12-03', '2026-12-08')], week)).toBe('Away Mon–Tue')
  expect(awayInWeek([absence('2026-12-09', '2026-12-13')], week)).toBe('Away Wed–Sun')
  expect(awayInWeek([absence('2026-12-01', '2026-12-20')], week)).toBe('Away all week')
  expect(awayInWeek([absence('2026-12-07', '2026-12-11')], week)).toBe('Away all week')
})

test('half days are told', () => {
  expect(awayInWeek([absence('2026-12-08', '2026-12-08', { starts_at_noon: true })], week)).toBe('Away Tue (afternoon)')
  expect(awayInWeek([absence('2026-12-08', '2026-12-08', { ends_at_noon: true })], week)).toBe('Away Tue (morning)')
  expect(awayInWeek([absence('2026-12-07', '2026-12-11', { starts_at_noon: true })], week)).toBe('Away Mon (from noon)–Fri')
})
