import { expect, test } from 'vitest'
import { withPending, withTick } from './pending.ts'

const labels = [
  { id: 1, name: 'Bug', color: '#FA5252' },
  { id: 2, name: 'Design', color: '#00C4B4' },
  { id: 3, name: 'Text', color: '#868E96' },
]

test('pending changes show, each row in its place, and rows that none concerns stay the same', () => {
  const changes: { id: number; change: { name?: string; color?: string } }[] = [
    { id: 1, change: { name: 'Zeal' } },
    { id: 1, change: { color: '#000000' } },
  ]
  const shown = withPending(labels, { changes, removed: [2] })
  expect(shown).toEqual([{ id: 1, name: 'Zeal', color: '#000000' }, labels[2]])
  expect(shown[1]).toBe(labels[2])
})

test('without a change of its rows, it is the same list', () => {
  expect(withPending(labels, {})).toBe(labels)
  expect(withPending(labels, { changes: [{ id: 9, change: { name: 'Other' } }], removed: [8] })).toBe(labels)
})

test('a box shows as ticked before the server confirms it; one that is gone changes nothing', () => {
  const row = { id: 1, description: '- [ ] Dig\n- [x] Plant' }
  expect(withTick(row, { number: 0, text: 'Dig', is_checked: true })).toEqual({ id: 1, description: '- [x] Dig\n- [x] Plant' })
  expect(withTick(row, { number: 0, text: 'Water', is_checked: true })).toBe(row)
  expect(withTick(row, undefined)).toBe(row)
})
