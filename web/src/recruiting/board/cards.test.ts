import type { ApplicationCard, RecruitingStage } from 'contract'
import { expect, test } from 'vitest'
import { byStage, matching, withMoves } from './cards.ts'

const card = (id: number, full_name: string, stage: number, title = 'Engineer'): ApplicationCard => ({
  ...{ id, full_name, stage, opening: { id: 1, title }, created_at: '2026-03-01T10:00:00Z', stage_since: '2026-03-01T10:00:00Z' },
  ...{ rating: null, ratings: 0, interview_at: null, is_hire_prepared: false },
})
const stages: RecruitingStage[] = [
  { id: 1, name: 'New', kind: 'open' },
  { id: 2, name: 'Rejected', kind: 'rejected' },
]
const cards = [card(10, 'Ada Lovelace', 1), card(11, 'José Núñez', 1, 'Designer'), card(12, 'Grace Hopper', 2)]
const now = '2026-03-09T08:00:00Z'

test('a search finds every word in the name or the opening, without accents', () => {
  expect(matching(cards, 'jose design').map(({ id }) => id)).toEqual([11])
  expect(matching(cards, 'jose engineer')).toEqual([])
  expect(matching(cards, ' ')).toBe(cards)
})

test('applicants are in the stages to which they are being moved, since now', () => {
  const moved = withMoves(cards, [{ application: 10, stage: 2 }], now)
  expect(moved[0]).toMatchObject({ id: 10, stage: 2, stage_since: now })
  expect(moved[1]).toBe(cards[1])
})

test('the last of several moves counts, and one that has arrived changes nothing', () => {
  const moves = [
    { application: 10, stage: 2 },
    { application: 10, stage: 1 },
  ]
  expect(withMoves(cards, moves, now)[0]).toMatchObject({ stage: 1 })
  expect(withMoves(cards, [{ application: 12, stage: 2 }], now)[2]).toBe(cards[2])
  expect(withMoves(cards, [{ application: 99, stage: 2 }], now)).toBe(cards)
})

test('each stage has its applicants in the order of the list', () => {
  const groups = byStage(stages, cards)
  expect(groups.map(({ stage, applications }) => [stage.name, applications.map(({ id }) => id)])).toEqual([
    ['New', [10, 11]],
    ['Rejected', [12]],
  ])
})
