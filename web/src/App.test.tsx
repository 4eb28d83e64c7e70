import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { homeOf, type Role, roles } from 'contract'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from './App.tsx'
import { createClient } from './api/data.ts'
import { screens } from './routes.tsx'
import { sessionQuery } from './session/session.ts'

let role: Role | null = null
let address = ''
let client = createClient()

/** Stubs the browser's WebSocket. The test plays the server. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static newest: Socket | undefined
  readyState = 0
  constructor() {
    super()
    Socket.newest = this
  }
  send() {}
  close() {}
}

// Pages load more of themselves later. Without time it is not loaded, which would take long and outlive the document.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(async () => {
  // The modules are shared with other files, which may wait for the rest.
  await vi.advanceTimersByTimeAsync(1000)
  await vi.dynamicImportSettled()
  vi.useRealTimers()
})
beforeEach(() => {
  Socket.newest = undefined
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', (url: string) => {
    // Reads stay in flight, because only the address counts here.
    if (url !== '/api/me/') return new Promise(() => {})
    const tenant = role === 'super_admin' ? null : { is_open: true }
    const me = { id: 1, name: 'Ann', email: 'ann@acme.test', role: role?.toUpperCase(), employee: null, tenant }
    return Promise.resolve(new Response(JSON.stringify(role ? me : { detail: 'No.' }), { status: role ? 200 : 401 }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Address() {
  address = useLocation().pathname
  return null
}

/** Lets pending answers reach the page. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1))

/** Opens a path with this role, and returns the path where it leads. */
async function openAs(who: Role | null, path: string) {
  role = who
  client = createClient()
  const page = (
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <App />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
  await act(async () => void render(page))
  await settle()
  return address
}

// Not the page that asks for a second factor, which leads everybody on who needs none.
const guarded = screens.flatMap(({ path, who }) =>
  typeof who === 'object' && 'roles' in who && !who.even_without_second_factor
    ? [{ path: path.replace('/:key', '/WEB-1').replace(/\/:\w+\??/g, '/1'), admitted: who.roles }]
    : [],
)

describe.each([...roles, null])('%s', (who) => {
  test.each(guarded)('is kept from $path unless it is for them', async ({ path, admitted }) => {
    const isAdmitted = who !== null && (admitted === 'signed_in' || admitted.includes(who))
    expect(await openAs(who, path)).toBe(isAdmitted ? path : who ? '/unauthorized' : '/login')
  })
})

test('whoever gets another role is led from a page that it does not open to their new home, and keeps one that it does', async () => {
  expect(await openAs('hr', '/hr')).toBe('/hr')
  role = 'tenant_admin'
  await act(() => client.refetchQueries({ queryKey: sessionQuery.queryKey }))
  await settle()
  expect(address).toBe('/tenant_admin')
  cleanup()
  expect(await openAs('hr', '/profile')).toBe('/profile')
  role = 'tenant_admin'
  await act(() => client.refetchQueries({ queryKey: sessionQuery.queryKey }))
  await settle()
  expect(address).toBe('/profile')
})

test.each(roles)('a logged-in %s is led from the log-in to their own page', async (who) => {
  expect(await openAs(who, '/login')).toBe(homeOf(who))
})

test('a connection that is lost just as the session ends keeps nobody from the log-in', async () => {
  expect(await openAs('developer', '/profile')).toBe('/profile')
  await act(() => vi.dynamicImportSettled())
  await settle()
  expect(Socket.newest).toBeDefined()
  act(() => {
    client.setQueryData(sessionQuery.queryKey, { me: null, hasLoggedOut: true })
    // It renders a component by itself, before the cache has notified the page.
    Socket.newest?.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  })
  await act(() => vi.dynamicImportSettled())
  await settle()
  screen.getByRole('textbox', { name: 'Email' })
  expect(address).toBe('/login')
})
