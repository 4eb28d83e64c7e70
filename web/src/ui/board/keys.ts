import type { Shortcut } from '../hooks/shortcuts.ts'

const group = 'Cards, with the focus on one'

/** The keys that a board's cards handle, for the list of shortcuts. */
export const keysOf = ({ isGrid, isSelectable }: { isGrid: boolean; isSelectable: boolean }): Shortcut[] => [
  { group, keys: '↑ ↓ ← →', label: 'Go to the next card' },
  { group, keys: 'Enter', label: 'Open the card' },
  { group, keys: 'Space', label: 'Lift the card; drop it where it is' },
  isGrid ? { group, keys: '← → ↑ ↓', label: 'Lifted: choose a cell' } : { group, keys: '← →', label: 'Lifted: choose a column' },
  { group, keys: 'Esc', label: 'Lifted: put it back' },
  ...(isSelectable
    ? [
        { group, keys: 'x', label: 'Select the card; with Shift, all up to it' },
        { group, keys: 'Ctrl', label: 'With a click: select the card' },
      ]
    : []),
]
