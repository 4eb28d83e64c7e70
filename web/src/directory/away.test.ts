import { expect, test } from 'vitest'
import { awayInWords } from './away.ts'

test('everybody reads until when somebody is away', () => {
  expect(awayInWords('2026-11-30', '2026-11-27')).toBe('Away until 30 Nov')
  expect(awayInWords('2027-01-03', '2026-12-27')).toBe('Away until 3 Jan 2027')
  expect(awayInWords('2026-11-27', '2026-11-27')).toBe('Away today')
})

test('people who are here are not away, nor are they by an answer of yesterday', () => {
  expect(awayInWords(null, '2026-11-27')).toBeUndefined()
  expect(awayInWords('2026-11-26', '2026-11-27')).toBeUndefined()
})
