import { expect, test } from 'vitest'
import { isViewable } from '../addresses.ts'
import { fitted, neighbourOf, stepFrom } from './shown.ts'

test('images with previews and PDFs can be shown', () => {
  const preview = { width: 10, height: 10 }
  expect(isViewable({ type: 'image/png', preview })).toBe(true)
  expect(isViewable({ type: 'application/pdf', preview: null })).toBe(true)
  expect(isViewable({ type: 'image/png', preview: null })).toBe(false)
  expect(isViewable({ type: 'text/html', preview: null })).toBe(false)
})

test('the first file follows the last one, in both directions', () => {
  expect([1, 2, 3].map((id) => stepFrom([1, 2, 3], id, 1))).toEqual([2, 3, 1])
  expect([1, 2, 3].map((id) => stepFrom([1, 2, 3], id, -1))).toEqual([3, 1, 2])
  expect(stepFrom([7], 7, 1)).toBe(7)
})

test('the place of a deleted file is taken by the next one that is left, or by the last one before', () => {
  expect(neighbourOf([1, 2, 3, 4], 2, [1, 3, 4])).toBe(3)
  expect(neighbourOf([1, 2, 3, 4], 2, [1, 4])).toBe(4)
  expect(neighbourOf([1, 2, 3, 4], 4, [1, 2])).toBe(2)
  expect(neighbourOf([], 9, [5, 6])).toBe(5)
  expect(neighbourOf([1], 1, [])).toBeUndefined()
})

test('an image fits into its box, and is never enlarged for that', () => {
  expect(fitted({ width: 2000, height: 1000 }, { width: 390, height: 700 })).toEqual({ width: 390, height: 195 })
  expect(fitted({ width: 1000, height: 2000 }, { width: 1400, height: 800 })).toEqual({ width: 400, height: 800 })
  expect(fitted({ width: 64, height: 32 }, { width: 1400, height: 800 })).toEqual({ width: 64, height: 32 })
})
