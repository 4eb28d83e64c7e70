import { expect, test } from 'vitest'
import {
  applyFrame,
  type Inbox,
  isAboutUnlisted,
  needsRefetch,
  noPendingReads,
  stillPending,
  withAllRead,
  withNotification,
  withOlder,
  withPendingReads,
  withRead,
} from './notifications.ts'

const notification = (id: number, is_read = false, message = `No. ${id}`) => ({
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
  const now = withNotification(inbox(notification(2, true), notification(1)), notification(3))
  expect([ids(now), now.unread_count, now.count]).toEqual([[3, 2, 1], 2, 3])
})

test('one that comes twice is there once, by its id or by its words and moment', () => {
  const before = inbox(notification(2), notification(1))
  expect(withNotification(before, notification(2))).toBe(before)
  expect(withNotification(before, { ...notification(2), id: 9 })).toBe(before)
})

test('those that came in the wrong order stand in the right one', () => {
  expect(ids(withNotification(withNotification(inbox(notification(1)), notification(3)), notification(2)))).toEqual([3, 2, 1])
})

test('what is read is read once, and never becomes unread', () => {
  const before = inbox(notification(2), notification(1))
  const now = withNotification(withNotification(before, notification(2, true)), notification(2, true))
  expect(now.unread_count).toBe(1)
  expect(withNotification(now, notification(2)).results[0]?.is_read).toBe(true)
  expect(withRead(before, 1).unread_count).toBe(1)
})

test('one that is older than the page shown changes nothing', () => {
  const before = { ...inbox(notification(5), notification(4)), count: 9, next: '/more', unread_count: 7 }
  expect(withNotification(before, notification(2))).toBe(before)
})

test('all up to one are read, and what came after it is not', () => {
  const now = withAllRead(
    { ...inbox(notification(3), notification(2), notification(1)), unread_count: 40 },
    { notification_id: 2 },
  )
  expect([now.unread_count, now.results.map(({ is_read }) => is_read)]).toEqual([1, [false, true, true]])
})

test('what was marked is drawn as read until the server says so, and remembered until then', () => {
  const before = inbox(notification(3), notification(2), notification(1))
  const marked = { ids: [2], upTo: 0 }
  expect(withPendingReads(before, marked).unread_count).toBe(2)
  expect(stillPending(marked, before)).toBe(marked)
  expect(stillPending(marked, withNotification(before, notification(2, true)))).toEqual(noPendingReads)
  expect(withPendingReads(before, { ids: [], upTo: 2 }).unread_count).toBe(1)
  expect(stillPending({ ids: [], upTo: 2 }, before)).toEqual({ ids: [], upTo: 2 })
  expect(stillPending({ ids: [], upTo: 2 }, inbox(notification(3), notification(2, true), notification(1, true)))).toEqual(
    noPendingReads,
  )
  const beginning = { ...inbox(notification(3), notification(2, true)), count: 9, next: '/more', unread_count: 4 }
  expect(stillPending({ ids: [], upTo: 2 }, beginning)).toEqual({ ids: [], upTo: 2 })
})

test('where something further down was read, how many are unread has to be asked', () => {
  const part = { ...inbox(notification(5), notification(4)), count: 9, next: '/more', unread_count: 7 }
  expect(isAboutUnlisted(part, notification(2, true))).toBe(true)
  expect(isAboutUnlisted(part, notification(2))).toBe(false)
  expect(isAboutUnlisted(part, notification(4, true))).toBe(false)
  expect(isAboutUnlisted(part, { type: 'all_read', notification_id: 3 })).toBe(true)
  expect(isAboutUnlisted(inbox(notification(5)), notification(2, true))).toBe(false)
})

const newerEvent = (notifications: Inbox['results'], unread: number[] | null) =>
  ({ type: 'newer', notifications, unread }) as const

test('after an interruption what came is there, and what was read elsewhere is read, further down too', () => {
  const before = { ...inbox(notification(5), notification(4), notification(3, true)), count: 9, next: '/more', unread_count: 4 }
  const now = applyFrame(before, newerEvent([notification(5, true), notification(6), notification(7)], [1, 6, 7]))
  expect(now.results.map(({ id, is_read }) => [id, is_read])).toEqual([
    [7, false],
    [6, false],
    [5, true],
    [4, true],
    [3, true],
  ])
  expect([now.unread_count, now.count]).toEqual([3, 11])
})

test('where more came than fits into one frame the list has to be read', () => {
  const many = Array.from({ length: 50 }, (_, i) => notification(i + 100))
  const part = inbox(notification(5), notification(4))
  expect(needsRefetch(part, newerEvent([notification(5), notification(6)], []))).toBe(false)
  expect(needsRefetch(part, newerEvent([], []))).toBe(false)
  expect(needsRefetch(part, newerEvent(many, []))).toBe(true)
  expect(needsRefetch(part, newerEvent([notification(5)], null))).toBe(true)
  expect(needsRefetch(inbox(), newerEvent([notification(6)], [6]))).toBe(false)
  expect(needsRefetch(inbox(), newerEvent(many, []))).toBe(true)
})

test('older ones come below, each once', () => {
  const part = { ...inbox(notification(5), notification(4)), next: '/more' }
  const now = withOlder(part, { results: [notification(4), notification(3)], next: null })
  expect([ids(now), now.next]).toEqual([[5, 4, 3], null])
})
