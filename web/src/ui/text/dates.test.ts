import { afterEach, describe, expect, test, vi } from 'vitest'
import { dueOf, expiryAt, formatDate, parseDate, relativeTo, todayIn } from './dates.ts'

afterEach(() => vi.unstubAllEnvs())

describe('plain dates', () => {
  test('are written dd MMM yyyy, whatever the time zone', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      vi.stubEnv('TZ', zone)
      expect(formatDate('2026-03-01')).toBe('01 Mar 2026')
    }
  })

  test.each([null, undefined, '', 'soon'])('%j is N/A', (date) => expect(formatDate(date)).toBe('N/A'))

  test('today is today in the workspace', () => {
    const now = new Date('2026-03-01T11:30:00Z')
    expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-03-02')
    expect(todayIn('Pacific/Pago_Pago', now)).toBe('2026-03-01')
  })

  test.each([
    ['2026-02-26', 'Overdue by 3 days', 'overdue'],
    ['2026-02-28', 'Overdue by 1 day', 'overdue'],
    ['2026-03-01', 'Due today', 'soon'],
    ['2026-03-02', 'Due tomorrow', 'soon'],
    ['2026-03-04', 'Due in 3 days', 'soon'],
    ['2026-03-05', '05 Mar 2026', 'later'],
  ])('%s is "%s" on the first of March', (date, words, tone) => expect(dueOf(date, '2026-03-01')).toEqual({ words, tone }))
})

test.each([
  [20, 'just now'],
  [300, '5 min ago'],
  [7200, '2 h ago'],
  [90_000, 'yesterday'],
  [86_400 * 4, '4 days ago'],
])('%d seconds ago is "%s"', (seconds, words) => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  expect(relativeTo(new Date(now - seconds * 1000).toISOString(), now)).toBe(words)
})

test.each([
  [-72 * 60 - 1, 'expired 3 days ago'],
  [-24 * 60, 'expired 1 day ago'],
  [-90, 'expired 2 h ago'],
  [0, 'expired 1 min ago'],
  [1, 'expires in 1 min'],
  [59, 'expires in 59 min'],
  [60, 'expires in 1 h'],
  [23 * 60, 'expires in 23 h'],
  [24 * 60, 'expires in 1 day'],
  [48 * 60, 'expires in 2 days'],
  [72 * 60, 'expires in 3 days'],
])('in %i minutes is "%s"', (minutes, words) => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(expiryAt(new Date(now + minutes * 60_000).toISOString(), now)).toBe(words)
})

describe('a typed date', () => {
  test.each([
    ['2026-11-22', '2026-11-22'],
    [' 2026-1-2 ', '2026-01-02'],
    ['2026/11/22', '2026-11-22'],
    ['22 Nov 2026', '2026-11-22'],
    ['2 november 2026', '2026-11-02'],
    ['22-nov-2026', '2026-11-22'],
    ['Nov 22, 2026', '2026-11-22'],
    ['Sept 1st 2026', '2026-09-01'],
    ['22.11.2026', '2026-11-22'],
    ['5.6.2026', '2026-06-05'],
    ['22/11/2026', '2026-11-22'],
    ['11/22/2026', '2026-11-22'],
    ['6/6/2026', '2026-06-06'],
    ['29 Feb 2028', '2028-02-29'],
    ['', ''],
    ['  ', ''],
  ])('%s is understood', (typed, date) => expect(parseDate(typed)).toBe(date))

  test.each(['05/06/2026', '5-6-2026', '11/22', '22 Nov', '22.11.26', '29 Feb 2026', '32 Jan 2026', '13/13/2026', '2026-00-10'])(
    '%s is refused: it names no day, or more than one',
    (typed) => expect(parseDate(typed)).toBeUndefined(),
  )
  test.each(['0202-01-01', 'Ma 3 2026', 'tomorrow', '2026-11-22T10:00', '1 2 3 2026'])('%s is refused', (typed) =>
    expect(parseDate(typed)).toBeUndefined(),
  )
})
