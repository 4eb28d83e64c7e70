import { applicationProblems } from 'contract'
import { expect, test } from 'vitest'
import { interviewForm, lengthsWith, momentOf } from './form.ts'

const interview = {
  id: 5,
  starts_at: new Date(2026, 10, 5, 9, 30).toISOString(),
  minutes: 45,
  place: 'Room 1',
  agenda: '',
  interviewers: [{ id: 7, full_name: 'Dev Dalton' }],
}
const before = { now: () => new Date(2026, 10, 5, 9, 0).getTime() }

test('an interview is edited in the browser’s time zone, and sent as the same moment', () => {
  const values = interviewForm.from(interview)
  expect(values).toMatchObject({ day: '2026-11-05', time: '09:30', minutes: '45', interviewers: ['7'] })
  expect(interviewForm.toBody(values)).toEqual({
    starts_at: interview.starts_at,
    minutes: 45,
    place: 'Room 1',
    agenda: '',
    interviewers: [7],
  })
})

test('an interview needs a day and a time to come, and somebody who leads it', () => {
  const values = interviewForm.from(interview)
  const problems = (changes: object, at = before) => interviewForm.problems({ ...values, ...changes }, at)
  const found = (changes: object, at = before) =>
    Object.entries(problems(changes, at)).filter(([, problem]) => problem !== undefined)
  expect(found({})).toEqual([])
  expect(found({ time: '' })).toEqual([['time', 'Enter a time such as 14:00.']])
  expect(found({ interviewers: [] })).toEqual([['interviewers', applicationProblems.noInterviewer]])
  const late = { now: () => new Date(2026, 10, 5, 9, 31).getTime() }
  expect(found({}, late)).toEqual([['day', applicationProblems.past]])
})

test('text that is no day or no time makes no moment', () => {
  expect(momentOf({ day: '2026-02-30', time: '10:00' })).toBeUndefined()
  expect(momentOf({ day: '2026-02-03', time: '25:00' })).toBeUndefined()
  expect(momentOf({ day: '', time: '10:00' })).toBeUndefined()
})

test('a length that nobody can choose stays what it is', () => {
  expect(lengthsWith(60)).toContain(60)
  expect(lengthsWith(50)).toEqual([15, 30, 45, 50, 60, 90, 120, 180, 240, 480])
  expect(lengthsWith(Number.NaN)).toEqual(lengthsWith(60))
})
