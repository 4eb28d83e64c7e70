import { expect, test } from 'vitest'
import { dayWords, shortWhen, typingWords } from './words.tsx'

test('days are said relative to today', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString()
  expect(dayWords(at(2026, 2, 1, 0), now)).toBe('Today')
  expect(dayWords(at(2026, 1, 28, 23), now)).toBe('Yesterday')
  expect(dayWords(at(2025, 1, 27, 23), now)).toBe('27 Feb 2025')
  expect(shortWhen(at(2026, 2, 1, 0), now)).toBe('00:00')
  expect(shortWhen(at(2026, 1, 3, 5), now)).toBe('03 Feb')
  expect(shortWhen(at(2025, 1, 3, 5), now)).toBe('03 Feb 2025')
})

test('who types is named as long as they are few', () => {
  expect(typingWords(['Dev'])).toBe('Dev is typing…')
  expect(typingWords(['Dev', 'Dana'])).toBe('Dev and Dana are typing…')
  expect(typingWords(['Dev', 'Dana', 'Pam'])).toBe('3 people are typing…')
})
