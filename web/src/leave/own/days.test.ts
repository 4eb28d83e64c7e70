import type { LeaveStatus } from 'contract'
import { expect, test } from 'vitest'
import { byTime, isWeekend, markedDays, marksOf, nextDaysOff } from './days.ts'

const today = '2026-08-05'
const request = (from: string, to: string, status: LeaveStatus = 'approved', starts_at_noon = false) => ({
  ...{ from, to, status, starts_at_noon },
  ends_at_noon: false,
})
const holiday = (day: string, name: string, is_half = false) => ({ day, name, is_half })

test('weekends are Saturday and Sunday', () => {
  expect(['2026-08-07', '2026-08-08', '2026-08-09', '2026-08-10'].map(isWeekend)).toEqual([false, true, true, false])
})

test('the calendar marks days that are taken, and says what they are', () => {
  const taken = markedDays([
    request('2026-08-10', '2026-08-11', 'approved', true),
    request('2026-08-12', '2026-08-12', 'pending'),
    request('2026-08-13', '2026-08-13', 'cancelled'),
  ])
  const holidays = new Map([['2026-08-11', holiday('2026-08-11', 'Harvest', true)]])
  const wordsOf = (day: string) => marksOf({ holidays, taken }, day).words
  expect(['2026-08-10', '2026-08-11', '2026-08-12', '2026-08-13'].map(wordsOf)).toEqual([
    'afternoon: leave already',
    'Harvest (afternoon), leave already',
    'requested already',
    '',
  ])
  expect(marksOf({ holidays, taken }, '2026-08-11')).toMatchObject({ 'data-is-holiday': true, 'data-is-taken': true })
})

test('the next days off are approved leave and holidays outside of it, the earliest first', () => {
  const rows = nextDaysOff({
    requests: [
      request('2026-09-01', '2026-09-04'),
      request('2026-08-04', '2026-08-06'),
      request('2026-08-20', '2026-08-20', 'pending'),
      request('2026-07-01', '2026-07-02'),
    ],
    holidays: [
      holiday('2026-09-02', 'In leave'),
      holiday('2026-08-08', 'On a Saturday'),
      holiday('2026-08-14', 'Founders'),
      holiday('2026-08-03', 'Over'),
    ],
    today,
  })
  expect(rows.map((row) => ('from' in row ? row.from : row.name))).toEqual(['2026-08-04', 'Founders', '2026-09-01'])
})

test('requests to come are listed from the earliest, and others below from the latest', () => {
  const { coming, past } = byTime(
    [
      request('2026-10-01', '2026-10-02', 'declined'),
      request('2026-09-01', '2026-09-02', 'pending'),
      request('2026-08-05', '2026-08-05'),
      request('2026-07-01', '2026-07-02'),
    ],
    today,
  )
  expect(coming.map(({ from }) => from)).toEqual(['2026-08-05', '2026-09-01'])
  expect(past.map(({ from }) => from)).toEqual(['2026-10-01', '2026-07-01'])
})
