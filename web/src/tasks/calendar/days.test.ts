import { describe, expect, test } from 'vitest'
import { byDay, daysOf, headingOf, inNext, nameOf, weekdayOf } from './days.ts'

const ends = (days: readonly string[]) => [days[0], days.at(-1), days.length]

describe('the days of a calendar', () => {
  test('a week goes from Monday to Sunday', () => {
    for (const date of ['2026-11-23', '2026-11-25', '2026-11-29'])
      expect(ends(daysOf(date, 'week', { isWhole: true, first_day: 1 }))).toEqual(['2026-11-23', '2026-11-29', 7])
  })

  test('a week begins on the workspace’s first day, and so does a month of whole weeks', () => {
    expect(ends(daysOf('2026-11-25', 'week', { isWhole: true, first_day: 0 }))).toEqual(['2026-11-22', '2026-11-28', 7])
    expect(ends(daysOf('2026-11-22', 'week', { isWhole: true, first_day: 0 }))).toEqual(['2026-11-22', '2026-11-28', 7])
    expect(ends(daysOf('2026-11-22', 'week', { isWhole: true, first_day: 6 }))).toEqual(['2026-11-21', '2026-11-27', 7])
    expect(ends(daysOf('2026-11-25', 'month', { isWhole: true, first_day: 0 }))).toEqual(['2026-11-01', '2026-12-05', 35])
    expect(headingOf('2026-11-25', 'week', 6)).toBe('21 – 27 Nov 2026')
  })

  test('a month has whole weeks, or its own days', () => {
    expect(ends(daysOf('2026-11-25', 'month', { isWhole: true, first_day: 1 }))).toEqual(['2026-10-26', '2026-12-06', 42])
    expect(ends(daysOf('2026-11-25', 'month', { isWhole: false, first_day: 1 }))).toEqual(['2026-11-01', '2026-11-30', 30])
    // It begins on a Monday and has 28 days.
    expect(ends(daysOf('2027-02-10', 'month', { isWhole: true, first_day: 1 }))).toEqual(['2027-02-01', '2027-02-28', 28])
    expect(ends(daysOf('2028-02-10', 'month', { isWhole: false, first_day: 1 }))).toEqual(['2028-02-01', '2028-02-29', 29])
  })

  test('the next and the previous one begin where this one ends', () => {
    expect([inNext('2026-11-25', 'week', 1), inNext('2026-11-25', 'week', -1)]).toEqual(['2026-12-02', '2026-11-18'])
    expect([inNext('2026-12-31', 'month', 1), inNext('2027-01-31', 'month', -1)]).toEqual(['2027-01-01', '2026-12-01'])
    expect([inNext('2027-01-31', 'month', 1), inNext('2027-03-31', 'month', -1)]).toEqual(['2027-02-01', '2027-02-01'])
  })
})

test('the heading names the month, or the days of the week', () => {
  expect(headingOf('2026-11-25', 'month', 1)).toBe('November 2026')
  expect(headingOf('2026-11-25', 'week', 1)).toBe('23 – 29 Nov 2026')
  expect(headingOf('2026-12-02', 'week', 1)).toBe('30 Nov – 6 Dec 2026')
  expect(headingOf('2026-12-31', 'week', 1)).toBe('28 Dec 2026 – 3 Jan 2027')
})

test('the name of a day is the same in every time zone', () => {
  expect(nameOf('2026-11-25')).toBe('Wednesday 25 November 2026')
  expect(weekdayOf('2026-11-01')).toBe('Sun')
})

test('each day has what is due on it, and what has no date comes last', () => {
  const due = (due_date: string | null, title: string) => ({ due_date, title })
  const items = [due('2026-11-24', 'a'), due(null, 'b'), due('2026-11-24', 'c'), due('2027-01-01', 'elsewhere')]
  const groups = byDay(['2026-11-23', '2026-11-24'], items)
  expect(groups.map(({ id, items: found }) => [id, found.map(({ title }) => title).join()])).toEqual([
    ['2026-11-23', ''],
    ['2026-11-24', 'a,c'],
    ['none', 'b'],
  ])
})
