import { expect, test } from 'vitest'
import { nextDueHint, nextWords } from './recurrence.ts'

const today = '2026-11-26'

test('work that repeats says when the next is due if it is done today', () => {
  expect(nextDueHint({ recurrence: 'weekly', due_date: '2026-11-24' }, { today })).toBe('The next one is due 01 Dec 2026.')
  expect(nextDueHint({ recurrence: 'monthly', due_date: '2026-10-31' }, { today })).toBe('The next one is due 30 Nov 2026.')
  expect(nextDueHint({ recurrence: 'daily', due_date: '' }, { today })).toBe('The next one is due 27 Nov 2026.')
})

test('work that never repeats says nothing of a next one', () =>
  expect([
    nextDueHint({ recurrence: '', due_date: '2026-11-24' }, { today }),
    nextDueHint({ recurrence: 'daily', due_date: '9999-12-31' }, { today }),
  ]).toEqual([undefined, undefined]))

test('a task that has its next one says nothing, nor does a short month that may stand for a longer one', () => {
  const [plan, before] = [
    { recurrence: 'monthly', due_date: '2027-02-28' } as const,
    { recurrence: 'monthly', due_date: '2027-02-28', next_task: null } as const,
  ]
  expect(nextDueHint(plan, { today, before })).toBeUndefined()
  expect(nextDueHint(plan, { today, before: { ...before, due_date: '2027-02-10' } })).toBe('The next one is due 28 Mar 2027.')
  const next_task = { id: 1, key: 'WEB-2' }
  expect(nextDueHint({ ...plan, recurrence: 'daily' }, { today, before: { ...before, next_task } })).toBeUndefined()
})

test('the next task is named with its due date, if that is known', () => {
  expect(nextWords({ key: 'WEB-51', due_date: '2026-12-01' })).toBe('WEB-51 is next, due 01 Dec 2026.')
  expect(nextWords({ key: 'WEB-51' })).toBe('WEB-51 is next.')
})
