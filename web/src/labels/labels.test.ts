import { expect, test } from 'vitest'
import { drawn, labelProblems } from './labels.ts'

const labels = [
  { id: 1, name: 'Bug', color: '#FA5252' },
  { id: 2, name: 'Design', color: '#00C4B4' },
]

test('what is under way shows, each label in its place', () => {
  const change = { id: 1, name: 'Zeal' }
  expect(drawn(labels, { changes: [change, { id: 1, color: '#000000' }], gone: [2] })).toEqual([
    { id: 1, name: 'Zeal', color: '#000000' },
  ])
  expect(drawn(labels, { changes: [], gone: [] })).toEqual(labels)
})

test('a label needs a name and a colour of six digits', () => {
  expect(labelProblems({ name: ' ', color: '#00C4B4' })).toEqual({ name: 'Label name is required.', color: undefined })
  expect(labelProblems({ name: 'Bug', color: ' #fa5252 ' })).toEqual({ name: undefined, color: undefined })
  for (const color of ['', '#fff', 'red', '#00C4B4FF'])
    expect(labelProblems({ name: 'Bug', color }).color).toBe('Use the colour format #RRGGBB.')
})
