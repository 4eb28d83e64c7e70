import { expect, test } from 'vitest'
import { isWorkdayOf } from './workdays.ts'

const job = (...schedules: { from: string; minutes: number[] }[]) => ({
  job: { location: null, starts_on: null, ends_on: null, schedules },
})
const [friday, saturday, monday] = ['2026-08-07', '2026-08-08', '2026-08-10']

test('people work from Monday to Friday, unless their schedule is known', () => {
  expect([friday, saturday, monday].map((day) => isWorkdayOf({ record: undefined, holidays: [] }, day))).toEqual([
    true,
    false,
    true,
  ])
  expect(isWorkdayOf({ record: { job: null }, holidays: [] }, friday)).toBe(true)
  const fourDays = job({ from: '2026-01-01', minutes: [480, 480, 480, 480, 0, 0, 0] })
  expect([friday, monday].map((day) => isWorkdayOf({ record: fourDays, holidays: [] }, day))).toEqual([false, true])
})

test('the latest schedule counts', () => {
  const record = job(
    { from: '2026-01-01', minutes: [480, 480, 480, 480, 480, 0, 0] },
    { from: '2026-08-10', minutes: [0, 480, 480, 480, 480, 480, 0] },
  )
  expect([friday, saturday, monday].map((day) => isWorkdayOf({ record, holidays: [] }, day))).toEqual([true, false, false])
})

test('nobody works on a public holiday, but on half a one', () => {
  const holiday = (is_half: boolean) => ({ record: undefined, holidays: [{ day: friday, is_half }] })
  expect(isWorkdayOf(holiday(false), friday)).toBe(false)
  expect(isWorkdayOf(holiday(true), friday)).toBe(true)
})
