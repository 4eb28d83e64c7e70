import { describe, expect, test } from 'vitest'
import { todayIn } from '../ui/text/dates.ts'
import { endingOf } from './ending.ts'

const today = '2026-11-21'
const trial = (open_until: string | null) => endingOf({ on_trial: true, open_until }, today)
const paid = (open_until: string | null) => endingOf({ on_trial: false, open_until }, today)

describe('the administrator is told of the end', () => {
  test('of the trial from its first day, more strongly from ten days before', () => {
    expect(trial('2026-12-21')).toEqual({
      isNear: false,
      words: 'Your free trial ends in 30 days',
      date: '21 Dec 2026',
      afterwards: 'Nothing is deleted then; the workspace pauses until you pay.',
    })
    expect(trial('2026-12-02')?.isNear).toBe(false)
    expect(trial('2026-12-01')?.isNear).toBe(true)
    expect(trial('2026-11-22')?.words).toBe('Your free trial ends tomorrow')
    expect(trial('2026-11-21')?.words).toBe('Today is the last day of your free trial')
  })
  test('of paid time in its last week', () => {
    expect(paid('2026-11-29')).toBeUndefined()
    expect(paid('2026-11-28')).toMatchObject({ isNear: true, words: 'Your paid time ends in 7 days', date: '28 Nov 2026' })
    expect(paid('2026-11-21')?.words).toBe('Today is the last day of your paid time')
  })
  test('of nothing that is over or has no end', () => {
    expect(trial('2026-11-20')).toBeUndefined()
    expect(paid('2026-11-20')).toBeUndefined()
    expect(paid(null)).toBeUndefined()
  })
  test('in days of the workspace, wherever it is', () => {
    const now = new Date('2026-11-21T11:30:00Z')
    const words = (zone: string) => endingOf({ on_trial: true, open_until: '2026-11-22' }, todayIn(zone, now))?.words
    expect(words('Pacific/Kiritimati')).toBe('Today is the last day of your free trial')
    expect(words('Pacific/Pago_Pago')).toBe('Your free trial ends tomorrow')
  })
})
