import { expect, test } from 'vitest'
import { applyMessage, applySeen, counted, type ListedRoom, previewOf, unreadIn } from './rooms.ts'

const me = 1
const person = (id: number, last_seen_id: number | null = null) => ({
  id,
  name: `No. ${id}`,
  full_name: `No. ${id}`,
  email: `${id}@acme.test`,
  is_active: true,
  last_seen_id,
})
const message = (id: number, sender = 2, content = `message ${id}`) => ({
  id,
  content,
  sender,
  sender_name: `No. ${sender}`,
  timestamp: '2026-03-01T10:00:00Z',
})
const room = (id: number, last: number | null, unread_count = 0, seen: number | null = null): ListedRoom => {
  const { sender: sender_id, ...rest } = message(last ?? 0)
  return {
    id,
    room_type: 'PRIVATE',
    name: 'No. 2',
    project: null,
    participants: [person(me, seen), person(2)],
    last_message: last === null ? null : { ...rest, sender_id },
    unread_count,
    disabled_reason: null,
  }
}
const unreadCounts = (rooms: readonly ListedRoom[] | undefined) => rooms?.map(({ id, unread_count }) => [id, unread_count])

test('the room in which something was said goes on top, and counts what others said', () => {
  const rooms = applyMessage([room(7, 20), room(8, 10), room(9, null)], me, 9, message(30))
  expect(unreadCounts(rooms)).toEqual([
    [9, 1],
    [7, 0],
    [8, 0],
  ])
  const own = rooms && applyMessage(rooms, me, 8, message(31, me))
  expect(unreadCounts(own)).toEqual([
    [8, 0],
    [9, 1],
    [7, 0],
  ])
})

test('a message that comes twice is counted once', () => {
  const rooms = [room(7, 20)]
  const once = applyMessage(rooms, me, 7, message(21)) ?? []
  expect(applyMessage(once, me, 7, message(21))).toBe(once)
  const later = applyMessage(once, me, 7, message(22)) ?? []
  expect(applyMessage(later, me, 7, message(21))).toBe(later)
  expect(unreadIn(later)).toBe(2)
})

test('what this person has seen before it was told counts as read', () => {
  const seen = applySeen([room(7, 20, 0, 20)], me, 7, 21) ?? []
  expect(unreadIn(applyMessage(seen, me, 7, message(21)) ?? [room(7, 1, 9)])).toBe(0)
})

test('what the list cannot know has to be read again: a room that is not in it, a message from before', () => {
  expect(applyMessage([room(7, 20)], me, 8, message(21))).toBeUndefined()
  expect(applyMessage([room(7, 20)], me, 7, message(19))).toBeUndefined()
  expect(applySeen([room(7, 20, 5, 10)], me, 7, 15)).toBeUndefined()
})

test('what was seen is unread no more, and what came meanwhile still is', () => {
  const rooms = applyMessage(applyMessage([room(7, 20, 2, 10)], me, 7, message(21)) ?? [], me, 7, message(22)) ?? []
  expect(unreadIn(rooms)).toBe(4)
  const now = applySeen(rooms, me, 7, 21) ?? []
  expect(unreadIn(now)).toBe(1)
  expect(applySeen(now, me, 7, 20)).toBe(now)
  expect(unreadIn(applySeen(now, me, 7, 22) ?? [])).toBe(0)
  expect(unreadIn(applySeen([room(7, 20, 2, 10)], me, 7, 20) ?? [])).toBe(0)
})

test('of the last message 30 characters are shown, of one line, and whether it is one’s own', () => {
  expect(previewOf(room(7, null), me)).toBe('')
  const said = (sender: number, content: string) =>
    previewOf(applyMessage([room(7, null)], me, 7, message(1, sender, content))?.[0] ?? room(7, null), me)
  expect(said(2, 'a\n b')).toBe('a b')
  expect(said(me, 'x'.repeat(30))).toBe(`You: ${'x'.repeat(30)}`)
  expect(said(2, '👍'.repeat(31))).toBe(`${'👍'.repeat(30)}…`)
})

test('beyond a thousand unread messages are not counted', () => {
  expect([counted(3), counted(999), counted(1000)]).toEqual(['3', '999', '999+'])
})
