// The rules that depend on the weekday, on fixed days: Wednesday, 4 March 2026, unless another is named.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysAfter, endOfWeek, workingHours } from '../capacity/hours.ts'
import { stateOf } from './state.ts'

const wednesday = '2026-03-04'
const [friday, saturday, monday] = ['2026-03-06', '2026-03-07', '2026-03-09']
const fine = { status: 'in_progress', end_date: null, overdue: 0, unstarted: 0, due_hours: [] } as const
const due = (due_date: string, hours: number, person = 1, full_name = 'Dana') => ({ person, full_name, due_date, hours })
const judged = (facts: Partial<Parameters<typeof stateOf>[0]>, today = wednesday) => stateOf({ ...fine, ...facts }, today)
const onTrack = { state: 'on_track', reason: '' }

test('a weekday has eight working hours, and a weekend has none', () => {
  for (const [from, until, hours] of [
    [wednesday, wednesday, 8],
    [wednesday, friday, 24],
    [wednesday, saturday, 24],
    [wednesday, monday, 32],
    [saturday, '2026-03-08', 0],
    [saturday, monday, 8],
    [friday, wednesday, 0],
    ['2026-01-01', '2026-12-31', 261 * 8],
  ] as const)
    assert.equal(workingHours(from, until), hours, `${from} ${until}`)
  const days = fc.integer({ min: 0, max: 3000 })
  const property = fc.property(days, days, (start, length) => {
    const from = daysAfter('2024-01-01', start)
    const each = Array.from({ length }, (_, i) => daysAfter(from, i))
    const weekdays = each.filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
    assert.equal(workingHours(from, daysAfter(from, length - 1)), weekdays.length * 8)
  })
  fc.assert(property, { seed: 1, numRuns: 50 })
})

test('a week ends on Sunday, unless it begins on another day than Monday', () => {
  for (const date of ['2026-03-02', wednesday, saturday, '2026-03-08']) assert.equal(endOfWeek(date, 1), '2026-03-08')
  assert.equal(endOfWeek(monday, 1), '2026-03-15')
  const ends = (first_day: 0 | 6) =>
    ['2026-02-28', '2026-03-01', wednesday, friday, saturday].map((date) => endOfWeek(date, first_day))
  assert.deepEqual(ends(0), ['2026-02-28', saturday, saturday, saturday, saturday])
  assert.deepEqual(ends(6), [friday, friday, friday, friday, '2026-03-13'])
})

test('a project is at risk if one person has more hours left until a date than working hours', () => {
  assert.deepEqual(judged({ due_hours: [due(friday, 24)] }), onTrack)
  const tooMuch = { state: 'at_risk', reason: 'Dana has 24.1 h of work due by Friday' }
  assert.deepEqual(judged({ due_hours: [due(friday, 24.1)] }), tooMuch)
  assert.deepEqual(judged({ due_hours: [due(friday, 14.1), due(wednesday, 8), due('2026-03-05', 2)] }), tooMuch)
  assert.deepEqual(judged({ due_hours: [due(friday, 20), due(friday, 20, 2, 'Dev')] }), onTrack)
  assert.deepEqual(judged({ due_hours: [due(friday, 20), due(monday, 12)] }), onTrack)
  for (const [date, words] of [
    [wednesday, 'today'],
    ['2026-03-05', 'tomorrow'],
    [saturday, 'by Saturday'],
    ['2026-03-10', 'by Tuesday'],
    ['2026-03-11', 'by 11 March 2026'],
  ] as const)
    assert.equal(judged({ due_hours: [due(date, 300)] }).reason, `Dana has 300 h of work due ${words}`)
})

test('what is overdue takes hours from the next date, and is no date of its own', () => {
  const overdue = due('2026-03-01', 20)
  assert.deepEqual(judged({ due_hours: [overdue] }), onTrack)
  assert.deepEqual(judged({ overdue: 1, due_hours: [overdue, due(friday, 10)] }), {
    state: 'late',
    reason: '1 overdue; Dana has 30 h of work due by Friday',
  })
})

test('a reason names two people, those with the most hours too many', () => {
  const due_hours = [due(friday, 30), due(friday, 60, 2, 'Dev'), due(friday, 40, 3, 'Deb')]
  assert.equal(judged({ due_hours }).reason, 'Dev has 60 h of work due by Friday; Deb has 40 h of work due by Friday')
})

test('who has too much is read by those who plan work, and by the person', () => {
  const due_hours = [due(friday, 30), due(friday, 60, 2, 'Dev')]
  const readBy = (id: number, facts = { due_hours }) => stateOf({ ...fine, ...facts }, wednesday, { planner: false, id })
  assert.deepEqual(readBy(1), { state: 'at_risk', reason: 'Dana has 30 h of work due by Friday' })
  assert.deepEqual(readBy(3), { state: 'at_risk', reason: 'More work is due than fits' })
  assert.deepEqual(readBy(3, { due_hours: [due(friday, 8)] }), onTrack)
})

test('sums of tenths are exact', () => {
  const tenths = Array.from({ length: 80 }, (_, i) => due(daysAfter(wednesday, -i), 0.1))
  assert.deepEqual(judged({ due_hours: tenths }), onTrack)
})

test('a project is late from the day after its end date', () => {
  assert.deepEqual(judged({ end_date: wednesday }), onTrack)
  assert.deepEqual(judged({ end_date: '2026-03-03', overdue: 3 }), {
    state: 'late',
    reason: 'End date 3 March 2026 has passed; 3 overdue',
  })
})

test('a project that is completed or on hold is on track, whatever is left in it', () => {
  const facts = { end_date: '2026-03-03', overdue: 3, unstarted: 2, due_hours: [due(friday, 300)] }
  for (const status of ['completed', 'on_hold'] as const) assert.deepEqual(judged({ ...facts, status }), onTrack)
  for (const status of ['planning', 'in_progress'] as const) assert.equal(judged({ ...facts, status }).state, 'late')
})
