import { expect, test } from 'vitest'
import { listed } from './listed.ts'

test('words are listed with commas, and with “and” before the last one', () => {
  expect(listed([])).toBe('')
  expect(listed(['title'])).toBe('title')
  expect(listed(['title', 'location'])).toBe('title and location')
  expect(listed(['title', 'department', 'location'])).toBe('title, department and location')
})
