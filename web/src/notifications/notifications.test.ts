import { expect, test } from 'vitest'
import { allRead, type Inbox, read, received } from './notifications.ts'

const one = (id: number, is_read = false, message = `No. ${id}`) => ({
  id,
  message,
  is_read,
  link: null,
  created_at: `2026-03-01T10:00:0${id}Z`,
})
const inbox = (...results: Inbox['results']): Inbox => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  unread_count: results.filter(({ is_read }) => !is_read).length,
})
const ids = ({ results }: Inbox) => results.map(({ id }) => id)

test('a new one goes on top and counts as unread', () => {
  const now = received(inbox(one(2, true), one(1)), one(3))
  expect([ids(now), now.unread_count, now.count]).toEqual([[3, 2, 1], 2, 3])
})

test('one that comes twice is there once, by its id or by its words and moment', () => {
  const before = inbox(one(2), one(1))
  expect(received(before, one(2))).toBe(before)
  expect(received(before, { ...one(2), id: 9 })).toBe(before)
})

test('those that came in the wrong order stand in the right one', () => {
  expect(ids(received(received(inbox(one(1)), one(3)), one(2)))).toEqual([3, 2, 1])
})

test('what is read is read once, and never becomes unread', () => {
  const before = inbox(one(2), one(1))
  const now = received(received(before, one(2, true)), one(2, true))
  expect(now.unread_count).toBe(1)
  expect(received(now, one(2)).results[0]?.is_read).toBe(true)
  expect(read(before, 1).unread_count).toBe(1)
})

test('one that is older than the page shown changes nothing', () => {
  const before = { ...inbox(one(5), one(4)), count: 9, next: '/more', unread_count: 7 }
  expect(received(before, one(2))).toBe(before)
})

test('all up to one are read, and what came after it is not', () => {
  const now = allRead({ ...inbox(one(3), one(2), one(1)), unread_count: 40 }, { notification_id: 2 })
  expect([now.unread_count, now.results.map(({ is_read }) => is_read)]).toEqual([1, [false, true, true]])
})
