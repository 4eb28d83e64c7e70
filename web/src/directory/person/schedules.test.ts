import { defaultSchedule } from 'contract'
import { expect, test } from 'vitest'
import { minutesOf, scheduleForm } from './scheduleForm.ts'
import { daysInWords, hoursText, minutesOn, scheduleOn, weekLength } from './schedules.ts'

const half = { from: '2026-03-01', minutes: [240, 240, 240, 240, 240, 0, 0] }
const full = { from: '2027-01-01', minutes: [480, 480, 480, 480, 270, 0, 60] }

test('a schedule is in force from its day until the next one, and before the first it is the default one', () => {
  expect(scheduleOn([half, full], '2026-02-28')).toBeUndefined()
  expect(minutesOn([half, full], '2026-02-28')).toBe(defaultSchedule)
  expect(scheduleOn([half, full], '2026-03-01')).toBe(half)
  expect(scheduleOn([half, full], '2026-12-31')).toBe(half)
  expect(scheduleOn([half, full], '2028-01-01')).toBe(full)
})

test('days with the same hours in a row are one entry', () => {
  expect(daysInWords(defaultSchedule)).toBe('Mon–Fri 8 h')
  expect(daysInWords(full.minutes)).toBe('Mon–Thu 8 h, Fri 4 h 30 min, Sun 1 h')
  expect(weekLength(full.minutes)).toBe('37 h 30 min a week')
})

test('hours are shown as people type them, and read again as the same minutes', () => {
  expect([480, 450, 455, 0].map(hoursText)).toEqual(['8', '7.5', '7:35', '0'])
  for (let minutes = 0; minutes <= 24 * 60; minutes++) expect(minutesOf(hoursText(minutes))).toBe(minutes)
  expect(minutesOf(' ')).toBe(0)
})

test('a schedule needs a first day, hours of at most a day, and some work', () => {
  const blank = scheduleForm.from('2026-03-01', defaultSchedule)
  expect(scheduleForm.problems(blank)).toEqual({ from: undefined, minutes: undefined })
  expect(scheduleForm.problems({ ...blank, from: '' }).from).toBe('Use the date format YYYY-MM-DD.')
  for (const wrong of ['x', '24:01', '-1'])
    expect(scheduleForm.problems({ ...blank, minutes: [wrong, '8', '8', '8', '8', '', ''] }).minutes).toMatch('at most 24 hours')
  expect(scheduleForm.problems({ ...blank, minutes: Array(7).fill('') }).minutes).toMatch('at least one day')
})
