import { expect, test } from 'vitest'
import { moved, shifted } from './order.ts'

test.each([
  [3, 1, [3, 1, 2]],
  [1, 3, [2, 1, 3]],
  [1, undefined, [2, 3, 1]],
  [2, 2, [1, 2, 3]],
  [1, 9, [1, 2, 3]],
])('%s moves before %s', (id, before, expected) => expect(moved([1, 2, 3], id, before)).toEqual(expected))

test.each([
  [2, -1, [2, 1, 3]],
  [2, 1, [1, 3, 2]],
  [1, -1, [1, 2, 3]],
  [3, 5, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
])('%s moves by %s places', (id, by, expected) => expect(shifted([1, 2, 3], id, by)).toEqual(expected))
