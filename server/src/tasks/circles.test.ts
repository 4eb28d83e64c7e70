import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closesCircle, type Edge, type Node } from './circles.ts'

/** `A` is a task, `A1` a subtask of it. */
const node = (name: string): Node => {
  const task_id = name.charCodeAt(0)
  return { task_id, subtask_id: name.length > 1 ? 100 * task_id + Number(name[1]) : null }
}
/** `A>B`: A waits for B. */
const edge = (text: string): Edge => {
  const [waiting = '', blocker = ''] = text.split('>')
  return { waiting: node(waiting), blocker: node(blocker) }
}
const closes = (edges: string, added: string) => closesCircle(edges.split(' ').filter(Boolean).map(edge), edge(added))

test('work that would wait for itself, directly or through other work, closes a circle', () => {
  for (const [edges, added] of [
    ['', 'A>A'],
    ['A>B', 'B>A'],
    ['A>B B>C C>D', 'D>A'],
    ['A1>B1 B1>C1', 'C1>A1'],
    ['A>B A>C B>D', 'D>A'],
  ] as const)
    assert.ok(closes(edges, added), `${edges} + ${added}`)
})

test('a task waits for its subtasks, and a subtask for what its task waits for', () => {
  for (const [edges, added] of [
    ['', 'A>A1'],
    ['', 'A1>A'],
    ['B>A', 'A>B1'],
    ['A1>B', 'B>A'],
    ['B>A1', 'A>B'],
    ['A1>B1', 'B>A'],
    ['A>B', 'B1>A2'],
    ['A>B B>C', 'C1>A1'],
  ] as const)
    assert.ok(closes(edges, added), `${edges} + ${added}`)
})

test('other work may wait for it, also for several at once', () => {
  for (const [edges, added] of [
    ['', 'A>B'],
    ['', 'A1>A2'],
    ['A>B', 'A>B'],
    ['A>B A>C', 'B>C'],
    ['A1>B1', 'A2>B2'],
    ['A1>B1', 'B2>A2'],
    ['A>B B>C', 'A1>C1'],
    ['A1>B', 'A2>B'],
  ] as const)
    assert.ok(!closes(edges, added), `${edges} + ${added}`)
})
