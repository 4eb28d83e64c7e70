import type { Change, HistoryField } from 'contract'
import { expect, test } from 'vitest'
import { linesBetween, linesNewestFirst } from './lines.ts'

const pam = { id: 1, full_name: 'Pam Porter' }
const dev = { id: 2, full_name: 'Dev Dalton' }
const minute = (n: number) => new Date(Date.UTC(2026, 10, 26, 12, n)).toISOString()

let last_id = 0
const change = (
  at: number,
  field: HistoryField,
  [before, after]: [string | null, string | null],
  more: Partial<Change> = {},
): Change => ({
  id: ++last_id,
  at: minute(at),
  person: pam,
  subtask: null,
  field,
  before,
  after,
  ...more,
})

const comment = (id: number, at: number) => ({ id, created_at: minute(at) })
/** The lines as `field before→after`, by their place. */
const shown = (changes: readonly Change[], comments: { id: number; created_at: string }[] = []) =>
  Object.fromEntries(
    [...linesBetween(changes, comments)].map(([place, lines]) => [
      place,
      lines.map((line) => line.changes.map(({ field, before, after }) => `${field} ${before}→${after}`).join(', ')),
    ]),
  )

test('what one person changes within five minutes is one line, with the time of the last change', () => {
  const changes = [
    change(0, 'status', ['todo', 'done']),
    change(2, 'priority', ['low', 'high']),
    change(5, 'due_date', [null, '2026-12-03']),
    change(6, 'title', ['A', 'B']),
  ]
  expect(shown(changes)).toEqual({ end: ['status todo→done, priority low→high, due_date null→2026-12-03', 'title A→B'] })
  const [first] = linesBetween(changes, []).get('end') ?? []
  expect(first).toMatchObject({ at: minute(5), person: pam })
})

test('a comment or another person ends a line', () => {
  const changes = [
    change(0, 'status', ['todo', 'in_progress']),
    change(2, 'priority', ['low', 'high']),
    change(3, 'status', ['in_progress', 'done'], { person: dev }),
    change(4, 'status', ['done', 'todo']),
  ]
  expect(shown(changes, [comment(7, 1)])).toEqual({
    7: ['status todo→in_progress'],
    end: ['priority low→high', 'status in_progress→done', 'status done→todo'],
  })
})

test('a line is above the next comment, and after the last one', () => {
  const changes = [change(1, 'title', ['A', 'B']), change(10, 'title', ['B', 'C']), change(30, 'title', ['C', 'D'])]
  expect(shown(changes, [comment(7, 0), comment(8, 5), comment(9, 20)])).toEqual({
    8: ['title A→B'],
    9: ['title B→C'],
    end: ['title C→D'],
  })
})

test('a field that changes several times shows its first and its last value, and nothing if they are the same', () => {
  expect(
    shown([
      change(0, 'status', ['todo', 'in_progress']),
      change(1, 'priority', ['low', 'high']),
      change(2, 'status', ['in_progress', 'done']),
      change(3, 'priority', ['high', 'low']),
    ]),
  ).toEqual({ end: ['status todo→done'] })
  expect(shown([change(0, 'status', ['todo', 'done']), change(1, 'status', ['done', 'todo'])])).toEqual({ end: [] })
})

test('a part that is added and removed again disappears, and others of its kind stay', () => {
  expect(
    shown([
      change(0, 'label', [null, 'Backend']),
      change(0, 'label', [null, 'UX']),
      change(1, 'label', ['Backend', null]),
      change(2, 'check_box', [null, 'Same words']),
      change(2, 'check_box', [null, 'Same words']),
    ]),
  ).toEqual({ end: ['label null→UX, check_box null→Same words, check_box null→Same words'] })
})

test('a text that is changed several times is one change, the latest', () => {
  const changes = [change(0, 'description', [null, null]), change(1, 'description', [null, null])]
  const [line] = linesBetween(changes, []).get('end') ?? []
  expect(line?.changes.map(({ id }) => id)).toEqual([changes[1]?.id])
})

test('each subtask has lines of its own', () => {
  const one = { subtask: { id: 5, key: 'WEB-5', title: 'One' } }
  const two = { subtask: { id: 6, key: 'WEB-6', title: 'Two' } }
  expect(
    shown([
      change(0, 'status', ['todo', 'done'], one),
      change(1, 'priority', ['low', 'high']),
      change(2, 'title', ['A', 'B'], two),
      change(3, 'status', ['done', 'todo'], one),
      change(4, 'due_date', [null, '2026-12-03'], one),
    ]),
  ).toEqual({ end: ['priority low→high', 'title A→B', 'due_date null→2026-12-03'] })
})

test('a change that two pages of the server contain is shown once', () => {
  const one = change(0, 'label', [null, 'Backend'])
  expect(shown([one, one])).toEqual({ end: ['label null→Backend'] })
})

test('a history without comments begins with the newest line', () => {
  const lines = linesNewestFirst([change(0, 'title', ['A', 'B']), change(10, 'title', ['B', 'C'])])
  expect(lines.map(({ at }) => at)).toEqual([minute(10), minute(0)])
})
