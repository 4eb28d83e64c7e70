import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { LiveEvent, Me } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../api/data.ts'
import { connectToEvents } from '../live/subscriptions.ts'
import { followEvents } from '../live/sync.ts'
import { PersonContext } from '../session/session.ts'
import { UnreadMessages } from './UnreadMessages.tsx'

/** Stubs the browser's WebSocket. The test plays the server. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static newest: Socket
  readyState = 0
  binaryType = 'blob'
  constructor() {
    super()
    Socket.newest = this
    setTimeout(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }
  send() {}
  close() {}
  receive(frame: LiveEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}

const me = {
  id: 1,
  name: 'Dev',
  email: 'dev@acme.test',
  role: 'developer',
  employee: null,
  tenant: { is_open: true },
} as unknown as Me
const room = { id: 7, room_type: 'PROJECT', name: 'Website', participants: [], last_message: null, unread_count: 2 }
const message = { id: 30, content: 'Hello', sender: 2, sender_name: 'Pam', timestamp: '2026-03-01T10:00:00Z' }

let requested: string[] = []
let cleanups: (() => void)[] = []
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  requested = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/api/chat-rooms/')) return new Response(JSON.stringify(me))
    requested.push(url)
    return new Response(JSON.stringify([room]))
  })
  const client = createClient()
  cleanups = [followEvents(client, me.id), connectToEvents({ newest: () => 0, onRefused: () => {} })]
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <PersonContext value={me}>
          <p data-testid="unread">
            <UnreadMessages />
          </p>
          <UnreadMessages />
        </PersonContext>
      </MantineProvider>
    </QueryClientProvider>,
  )
  await advance(10)
})
afterEach(async () => {
  cleanup()
  for (const end of cleanups) end()
  await advance(60_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const unread = () => screen.getByTestId('unread').textContent

test('a page asks once for the number of unread messages, and keeps it by what it is told', async () => {
  await advance(5000)
  expect(requested).toEqual(['/api/chat-rooms/?participants=own'])
  expect(unread()).toBe('2 unread')
  Socket.newest.receive({ type: 'said', room_id: 7, message, previous: null })
  await advance(5000)
  expect([unread(), requested.length]).toEqual(['3 unread', 1])
})
