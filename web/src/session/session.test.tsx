import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshSession } from '../api/call.ts'
import { createClient } from '../api/data.ts'
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
      {closed ?? me?.role ?? 'nobody'}
    </button>
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = async () => {
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
  await pass(10)
  return { client }
}
const shown = () => screen.getByRole('button').textContent
const count = (path: string) => calls.filter((call) => call === path).length
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
    await open()
    expect(shown()).toBe('tenant_admin')
  })

  test.each([
    [401, { detail: 'Authentication credentials were not provided.' }, 'nobody'],
    [404, { detail: 'Workspace not found.', code: 'workspace_not_found' }, 'workspace_not_found'],
    [403, { detail: 'Blocked.', code: 'tenant_blocked' }, 'tenant_blocked'],
  ])('%d %j: %s', async (status, body, expected) => {
    answers['/api/me/'] = json(status, body)
    await open()
    expect(shown()).toBe(expected)
  })
})

describe('while logged in', () => {
  test('the session is renewed every 240 s', async () => {
    await open()
    await pass(239_000)
    expect(count('/api/token/refresh/')).toBe(0)
    await pass(2_000)
    expect(count('/api/token/refresh/')).toBe(1)
    await pass(480_000)
    expect(count('/api/token/refresh/')).toBe(3)
  })

  test.each(['visibilitychange', 'online'])('and as soon as a computer that slept is back (%s)', async (event) => {
    await open()
    vi.setSystemTime(Date.now() + 3_600_000)
    document.dispatchEvent(new Event(event, { bubbles: true }))
    window.dispatchEvent(new Event(event))
    await pass(10)
    expect(count('/api/token/refresh/')).toBe(1)
  })

  test('tries again half a minute after the server could not be reached, and nobody is logged out', async () => {
    answers['/api/token/refresh/'] = json(503, {})
    await open()
    await pass(245_000)
    answers['/api/token/refresh/'] = json(200, { detail: 'ok' })
    const before = count('/api/token/refresh/')
    await pass(30_000)
    expect(count('/api/token/refresh/')).toBe(before + 1)
    expect(shown()).toBe('tenant_admin')
  })

  test('somebody else who logs in finds nothing of the one before', async () => {
    const { client } = await open()
    client.setQueryData(['GET /api/projects/', {}], { results: ['secret'] })
    answers['/api/me/'] = json(200, { ...ann, id: 2, role: 'developer' })
    await act(() => client.invalidateQueries({ queryKey: ['GET /api/me/'] }))
    await pass(10)
    expect(shown()).toBe('developer')
    expect(client.getQueryData(['GET /api/projects/', {}])).toBeUndefined()
  })

  test('a refused renewal ends it', async () => {
    answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
    await open()
    await pass(241_000)
    expect(shown()).toBe('nobody')
  })
})

describe('a log-out', () => {
  const log = () => vi.spyOn(console, 'error').mockImplementation(() => {})
  const logOut = async () => {
    screen.getByRole('button').click()
    await pass(10)
  }

  test('that fails is logged, and the person is out all the same', async () => {
    const logged = log()
    await open()
    answers['/api/logout/'] = json(500, {})
    await logOut()
    expect(shown()).toBe('nobody')
    expect(logged).toHaveBeenCalled()
  })

  test('that the server does not hear of is told to it later; until then a reload does not log in again', async () => {
    log()
    await open()
    answers['/api/logout/'] = json(503, {})
    await logOut()
    cleanup()
    await open()
    expect(shown()).toBe('nobody')
    answers['/api/logout/'] = json(200, {})
    const before = count('/api/logout/')
    await pass(30_000)
    expect(count('/api/logout/')).toBe(before + 1)
    await pass(60_000)
    expect(count('/api/logout/')).toBe(before + 1)
  })

  test('that the server acts on before it answers is no session that ended by itself', async () => {
    const { client } = await open()
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
    await pass(10)
    expect(client.getQueryData(key)).toMatchObject({ me: null, hasLoggedOut: true, ended_id: ann.id })
  })

  test('waits 2 s at most for a server that does not answer', async () => {
    await open()
    answers['/api/logout/'] = () => new Promise((resolve) => setTimeout(resolve, 4000, json(200, {})()))
    screen.getByRole('button').click()
    await pass(1900)
    expect(shown()).toBe('tenant_admin')
    await pass(200)
    expect(shown()).toBe('nobody')
    await pass(2000)
  })
})

test('what was being typed when a session ended is kept for that person, and for nobody else', async () => {
  const field = document.createElement('textarea')
  field.setAttribute('aria-label', 'Comment')
  const secret = Object.assign(document.createElement('input'), { type: 'password' })
  document.body.append(field, secret)
  await open()
  for (const [input, text] of [
    [field, 'Half a tho'],
    [secret, 'Secret-1'],
  ] as const) {
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
  await pass(241_000)
  expect(shown()).toBe('nobody')
  field.remove()
  secret.remove()
  expect(typedBy(1)?.texts).toEqual([{ label: 'Comment', text: 'Half a tho' }])
  expect(typedBy(2)).toBeUndefined()
  expect(typedBy(1)).toBeUndefined()
})
