import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

const marked = (before: string, after: string) =>
  differencesOf(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test('words that are replaced are marked, with those next to them as one', () => {
  expect(marked('The old wall of stone.', 'The new wall of stone.')).toBe('The [-old-]{+new+} wall of stone.')
  expect(marked('Dig one big hole.', 'Dig two small hole.')).toBe('Dig [-one big-]{+two small+} hole.')
})

test('line breaks are kept, and count as differences', () => {
  expect(marked('One\nTwo', 'One\n\nTwo')).toContain('{+\n+}')
  expect(marked('', 'All new\nhere')).toBe('{+All new\nhere+}')
})

test('texts that share nothing do not take long, and lose nothing', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `a${i}`).join(' ')
  const after = Array.from({ length: 3000 }, (_, i) => `b${i}`).join(' ')
  const pieces = differencesOf(before, after)
  const textOf = (kind: string) => pieces.flatMap((piece) => (piece.kind === kind ? piece.text : [])).join('')
  expect(textOf('removed')).toBe(before)
  expect(textOf('added')).toBe(after)
})
