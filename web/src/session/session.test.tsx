import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { api } from 'contract'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshSession } from '../api/call.ts'
import { createClient, readOf } from '../api/data.ts'
import { bumpSessionVersion } from '../api/sessionVersion.ts'
import { useLogout, useSession, useSessionKeeper } from './session.ts'
import { typedBy } from './typed.ts'

const ann = { id: 1, name: 'Ann', email: 'ann@acme.test', role: 'TENANT_ADMIN', employee: null }
let calls: string[] = []
let answers: Record<string, () => Response | Promise<Response>> = {}

function Page() {
  const { me, closed } = useSession()
  const logout = useLogout()
  useSessionKeeper()
  return (
    <button type="button" onClick={() => void logout()}>
      {closed ?? me?.role ?? <Guests />}
    </button>
  )
}
const Guests = () => useQuery(readOf(api.demo.people, {})).data?.people[0]?.full_name ?? 'nobody'
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const renderPage = async () => {
  const client = createClient()
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <Suspense>
          <Page />
        </Suspense>
      </QueryClientProvider>,
    )
  })
  await advance(10)
  return { client }
}
const shown = () => screen.getByRole('button').textContent
const countCalls = (path: string) => calls.filter((call) => call === path).length
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  calls = []
  answers = { '/api/me/': json(200, ann), '/api/token/refresh/': json(200, { detail: 'ok' }), '/api/logout/': json(200, {}) }
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return answers[url]?.() ?? new Response('', { status: 404 })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('at the start', () => {
  test('the role is compared without regard to case', async () => {
    await renderPage()
    expect(shown()).toBe('tenant_admin')
  })

  test.each([
    [401, { detail: 'Authentication credentials were not provided.' }, 'nobody'],
    [404, { detail: 'Workspace not found.', code: 'workspace_not_found' }, 'workspace_not_found'],
    [403, { detail: 'Blocked.', code: 'tenant_blocked' }, 'tenant_blocked'],
  ])('%d %j: %s', async (status, body, expected) => {
    answers['/api/me/'] = json(status, body)
    await renderPage()
    expect(shown()).toBe(expected)
  })
})

describe('while logged in', () => {
  test('the session is renewed every 240 s', async () => {
    await renderPage()
    await advance(239_000)
    expect(countCalls('/api/token/refresh/')).toBe(0)
    await advance(2_000)
    expect(countCalls('/api/token/refresh/')).toBe(1)
    await advance(480_000)
    expect(countCalls('/api/token/refresh/')).toBe(3)
  })

  test('a page that is opened later counts from the last renewal by any tab', async () => {
    bumpSessionVersion()
    await advance(200_000)
    await renderPage()
    await advance(39_000)
    expect(countCalls('/api/token/refresh/')).toBe(0)
    await advance(2_000)
    expect(countCalls('/api/token/refresh/')).toBe(1)
  })

  test('a page that is opened after that renews it at once', async () => {
    bumpSessionVersion()
    await advance(280_000)
    await renderPage()
    await advance(10)
    expect(countCalls('/api/token/refresh/')).toBe(1)
    await advance(230_000)
    expect(countCalls('/api/token/refresh/')).toBe(1)
  })

  test.each(['visibilitychange', 'online'])('and as soon as a computer that slept is back (%s)', async (event) => {
    await renderPage()
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event(event, { bubbles: true }))
    window.dispatchEvent(new Event(event))
    await advance(10)
    expect(countCalls('/api/token/refresh/')).toBe(1)
  })

  test('tries again half a minute after the server could not be reached, and nobody is logged out', async () => {
    answers['/api/token/refresh/'] = json(503, {})
    await renderPage()
    await advance(245_000)
    answers['/api/token/refresh/'] = json(200, { detail: 'ok' })
    const before = countCalls('/api/token/refresh/')
    await advance(30_000)
    expect(countCalls('/api/token/refresh/')).toBe(before + 1)
    expect(shown()).toBe('tenant_admin')
  })

  test('the page after a log-out gets what it reads for guests', async () => {
    answers['/api/demo/'] = json(200, { people: [{ role: 'hr', full_name: 'Hana Hill' }], is_public: false })
    await renderPage()
    screen.getByRole('button').click()
    await advance(100)
    expect(shown()).toBe('Hana Hill')
  })

  test('somebody else who logs in finds nothing of the one before', async () => {
    const { client } = await renderPage()
    client.setQueryData(['GET /api/projects/', {}], { results: ['secret'] })
    answers['/api/me/'] = json(200, { ...ann, id: 2, role: 'developer' })
    await act(() => client.invalidateQueries({ queryKey: ['GET /api/me/'] }))
    await advance(10)
    expect(shown()).toBe('developer')
    expect(client.getQueryData(['GET /api/projects/', {}])).toBeUndefined()
  })

  test('a refused renewal ends it', async () => {
    answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
    await renderPage()
    await advance(241_000)
    expect(shown()).toBe('nobody')
  })
})

