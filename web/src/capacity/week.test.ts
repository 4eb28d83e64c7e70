import { expect, test } from 'vitest'
import { absenceSoon, arithmeticOf, missingInWords, overdueInWords, percentOf, toneOf, weekInShort } from './week.ts'

type Hours = { scheduled?: number; holidays?: number; leave?: number; planned?: number; done?: number; overdue?: number }
const week = ({ scheduled = 40, holidays = 0, leave = 0, planned = 0, done = 0, overdue = 0 }: Hours = {}) => {
  const minutes = { scheduled: scheduled * 60, holidays: holidays * 60, leave: leave * 60 }
  return { from: '2026-08-03', until: '2026-08-09', ...minutes, planned, done, overdue }
}

test('a week is nearly full above 80 percent, and over above its capacity', () => {
  expect(toneOf(week({ planned: 32 }))).toBe('free')
  expect(toneOf(week({ planned: 32.1 }))).toBe('nearly')
  expect(toneOf(week({ planned: 40 }))).toBe('nearly')
  expect(toneOf(week({ planned: 40.1 }))).toBe('over')
  expect(toneOf(week({ leave: 40, planned: 1 }))).toBe('over')
  expect(toneOf(week({ leave: 40 }))).toBe('free')
})

test('what is planned is told as a part of the capacity', () => {
  expect(percentOf(week({ leave: 24, planned: 12 }))).toBe(75)
  expect(percentOf(week({ leave: 40, planned: 12 }))).toBeUndefined()
  expect(weekInShort(week({ leave: 24, planned: 12 }))).toBe('12 of 16 h')
  expect(weekInShort(week({ leave: 40, planned: 12.5 }))).toBe('12.5 h, away all week')
  expect(weekInShort(week({ scheduled: 0, planned: 14 }))).toBe('14 h, no working days')
  expect(weekInShort(week())).toBe('0 of 40 h')
})

test('a week without working time says why', () => {
  expect(weekInShort(week({ leave: 40 }))).toBe('Away all week')
  expect(weekInShort(week({ holidays: 40 }))).toBe('Holidays')
  expect(weekInShort(week({ scheduled: 0 }))).toBe('No working days')
})

test('the arithmetic leaves out what there is none of', () => {
  expect(arithmeticOf(week({ holidays: 8, leave: 16, planned: 12 }))).toBe(
    '40 h scheduled − 8 h holidays − 16 h away = 16 h. 12 h are planned, 75 %.',
  )
  expect(arithmeticOf(week({ planned: 1 }))).toBe('40 h scheduled. 1 h is planned, 3 %.')
  expect(arithmeticOf(week({ planned: 20, done: 1 }))).toBe('40 h scheduled. 20 h are planned, 50 %, of which 1 h is done.')
  expect(arithmeticOf(week({ leave: 40, planned: 2 }))).toBe(
    '40 h scheduled − 40 h away = 0 h. 2 h are planned, which is too much.',
  )
  expect(arithmeticOf(week())).toBe('40 h scheduled. Nothing is planned.')
})

test('overdue work is told apart from the work of the week', () => {
  expect(overdueInWords(week({ overdue: 2.5 }))).toBe('2.5 h overdue')
  expect(overdueInWords(week({ planned: 3 }))).toBeUndefined()
})

test('an absence is shown from two weeks before it', () => {
  const absences = [
    { from: '2026-08-01', to: '2026-08-02' },
    { from: '2026-08-17', to: '2026-08-20' },
  ]
  expect(absenceSoon(absences, '2026-08-02')).toBe(absences[0])
  expect(absenceSoon(absences, '2026-08-03')).toBe(absences[1])
  expect(absenceSoon(absences.slice(1), '2026-08-02')).toBeUndefined()
})

test('missing estimates are counted', () => {
  expect([1, 3].map(missingInWords)).toEqual(['1 subtask without an estimate', '3 subtasks without an estimate'])
})
