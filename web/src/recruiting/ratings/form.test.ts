import { expect, test } from 'vitest'
import { hiddenInWords } from './form.ts'

test('hidden ratings are counted in words', () => {
  expect(hiddenInWords(0)).toBeUndefined()
  expect(hiddenInWords(1)).toBe('1 other person has rated. You see this rating once you have given yours.')
  expect(hiddenInWords(2)).toBe('2 others have rated. You see their ratings once you have given yours.')
})
