import type { Blocker } from 'contract'
import { expect, test } from 'vitest'
import { blockedWords, openBlockers } from './blockers.ts'

const blockers = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `WEB-${n + 1}`, status: 'todo' }) as Blocker)

test('up to three blockers are named, and of more the rest is counted', () => {
  expect(blockedWords(blockers(1))).toBe('Blocked by WEB-1')
  expect(blockedWords(blockers(2))).toBe('Blocked by WEB-1 and WEB-2')
  expect(blockedWords(blockers(3))).toBe('Blocked by WEB-1, WEB-2 and WEB-3')
  expect(blockedWords(blockers(5))).toBe('Blocked by WEB-1, WEB-2, WEB-3 and 2 more')
})

test('work waits for what is not done, and for nothing once it is done itself', () => {
  const [one, two] = blockers(2) as [Blocker, Blocker]
  const blocked_by: Blocker[] = [{ ...one, status: 'done' }, two]
  expect(openBlockers({ status: 'todo', blocked_by })).toEqual([two])
  expect(openBlockers({ status: 'done', blocked_by })).toEqual([])
})
