import type { Shortcut } from '../hooks/shortcuts.ts'

const group = 'Cards, with the focus on one'

/** The keys that a board's cards handle, for the list of shortcuts. */
export const boardKeys: readonly Shortcut[] = [
  { group, keys: '↑ ↓ ← →', label: 'Go to the next card' },
  { group, keys: 'Enter', label: 'Open the card' },
  { group, keys: 'Space', label: 'Lift the card; drop it where it is' },
  { group, keys: '← →', label: 'Lifted: choose a column' },
  { group, keys: 'Esc', label: 'Lifted: put it back' },
]
export const selectKeys: readonly Shortcut[] = [{ group, keys: 'x', label: 'Select the card; with Shift, all up to it' }]
