import type { Subtask } from 'contract'
import { expect, test } from 'vitest'
import { Refused, Unreachable } from '../../api/call.ts'
import { changeAll, reasonsOf } from './bulk.ts'

const subtask = (id: number) => ({ id, title: `Step ${id}` }) as Subtask
const all = [1, 2, 3, 4, 5].map(subtask)

test('refused changes are reported apart from the others', async () => {
  const { done, refused } = await changeAll(all, ({ id }) => (id % 2 ? Promise.resolve() : Promise.reject(new Error('no'))))
  expect(done.map(({ id }) => id)).toEqual([1, 3, 5])
  expect(refused.map(({ item }) => item.id)).toEqual([2, 4])
})

test('each reason is listed once, with the items that it concerns', () => {
  const no = new Refused(400, { detail: 'Project is inactive.' })
  const lost = new Unreachable()
  expect(reasonsOf([...all.slice(0, 4).map((item) => ({ item, error: no })), { item: subtask(5), error: lost }], 8)).toBe(
    `5 of 8 refused: "Step 1", "Step 2", "Step 3" and 1 more: Project is inactive. "Step 5": ${lost.message}`,
  )
})