describe('a log-out', () => {
  const log = () => vi.spyOn(console, 'error').mockImplementation(() => {})
  const logOut = async () => {
    screen.getByRole('button').click()
    await advance(10)
  }

  test('that fails is logged, and the person is out all the same', async () => {
    const logged = log()
    await renderPage()
    answers['/api/logout/'] = json(500, {})
    await logOut()
    expect(shown()).toBe('nobody')
    expect(logged).toHaveBeenCalled()
  })

  test('that the server does not hear of is told to it later; until then a reload does not log in again', async () => {
    log()
    await renderPage()
    answers['/api/logout/'] = json(503, {})
    await logOut()
    cleanup()
    await renderPage()
    expect(shown()).toBe('nobody')
    answers['/api/logout/'] = json(200, {})
    const before = countCalls('/api/logout/')
    await advance(30_000)
    expect(countCalls('/api/logout/')).toBe(before + 1)
    await advance(60_000)
    expect(countCalls('/api/logout/')).toBe(before + 1)
  })

  test('that the server acts on before it answers is no session that ended by itself', async () => {
    const { client } = await renderPage()
    const key = ['GET /api/me/', {}]
    answers['/api/me/'] = json(401, { detail: 'Authentication credentials were not provided.' })
    answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
    answers['/api/logout/'] = async () => {
      await refreshSession().catch(() => {})
      expect(client.getQueryData(key)).toMatchObject({ me: null, hasLoggedOut: true })
      return json(200, {})()
    }
    await logOut()
    await act(() => client.invalidateQueries({ queryKey: ['GET /api/me/'] }))
    await advance(10)
    expect(client.getQueryData(key)).toMatchObject({ me: null, hasLoggedOut: true, ended_id: ann.id })
  })

  test('waits 2 s at most for a server that does not answer', async () => {
    await renderPage()
    answers['/api/logout/'] = () => new Promise((resolve) => setTimeout(resolve, 4000, json(200, {})()))
    screen.getByRole('button').click()
    await advance(1900)
    expect(shown()).toBe('tenant_admin')
    await advance(200)
    expect(shown()).toBe('nobody')
    await advance(2000)
  })
})

test('what was being typed when a session ended is kept for that person, and for nobody else', async () => {
  const field = document.createElement('textarea')
  field.setAttribute('aria-label', 'Comment')
  const secret = Object.assign(document.createElement('input'), { type: 'password' })
  document.body.append(field, secret)
  await renderPage()
  for (const [input, text] of [
    [field, 'Half a tho'],
    [secret, 'Secret-1'],
  ] as const) {
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
  await advance(241_000)
  expect(shown()).toBe('nobody')
  field.remove()
  secret.remove()
  expect(typedBy(1)?.texts).toEqual([{ label: 'Comment', text: 'Half a tho' }])
  expect(typedBy(2)).toBeUndefined()
  expect(typedBy(1)).toBeUndefined()
})
