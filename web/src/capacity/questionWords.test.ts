import { expect, test } from 'vitest'
import { absenceInWords, byAbsence, dueInWords, takerInWords } from './questionWords.ts'

const today = '2026-08-03'
const absence = { from: '2026-08-10', to: '2026-08-14', starts_at_noon: false, ends_at_noon: false }
const collision = (due_date: string, person = 1) => ({
  work: { title: 'Contact form', person, due_date },
  day: due_date,
  absence,
})

test('the question names who is away, and what is due', () => {
  expect(absenceInWords('Dana Reyes', { absence }, today)).toBe('Dana Reyes is away 10–14 Aug.')
  expect(dueInWords(collision('2026-08-12'), today)).toBe('“Contact form” is due on 12 Aug.')
  expect(dueInWords(collision('2027-01-12'), today)).toBe('“Contact form” is due on 12 Jan 2027.')
  expect(dueInWords(collision(today), today)).toBe('“Contact form” is due today.')
  expect(dueInWords(collision('2026-08-01'), today)).toBe('“Contact form” was due on 1 Aug.')
})

test('who could take it comes with their hours, where they are known', () => {
  expect(takerInWords({ hours: { planned: 12, free: 28 } }, 1)).toBe('12 h planned, 28 h free that week')
  expect(takerInWords({ hours: { planned: 44.5, free: -4.5 } }, 1)).toBe('44.5 h planned, 4.5 h too much that week')
  expect(takerInWords({ hours: { planned: 20, free: 60 } }, 2)).toBe('20 h planned, 60 h free then')
  expect(takerInWords({ hours: null }, 1)).toBe('')
})

test('the work is listed by absence', () => {
  const groups = byAbsence([collision('2026-08-12'), collision('2026-08-12', 2), collision('2026-08-13')])
  expect(groups.map((group) => group.map(({ work }) => [work.person, work.due_date]))).toEqual([
    [
      [1, '2026-08-12'],
      [1, '2026-08-13'],
    ],
    [[2, '2026-08-12']],
  ])
})
