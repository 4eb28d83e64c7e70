import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../api/data.ts'
import { useLogout, useSession, useSessionKeeper } from './session.ts'

const ann = { id: 1, name: 'Ann', email: 'ann@acme.test', role: 'TENANT_ADMIN', employee: null }
let calls: string[] = []
let answers: Record<string, () => Response> = {}

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

  test('not while the tab is hidden, and at once when it is seen again', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await open()
    await pass(900_000)
    expect(count('/api/token/refresh/')).toBe(0)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(10)
    expect(count('/api/token/refresh/')).toBe(1)
  })

  test('a refused renewal ends it', async () => {
    answers['/api/token/refresh/'] = json(401, { detail: 'Token is gone.', code: 'token_not_valid' })
    await open()
    await pass(241_000)
    expect(shown()).toBe('nobody')
  })
})

test('a log-out that fails is logged, and the person is out all the same', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await open()
  answers['/api/logout/'] = json(500, {})
  screen.getByRole('button').click()
  await pass(10)
  expect(shown()).toBe('nobody')
  expect(log).toHaveBeenCalled()
})
