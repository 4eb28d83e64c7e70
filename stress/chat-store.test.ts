// @long @alone: The chat store of our pages, as a browser runs it, over real sockets that break.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatMessage } from 'contract'
import WebSocket from 'ws'
import { startWorldProcess, waitUntil } from '../server/src/testing/processes.ts'
import { people, rooms, testApp } from '../server/src/testing/world.ts'
import { startProxy } from '../server/src/testing/world-proxy.ts'
import { figure, isStress, startRounds } from './size.ts'

const world = await testApp()
const names = ['pam', 'dev', 'dana'] as const
type Name = (typeof names)[number]
const tabsOfEach = 8
/** Interruptions between two connections that fall silent without closing. The store finds out after 10 s. */
const betweenFreezes = 50
const mostPending = 10

/** What this test uses of the web app, which is not checked together with the server. */
type Room = {
  view: () => { connection: string; pending: readonly unknown[]; messages: readonly { id: number; content: string }[] }
  send: (content: string) => boolean
  loadOlder: () => Promise<void>
  close: () => void
}
type Handlers = { onState: (state: string) => void }
type WebApp = {
  openConnection: (path: string, handlers: Handlers) => object
  Room: new (options: object) => Room
}

/** Gives the web app's modules what they use of a browser. The address says whose cookies a socket sends. */
async function webApp(port: () => number, headersOf: (name: Name) => Record<string, string>): Promise<WebApp> {
  class Socket extends WebSocket {
    constructor(address: string) {
      const { pathname, searchParams } = new URL(address)
      super(`ws://127.0.0.1:${port()}${pathname}`, { headers: headersOf(searchParams.get('as') as Name) })
    }
  }
  const window = { location: { origin: 'http://acme.localhost' }, addEventListener() {}, removeEventListener() {} }
  Object.assign(globalThis, { window, WebSocket: Socket })
  const web = new URL('../web/src/', import.meta.url).href
  return { ...(await import(`${web}live/connection.ts`)), ...(await import(`${web}chat/room.ts`)) }
}

/** Reads a page of messages over a connection of its own, as a browser may. */
function readMessages(port: number, headers: Record<string, string>, range: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<ChatMessage[]>()
  const path = `/api/chat-rooms/${rooms.website}/messages/?${new URLSearchParams(range)}`
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false, timeout: 5000 }, (answer) => {
    let text = ''
    answer.on('data', (part) => (text += part))
    answer.on('error', reject)
    answer.on('close', () => (answer.complete && answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))))
  })
  sent.on('timeout', () => sent.destroy(new Error('No answer.')))
  sent.on('error', reject)
  sent.end()
  return promise
}

test('whatever breaks while people talk, the store of their pages loses nothing, doubles nothing and keeps the order', async (t) => {
  await world.as('pam')('POST /api/members/bulk-assign/', { project: rooms.website, developers: [people.dana.id] })
  let server = await startWorldProcess(world)
  const network = await startProxy(() => server.port)
  const headers = new Map<Name, Record<string, string>>()
  /** A browser renews its session before it expires, here the tests' world does. */
  const keepLoggedIn = async () => {
    for (const name of names) headers.set(name, { host: world.hostOf('acme'), cookie: await world.cookiesOf(name) })
  }
  await keepLoggedIn()
  const headersOf = (name: Name) => headers.get(name) ?? {}
  const { Room, openConnection } = await webApp(() => network.port, headersOf)

  let lost = 0
  const openTab = (name: Name) => {
    let unsent: readonly unknown[] = []
    let wasOpen = false
    return new Room({
      me: people[name],
      seen_id: null,
      unread_count: 0,
      connect: (handlers: Handlers) =>
        openConnection(`/ws/chat/${rooms.website}/?as=${name}`, {
          ...handlers,
          onState(state) {
            if (wasOpen && state === 'lost') lost++
            wasOpen = state === 'open'
            handlers.onState(state)
          },
        }),
      fetch: (range: Record<string, string>) => readMessages(network.port, headersOf(name), range),
      outbox: {
        read: () => unsent,
        write(pending: readonly unknown[]) {
          unsent = pending
        },
      },
      onConnectionRefused: (code: number) => assert.fail(`Refused with ${code}.`),
      onMessageRefused: () => assert.fail('A message was refused.'),
    })
  }
  const tabs = names.flatMap((name) => Array.from({ length: tabsOfEach }, () => openTab(name)))
  world.closeFirst(async () => {
    for (const tab of tabs) tab.close()
    await network.close()
    await server.kill()
  })
  const isOpen = ({ view }: Room) => view().connection === 'open'
  const waitForTabs = (count: number) =>
    waitUntil(
      () => tabs.filter(isOpen).length >= count,
      () => `${tabs.filter(isOpen).length} tabs are connected.`,
    )

  /** Cuts connections until one of them was a tab's socket, and not a request. */
  async function cutSocket() {
    const before = lost
    while (lost === before) {
      network.cut()
      await sleep(20)
    }
  }

  const said: string[] = []
  const rounds = startRounds({ short: 24, whole: 1000 })
  let hasKilled = !isStress
  await waitForTabs(tabs.length)
  while (rounds.left()) {
    await keepLoggedIn()
    await waitForTabs(tabs.length / 2)
    for (const tab of tabs)
      if (isOpen(tab) && tab.view().pending.length < mostPending && Math.random() < 0.3 && tab.send(`No. ${said.length}`))
        said.push(`No. ${said.length}`)
    if (!hasKilled && rounds.done() > rounds.rounds / 2) {
      hasKilled = true
      await server.kill()
      server = await startWorldProcess(world)
    } else if (isStress && rounds.done() % betweenFreezes === 0) network.freeze()
    else await cutSocket()
  }

  // A silent connection is found out by a message that is not confirmed. In a page, that of the notifications notices as well.
  for (const tab of tabs) if (tab.send(`No. ${said.length}`)) said.push(`No. ${said.length}`)

  const stored = await waitForAll(tabs, said.length, keepLoggedIn)
  assert.deepEqual(new Set(stored.map(({ content }) => content)), new Set(said))
  for (const { view } of tabs)
    assert.deepEqual(
      view().messages.map(({ id, content }) => ({ id, content })),
      stored,
    )
  assert.equal(server.faults(), '')
  assert.ok(lost >= rounds.done(), `${lost} sockets were lost in ${rounds.done()} rounds.`)
  figure(t, 'sockets lost', lost)
  figure(t, 'messages, each stored once and shown once in each of 24 tabs', said.length)
})

/** Waits until every tab shows everything that is stored, older pages too, and returns that. */
async function waitForAll(tabs: Room[], count: number, keepLoggedIn: () => Promise<void>) {
  let stored: Record<string, unknown>[] = []
  await waitUntil(
    async () => {
      await keepLoggedIn()
      stored = await world.query('select id::float8 as id, content from chat_messages where tenant_id = 1 order by id')
      for (const tab of tabs) if (tab.view().messages.length < stored.length) await tab.loadOlder()
      return tabs.every(({ view }) => !view().pending.length && view().messages.length >= stored.length) && stored.length >= count
    },
    () => `${stored.length} of ${count} are stored; tabs show ${tabs.map(({ view }) => view().messages.length)}.`,
    120,
  )
  return stored
}
