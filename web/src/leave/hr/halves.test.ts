import { expect, test } from 'vitest'
import { halvesIn, typedDays } from './halves.ts'

test('days are typed with a point or a comma, in whole or half days', () => {
  expect(['12.5', '12,5', ' 3 ', '.5', '0', '3.0', '+2'].map(halvesIn)).toEqual([25, 25, 6, 1, 0, 6, 4])
  expect(['-1.5', '−2'].map(halvesIn)).toEqual([-3, -4])
  expect(['', '-', '.', '1.3', 'five', '3661', '1e3', '1.2.3'].map(halvesIn)).toEqual(Array(8).fill(undefined))
  expect([25, 0, -3].map((halves) => halvesIn(typedDays(halves)))).toEqual([25, 0, -3])
})
