import { api } from 'contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browser, call, onSessionEnd, ownPath, Refused, Unreachable } from './call.ts'
import { messageOf } from './messages.ts'

type Answer = { status: number; body?: unknown }
const json = ({ status, body }: Answer) =>
  new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), { status })
const expired = { status: 401, body: { detail: 'Given token not valid', code: 'token_not_valid' } }
const later = () => new Promise((resolve) => setTimeout(resolve, 2))

/** A server whose access token is good once it has been refreshed. */
function server({ refresh = { status: 200, body: { detail: 'ok' } } as Answer } = {}) {
  let isFresh = false
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const wasFresh = isFresh
    await later()
    if (!url.startsWith('/api/token/refresh/')) return json(wasFresh ? { status: 200, body: { id: 1 } } : expired)
    isFresh = refresh.status === 200
    return json(refresh)
  })
  return { asked, refreshes: () => asked.filter((url) => url.includes('refresh')).length }
}
const answering = (answer: Answer) => vi.stubGlobal('fetch', async () => json(answer))
const refusal = async (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(browser, 'goTo').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an expired session', () => {
  test('is refreshed once for ten calls in flight, and all ten are answered', async () => {
    const { asked, refreshes } = server()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(api.auth.me, {})))
    expect(answers).toHaveLength(10)
    expect(refreshes()).toBe(1)
    expect(asked).toHaveLength(21)
  })

  test('is not refreshed again when another tab has just done it', async () => {
    const { refreshes } = server()
    const asking = refusal(call(api.auth.me, {}))
    localStorage.setItem('atrium-refreshed-at', String(Date.now() + 1))
    await asking
    expect(refreshes()).toBe(0)
  })

  test('that cannot be refreshed rejects every call, once told', async () => {
    const { refreshes } = server({ refresh: { status: 401, body: { detail: 'Token is gone', code: 'token_not_valid' } } })
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    const errors = await Promise.all([1, 2, 3].map(() => refusal(call(api.auth.me, {}))))
    stop()
    expect(errors.every((error) => error instanceof Refused && error.status === 401)).toBe(true)
    expect(refreshes()).toBe(1)
    expect(ended).toHaveBeenCalledExactlyOnceWith('signed_out')
  })

  test('is kept when the refresh only fails for want of a server', async () => {
    server({ refresh: { status: 503, body: { detail: 'Come back later.' } } })
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    expect(await refusal(call(api.auth.me, {}))).toMatchObject({ status: 503 })
    stop()
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('where a refusal sends the browser', () => {
  test('payment required: to the page where one pays', async () => {
    answering({ status: 403, body: { detail: 'Pay.', code: 'payment_required' } })
    await refusal(call(api.auth.me, {}))
    expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/payment-required')
  })

  test('a redirect is followed on the same origin', async () => {
    answering({ status: 400, body: { detail: 'Moved.', redirect: '/profile?tab=1' } })
    await refusal(call(api.auth.me, {}))
    expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/profile?tab=1')
  })

  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'profile',
    '',
    7,
    null,
  ])('and never to %j', async (redirect) => {
    expect(ownPath(redirect)).toBeUndefined()
    answering({ status: 400, body: { detail: 'Moved.', redirect } })
    await refusal(call(api.auth.me, {}))
    expect(browser.goTo).not.toHaveBeenCalled()
  })
})

describe('answers', () => {
  test('204 is nothing', async () => {
    answering({ status: 204 })
    expect(await call(api.auth.me, {})).toBeUndefined()
  })

  test('what is not JSON is a refusal without detail', async () => {
    answering({ status: 502, body: '<html>Bad gateway</html>' })
    expect(await refusal(call(api.auth.me, {}))).toMatchObject({ status: 502, body: {} })
    answering({ status: 200, body: '<html>Hotel Wi-Fi</html>' })
    expect(await refusal(call(api.auth.me, {}))).toMatchObject({ status: 502 })
  })

  test('no answer at all says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await refusal(call(api.auth.me, {}))
    expect(error).toBeInstanceOf(Unreachable)
    expect(messageOf(error)).toBe('Server unreachable. Please try again later.')
  })

  test('a call that was given up stays given up', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
    expect(await refusal(call(api.auth.me, {}, AbortSignal.abort()))).toMatchObject({ name: 'AbortError' })
  })
})

describe('what the person is told', () => {
  const told = (body: Record<string, unknown>) => messageOf(new Refused(400, body), 'Login failed.')
  test('form errors first, then the detail, then the first field', () => {
    expect(told({ non_field_errors: ['Form.'], detail: 'Detail.' })).toBe('Form.')
    expect(told({ detail: 'Detail.', email: ['Field.'] })).toBe('Detail.')
    expect(told({ code: 'x', email: ['Field.', 'Other.'] })).toBe('Field.')
    expect(told({ code: 'x' })).toBe('Login failed.')
  })
})
