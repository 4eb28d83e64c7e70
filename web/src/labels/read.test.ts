import { expect, test } from 'vitest'
import { labelForm } from './form.ts'
import { withPending } from './read.ts'

const labels = [
  { id: 1, name: 'Bug', color: '#FA5252' },
  { id: 2, name: 'Design', color: '#00C4B4' },
]

test('pending changes show, each label in its place', () => {
  const change = { id: 1, name: 'Zeal' }
  expect(withPending(labels, { changes: [change, { id: 1, color: '#000000' }], removed: [2] })).toEqual([
    { id: 1, name: 'Zeal', color: '#000000' },
  ])
  expect(withPending(labels, { changes: [], removed: [] })).toEqual(labels)
})

test('a label needs a name and a colour of six digits', () => {
  expect(labelForm.problems({ name: ' ', color: '#00C4B4' })).toEqual({ name: 'Label name is required.', color: undefined })
  expect(labelForm.problems({ name: 'Bug', color: ' #fa5252 ' })).toEqual({ name: undefined, color: undefined })
  for (const color of ['', '#fff', 'red', '#00C4B4FF'])
    expect(labelForm.problems({ name: 'Bug', color }).color).toBe('Use the colour format #RRGGBB.')
})
