import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { api } from 'contract'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient, keyOf } from '../api/data.ts'
import { Guests, Only } from './Only.tsx'
import { PersonContext, useSession } from './session.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const ann = { id: 1, name: 'Ann', email: 'ann@acme.test', role: 'tenant_admin', employee: null }
const dev = { ...ann, id: 2, role: 'developer' }

function Address() {
  const { pathname, search, hash } = useLocation()
  return <output>{pathname + search + hash}</output>
}

const Person = ({ children }: { children: ReactNode }) => <PersonContext value={useSession().me}>{children}</PersonContext>

async function renderAt(address: string, session: object) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createClient()
  const becomes = (now: object) =>
    act(async () => {
      client.setQueryData(keyOf(api.auth.me, {}), now)
      // The cache notifies its observers asynchronously.
      await new Promise((resolve) => setTimeout(resolve))
    })
  await becomes(session)
  await act(async () => {
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[address]}>
            <Suspense>
              <Person>
                <Routes>
                  <Route path="/login" element={<Guests elseTo={(_, wanted) => wanted ?? '/home'}>Log in</Guests>} />
                  <Route path="*" element={<Only roles="signed_in">In</Only>} />
                </Routes>
              </Person>
              <Address />
            </Suspense>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    )
  })
  return becomes
}
const shown = () => screen.getByRole('status').textContent

describe('who logs in', () => {
  test('at an address opened without a session continues to it, with its query and hash', async () => {
    const becomes = await renderAt('/chat/5?draft=1#last', { me: null })
    expect(shown()).toBe('/login')
    await becomes({ me: dev })
    expect(shown()).toBe('/chat/5?draft=1#last')
  })

  test('after a session that ended by itself continues where it was', async () => {
    const becomes = await renderAt('/chat/5', { me: ann })
    await becomes({ me: null, hasEnded: true, ended_id: ann.id })
    expect(shown()).toBe('/login')
    await becomes({ me: ann })
    expect(shown()).toBe('/chat/5')
  })

  test('after the session of somebody else ended does not continue there', async () => {
    const becomes = await renderAt('/chat/5', { me: ann })
    await becomes({ me: null, hasEnded: true, ended_id: ann.id })
    await becomes({ me: dev })
    expect(shown()).toBe('/home')
  })

  test('after a log-out by choice does not continue', async () => {
    const becomes = await renderAt('/chat/5', { me: ann })
    await becomes({ me: null, hasLoggedOut: true, ended_id: ann.id })
    expect(shown()).toBe('/login')
    await becomes({ me: ann })
    expect(shown()).toBe('/home')
  })

  test('and is logged in already continues to what the link to the log-in page names', async () => {
    await renderAt('/login?next=%2Fchat%2F5', { me: ann })
    expect(shown()).toBe('/chat/5')
  })
})
