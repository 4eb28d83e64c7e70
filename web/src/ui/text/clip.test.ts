import { expect, test } from 'vitest'
import { clip } from './clip.ts'

test.each([
  ['Short.', 6, 'Short.'],
  ['Beds and paths', 8, 'Beds and…'],
  ['Beds and paths', 9, 'Beds and…'],
  ['Beds. Paths.', 5, 'Beds…'],
  ['Beds... Paths.', 8, 'Beds…'],
  ['🌱🌱🌱', 2, '🌱🌱…'],
])('%j in %i characters is %j: an ellipsis never follows a full stop', (text, characters, clipped) =>
  expect(clip(text, characters)).toBe(clipped),
)
