import 'fake-indexeddb/auto'
import { api, type Me } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queue } from './queue.ts'
import { QueueDatabase } from './queueDatabase.ts'

const database = new QueueDatabase()
const ann = 1
/** Waits for the end of every attempt to send. */
const settle = () => Promise.all(vi.mocked(queue.send).mock.results.map(({ value }) => value))

let isOnline = false
let me: Pick<Me, 'id'> = { id: ann }
/** The answers to the next changes; 201 afterwards. */
let answers: { status: number; body?: object }[] = []
let sent: { text: string; key: string | undefined }[] = []

const setOnline = (state: boolean) => {
  isOnline = state
  window.dispatchEvent(new Event(state ? 'online' : 'offline'))
}
const texts = () => queue.changes.map(({ text, reason }) => (reason ? `${text}: ${reason}` : text))
const comment = async (text: string) => {
  const args = { body: { content_type: 'task', object_id: 1, text } } as const
  const { answer } = await queue.add(api.comments.create, args, { change_id: `key of ${text}`, about: 'Comment', text })
  const id = answer.then((answered) => answered.id)
  // Most tests ask the queue instead.
  id.catch(() => undefined)
  return { answer: id }
}

beforeEach(async () => {
  vi.spyOn(queue, 'send')
  await queue.clear()
  answers = []
  sent = []
  me = { id: ann }
  isOnline = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body?: string; headers?: Record<string, string> }) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    if (url === '/api/me/') return Response.json(me)
    sent.push({ text: JSON.parse(body ?? '{}').text, key: headers?.['idempotency-key'] })
    const { status, body: answer = { id: sent.length } } = answers.shift() ?? { status: 201 }
    return Response.json(answer, { status })
  })
  await queue.open(ann, () => {})
})
afterEach(() => {
  queue.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('changes are sent in their order with their own keys, and answer whoever made them', async () => {
  const made = [await comment('one'), await comment('two'), await comment('three')]
  expect(texts()).toEqual(['one', 'two', 'three'])
  setOnline(true)
  expect(await Promise.all(made.map(({ answer }) => answer))).toEqual([1, 2, 3])
  expect(sent).toEqual(['one', 'two', 'three'].map((text) => ({ text, key: `key of ${text}` })))
  expect(texts()).toEqual([])
  expect(await database.all()).toEqual([])
})

test('what waits is there again after a reload', async () => {
  await comment('one')
  await comment('two')
  queue.close()
  expect(texts()).toEqual([])
  const shown: unknown[] = []
  await queue.open(ann, ({ text }) => shown.push(text))
  expect(shown).toEqual(['one', 'two'])
  setOnline(true)
  await settle()
  expect(sent.map(({ text }) => text)).toEqual(['one', 'two'])
})

test.each([500, 502, 429, 401])('an answer of %d decides nothing: the change waits, and none overtakes it', async (status) => {
  await comment('one')
  await comment('two')
  answers = [{ status }, { status }]
  setOnline(true)
  await settle()
  expect(texts()).toEqual(['one', 'two'])
  expect(new Set(sent.map(({ text }) => text))).toEqual(new Set(['one']))
})

test('a workspace that is blocked for a while refuses no change', async () => {
  await comment('one')
  answers = [{ status: 403, body: { detail: 'Blocked.', code: 'tenant_blocked' } }]
  setOnline(true)
  await settle()
  expect(texts()).toEqual(['one'])
})

test('a refused change stays with its reason until its author decides, and the next ones are sent', async () => {
  const { answer } = await comment('one')
  await comment('two')
  answers = [{ status: 400, body: { text: ['Too rude.'] } }]
  setOnline(true)
  await expect(answer).rejects.toThrow()
  await settle()
  expect(sent.map(({ text }) => text)).toEqual(['one', 'two'])
  queue.close()
  await queue.open(ann, () => {})
  expect(texts()).toEqual(['one: Too rude.'])
  const counts: number[] = []
  const stop = queue.subscribe(() => counts.push(queue.changes.length))
  const [refused] = queue.changes
  if (refused) await queue.retry(refused)
  await settle()
  stop()
  // It is not gone before it has been sent.
  expect(counts).toEqual([1, 0])
  expect(sent.at(-1)?.text).toBe('one')
  expect(sent.at(-1)?.key).not.toBe('key of one')
  expect(texts()).toEqual([])
})

test('a change that its author discards is not sent', async () => {
  const { answer } = await comment('one')
  const [change] = queue.changes
  if (change) await queue.discard(change)
  await expect(answer).rejects.toThrow()
  setOnline(true)
  await settle()
  expect(sent).toEqual([])
  expect(await database.all()).toEqual([])
})

test('what another tab has sent or discarded is not sent again', async () => {
  const { answer } = await comment('one')
  for (const { number } of await database.all()) await database.remove(number)
  setOnline(true)
  await expect(answer).rejects.toThrow()
  expect(sent).toEqual([])
})

test('nothing is sent in the name of somebody else', async () => {
  await comment('one')
  me = { id: 2 }
  setOnline(true)
  await settle()
  expect(sent).toEqual([])
  await queue.open(2, () => {})
  expect(texts()).toEqual([])
  expect(await database.all()).toEqual([])
})

test('a change that waited longer than the server remembers is left to its author', async () => {
  await comment('one')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8 * 24 * 60 * 60 * 1000)
  setOnline(true)
  await settle()
  expect(sent).toEqual([])
  expect(texts()).toEqual(['one: It was made more than a week ago.'])
})

test('without permission to store it, a change fails as it would without a queue', async () => {
  vi.spyOn(QueueDatabase.prototype, 'add').mockRejectedValue(new Error('No.'))
  await expect(comment('one')).rejects.toThrow('Server unreachable. Please try again later.')
  expect(texts()).toEqual([])
})
