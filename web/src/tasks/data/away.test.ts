import { QueryClient } from '@tanstack/react-query'
import type { Subtask, Task } from 'contract'
import { afterEach, expect, test, vi } from 'vitest'
import { type AwayAnswer, askAboutAbsences } from '../../capacity/away.ts'
import { askFirst, askOnce, asNew, cancelled } from './away.ts'

const client = new QueryClient()
const dana = { id: 1, full_name: 'Dana Reyes' }
const dev = { id: 2, full_name: 'Dev Dalton' }
const date = '2026-12-03'
const make = vi.fn(async (change: object) => change)
let end = () => {}

/** Dana is away, and the question about it gets this answer. Returns what was asked about. */
function daysAway(answer: AwayAnswer | undefined) {
  const asked: string[][] = []
  end = askAboutAbsences(({ work }) => {
    const concerned = work.filter(({ person }) => person === dana.id)
    if (concerned.length === 0) return undefined
    asked.push(concerned.map(({ title }) => title))
    return { concerned, answer: Promise.resolve(answer) }
  })
  return asked
}

afterEach(() => {
  end()
  make.mockClear()
})

const work = { ...asNew('Contact form', 1), due_date: date }

test('a change is made at once if nobody knows who is away', () => {
  void askFirst(client, { before: work, change: { assigned_to_id: dana.id } }, make)
  expect(make).toHaveBeenCalledWith({ assigned_to_id: dana.id })
})

test('a change is made at once if it makes nothing due while its assignee is away', () => {
  const asked = daysAway(undefined)
  const changes = [{ assigned_to_id: dev.id }, { assigned_to_id: null }, { status: 'done' as const, assigned_to_id: dana.id }]
  for (const change of changes) void askFirst(client, { before: work, change }, make)
  void askFirst(client, { before: { ...work, assigned_to: dana }, change: { due_date: null } }, make)
  void askFirst(client, { before: { ...work, assigned_to: dana }, change: { status: 'in_progress' } }, make)
  void askFirst(client, { before: undefined, change: { assigned_to_id: dana.id } }, make)
  expect(make).toHaveBeenCalledTimes(6)
  expect(asked).toEqual([])
})

test.each<[string, AwayAnswer, object]>([
  ['as it was wanted', { kind: 'anyway' }, { assigned_to_id: dana.id }],
  ['for somebody else', { kind: 'assign', person: dev }, { assigned_to_id: dev.id }],
  ['for another day', { kind: 'date', due_date: '2026-12-08' }, { assigned_to_id: dana.id, due_date: '2026-12-08' }],
])('an answer makes the change %s', async (_, answer, expected) => {
  const asked = daysAway(answer)
  expect(await askFirst(client, { before: work, change: { assigned_to_id: dana.id } }, make)).toEqual(expected)
  expect(asked).toEqual([['Contact form']])
})

test('a date is asked about like an assignee', async () => {
  daysAway({ kind: 'assign', person: dev })
  const before = { ...work, due_date: null, assigned_to: dana }
  expect(await askFirst(client, { before, change: { due_date: date } }, make)).toEqual({ due_date: date, assigned_to_id: dev.id })
})

test('a change that is taken back is not made', async () => {
  daysAway(undefined)
  expect(await askFirst(client, { before: work, change: { assigned_to_id: dana.id } }, make)).toBe(cancelled)
  expect(make).not.toHaveBeenCalled()
})

test('many are asked about once, and the answer is for those that it concerns', async () => {
  const asked = daysAway({ kind: 'date', due_date: '2026-12-08' })
  const item = (id: number, title: string, fields: Partial<Subtask> = {}) =>
    ({ id, title, task: 1, status: 'todo', due_date: date, assigned_to: null, ...fields }) as Subtask
  const undated = item(11, 'Undated', { due_date: null })
  const dated = [item(12, 'Dated'), { ...item(13, 'A task'), subtasks: [] } as unknown as Task]
  const change = { assigned_to_id: dana.id }
  const changeOf = await askOnce(client, [undated, ...dated], change)
  expect(asked).toEqual([['Dated', 'A task']])
  if (!changeOf || changeOf === cancelled) throw new Error('It was not answered.')
  expect([undated, ...dated].map(changeOf)).toEqual([change, ...dated.map(() => ({ ...change, due_date: '2026-12-08' }))])
  expect(askOnce(client, [undated], change)).toBeUndefined()
})
