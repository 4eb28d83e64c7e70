import { expect, test } from 'vitest'
import { queryOf } from './read.ts'

const view = { search: '', show: '', sort: { key: 'name', isDescending: false }, page: 1, perPage: 25 } as const

test('the server is asked for the page, the order and the filters of the address', () => {
  expect(queryOf(view)).toEqual({ limit: '25', offset: '0', sort: 'name', order: 'asc' })
  const narrowed = {
    ...view,
    search: ' acme ',
    show: 'is_blocked',
    sort: { key: 'user_count', isDescending: true },
    page: 3,
  } as const
  expect(queryOf(narrowed)).toEqual({
    limit: '25',
    offset: '50',
    sort: 'user_count',
    order: 'desc',
    search: 'acme',
    state: 'is_blocked',
  })
})
