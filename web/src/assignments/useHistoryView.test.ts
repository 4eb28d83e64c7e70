import { expect, test } from 'vitest'
import { daysProblem, offsetIn } from './useHistoryView.ts'

test('a page is where the answer says; the first is no offset at all', () => {
  expect(offsetIn('/api/audit-logs/?limit=10&developer=5&offset=20')).toBe('20')
  expect(offsetIn('/api/audit-logs/?limit=10&offset=0')).toBe('')
  expect(offsetIn('/api/audit-logs/?limit=10')).toBe('')
})

test('the last day is not before the first, where both are given', () => {
  const days = (from_date: string, to_date: string) => daysProblem({ developer: '', from_date, to_date })
  expect(days('2026-03-02', '2026-03-01')).toBe('The last day cannot be before the first.')
  expect(days('2026-03-01', '2026-03-01')).toBeUndefined()
  expect(days('2026-03-02', '')).toBeUndefined()
  expect(days('', '2026-03-01')).toBeUndefined()
})
