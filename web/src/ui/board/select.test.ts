import { expect, test } from 'vitest'
import { selectionAfter } from './select.ts'
import type { BoardId, Column } from './types.ts'

const column = (id: string, ids: BoardId[]): Column => ({
  id,
  title: id,
  cards: ids.map((card) => ({ id: card, label: '', content: null })),
})
const columns = [column('a', [1, 2, 3, 4]), column('b', [5, 6])]
const idsAfter = (selected: BoardId[], card: BoardId, anchor?: BoardId, isRange = true) => [
  ...selectionAfter(columns, new Set(selected), { card, anchor, isRange }),
]

test('one more goes in, and out again', () => {
  expect(idsAfter([1], 3, 1, false)).toEqual([1, 3])
  expect(idsAfter([1, 3], 3, 1, false)).toEqual([1])
})

test('a range takes all between, in either direction, and keeps what was selected', () => {
  expect(idsAfter([1], 3, 1)).toEqual([1, 2, 3])
  expect(idsAfter([5, 4], 2, 4)).toEqual([5, 4, 2, 3])
})

test('a range never leaves its column', () => expect(idsAfter([1], 6, 1)).toEqual([1, 6]))

test('without a first one, the end of a range goes in alone', () => expect(idsAfter([], 2)).toEqual([2]))
