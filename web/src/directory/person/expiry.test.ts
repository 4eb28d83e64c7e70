import { expect, test } from 'vitest'
import { expiryOf } from './expiry.tsx'

const today = '2026-03-01'

test.each([
  ['2026-02-28', 'red', 'Expired 28 Feb 2026'],
  ['2026-03-01', 'yellow', 'Expires today'],
  ['2026-03-02', 'yellow', 'Expires tomorrow'],
  ['2026-03-31', 'yellow', 'Expires in 30 days'],
  ['2026-04-01', 'plain', 'Valid until 01 Apr 2026'],
])('a document that is valid until %s is marked in %s', (day, tone, words) => {
  expect(expiryOf(day, today)).toEqual({ tone, words })
})
