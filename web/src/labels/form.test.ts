import { expect, test } from 'vitest'
import { labelForm } from './form.ts'

test('a label needs a name and a colour of six digits', () => {
  expect(labelForm.problems({ name: ' ', color: '#00C4B4' })).toEqual({ name: 'Label name is required.', color: undefined })
  expect(labelForm.problems({ name: 'Bug', color: ' #fa5252 ' })).toEqual({ name: undefined, color: undefined })
  for (const color of ['', '#fff', 'red', '#00C4B4FF'])
    expect(labelForm.problems({ name: 'Bug', color }).color).toBe('Use the colour format #RRGGBB.')
})
