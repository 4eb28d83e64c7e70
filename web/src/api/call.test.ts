import { api } from 'contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browser, call, checkoutPage, onSessionEnd, ownPath, Refused, Unreachable } from './call.ts'
import { messageOf } from './messages.ts'
import { bumpSessionVersion, sessionChangedAt, sessionVersion } from './sessionVersion.ts'

type Answer = { status: number; body?: unknown }
const json = ({ status, body }: Answer) =>
  new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), { status })
const expired = { status: 401, body: { detail: 'Given token not valid', code: 'token_not_valid' } }
const delay = () => new Promise((resolve) => setTimeout(resolve, 2))

/** Stubs a server that refuses every access token until a refresh. */
function stubServer({ refresh = { status: 200, body: { detail: 'ok' } } as Answer } = {}) {
  let isFresh = false
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const wasFresh = isFresh
    await delay()
    if (!url.startsWith('/api/token/refresh/')) return json(wasFresh ? { status: 200, body: { id: 1 } } : expired)
    isFresh = refresh.status === 200
    return json(refresh)
  })
  return {
    asked,
    refreshes: () => asked.filter((url) => url.includes('refresh')).length,
    refreshedByAnotherTab() {
      isFresh = true
      bumpSessionVersion()
    },
  }
}
const answerWith = (answer: Answer) => vi.stubGlobal('fetch', async () => json(answer))
const errorOf = async (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(browser, 'goTo').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an expired session', () => {
  test('is refreshed once for ten calls in flight, and all ten are answered', async () => {
    const { asked, refreshes } = stubServer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(api.auth.me, {})))
    expect(answers).toHaveLength(10)
    expect(refreshes()).toBe(1)
    expect(asked).toHaveLength(21)
  })

  test('is not refreshed again when another tab has just done it: the call is only made again', async () => {
    const { asked, refreshes, refreshedByAnotherTab } = stubServer()
    const asking = call(api.auth.me, {})
    refreshedByAnotherTab()
    await asking
    expect(refreshes()).toBe(0)
    expect(asked).toHaveLength(2)
  })

  test('is refreshed once and the call made once more, however the server answers that', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return json(url.includes('refresh') ? { status: 200, body: { detail: 'ok' } } : expired)
    })
    expect(await errorOf(call(api.auth.me, {}))).toMatchObject({ status: 401 })
    expect(asked).toEqual(['/api/me/', '/api/token/refresh/', '/api/me/'])
  })

  test('is refreshed by whichever tab gets there first; the others wait, and try themselves only if that was in vain', async () => {
    const { refreshes } = stubServer()
    const request = vi.fn((_: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
      work(options.ifAvailable && request.mock.calls.length === 1 ? null : { name: '', mode: 'exclusive' }),
    )
    vi.stubGlobal('navigator', { locks: { request } })
    expect(await call(api.auth.me, {})).toEqual({ id: 1 })
    expect(request.mock.calls.map(([, options]) => options)).toEqual([
      { ifAvailable: true },
      { mode: 'shared' },
      { ifAvailable: true },
    ])
    expect(refreshes()).toBe(1)
  })

  test('that cannot be refreshed rejects every call, once told', async () => {
    const { refreshes } = stubServer({ refresh: { status: 401, body: { detail: 'Token is gone', code: 'token_not_valid' } } })
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(call(api.auth.me, {}))))
    stop()
    expect(errors.every((error) => error instanceof Refused && error.status === 401)).toBe(true)
    expect(refreshes()).toBe(1)
    expect(ended).toHaveBeenCalledExactlyOnceWith('signed_out')
  })

  test.each([
    ['is away', () => json({ status: 503, body: { detail: 'Come back later.' } }), { status: 503 }],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), {}],
    ['is hidden by a page that asks for a password', () => json({ status: 403, body: '<html>Hotel' }), { status: 403 }],
  ])('is kept while the server %s', async (_, answer, expected) => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async (url: string) => (url.includes('refresh') ? answer() : json(expired)))
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    const asking = errorOf(call(api.auth.me, {}))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await asking).toMatchObject(expected)
    stop()
    expect(ended).not.toHaveBeenCalled()
  })

  test('is renewed again, well within the grace of 10 s, when an answer was lost', async () => {
    vi.useFakeTimers()
    const answers = ['lost', 502, 200]
    const at: number[] = []
    const begin = Date.now()
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.includes('refresh')) return json(answers.length ? expired : { status: 200, body: { id: 1 } })
      at.push(Date.now() - begin)
      const answer = answers.shift()
      if (typeof answer !== 'number') throw new TypeError('Failed to fetch')
      return json({ status: answer, body: { detail: 'ok' } })
    })
    const asking = call(api.auth.me, {})
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await asking).toEqual({ id: 1 })
    expect(at).toHaveLength(3)
    expect(at.at(-1)).toBeLessThan(9000)
  })

  test('that ends is not ended once more by a late answer to what was sent before a new log-in', async () => {
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    let isNew = false
    vi.stubGlobal('fetch', async () => {
      const wasNew = isNew
      await delay()
      return json(wasNew ? { status: 200, body: { id: 2 } } : { status: 401, body: { detail: 'Not signed in.' } })
    })
    const asking = call(api.auth.me, {})
    isNew = true
    bumpSessionVersion()
    expect(await asking).toEqual({ id: 2 })
    stop()
    expect(ended).not.toHaveBeenCalled()
  })

  test('a clock that was set back does not stop it from being renewed', async () => {
    const { refreshes } = stubServer()
    vi.spyOn(Date, 'now').mockReturnValue(9e15)
    bumpSessionVersion()
    vi.mocked(Date.now).mockReturnValue(1e12)
    expect(sessionChangedAt()).toBe(0)
    await call(api.auth.me, {})
    expect(refreshes()).toBe(1)
  })

  test('is renewed also where the browser keeps nothing for us', async () => {
    const { refreshes } = stubServer()
    for (const method of ['getItem', 'setItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Denied', 'SecurityError')
      })
    await Promise.all([call(api.auth.me, {}), call(api.auth.me, {})])
    expect(refreshes()).toBe(1)
    expect(sessionVersion()).not.toBe('')
  })
})

describe('where a refusal sends the browser', () => {
  test('payment required: to the page where one pays, once for all that are refused together', async () => {
    answerWith({ status: 403, body: { detail: 'Pay.', code: 'payment_required' } })
    await Promise.all([1, 2, 3].map(() => errorOf(call(api.auth.me, {}))))
    expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/payment-required')
  })

  test('a redirect is followed on the same origin', async () => {
    answerWith({ status: 400, body: { detail: 'Moved.', redirect: '/profile?tab=1' } })
    await errorOf(call(api.auth.me, {}))
    expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/profile?tab=1')
  })

  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    'javascript:alert(1)',
    'profile',
    '',
    7,
    null,
  ])('and never to %j', async (redirect) => {
    expect(ownPath(redirect)).toBeUndefined()
    answerWith({ status: 400, body: { detail: 'Moved.', redirect } })
    await errorOf(call(api.auth.me, {}))
    expect(browser.goTo).not.toHaveBeenCalled()
  })
})

describe('where one pays', () => {
  const main = 'http://localhost:8000'
  test.each(['https://checkout.stripe.com/c/pay/cs_live_1#fid', `${main}/dev/checkout/cs_test_1`])('%s is followed', (address) =>
    expect(checkoutPage(address, main)).toBe(address),
  )

  test.each([
    'http://checkout.stripe.com/c/pay/cs_1',
    'https://checkout.stripe.com.evil.test/c/pay',
    'https://checkout.stripe.com@evil.test/',
    'https://checkout.stripe.com:444/',
    'https://evil.test/https://checkout.stripe.com/',
    'https://stripe.com/c/pay',
    `${main}/signup`,
    `${main}/dev/checkout/../mail`,
    `${main}/dev/checkout/%2e%2e/mail`,
    'http://localhost:8001/dev/checkout/1',
    'http://globex.localhost:8000/dev/checkout/1',
    'https://localhost:8000/dev/checkout/1',
    '//checkout.stripe.com/',
    '/dev/checkout/1',
    'javascript:alert(1)',
    '',
    7,
    null,
    undefined,
  ])('%j never', (address) => expect(checkoutPage(address, main)).toBeUndefined())
})

describe('answers', () => {
  test('204 is nothing', async () => {
    answerWith({ status: 204 })
    expect(await call(api.auth.me, {})).toBeUndefined()
  })

  test('what is not JSON is a refusal without detail', async () => {
    answerWith({ status: 502, body: '<html>Bad gateway</html>' })
    expect(await errorOf(call(api.auth.me, {}))).toMatchObject({ status: 502, body: {} })
    answerWith({ status: 200, body: '<html>Hotel Wi-Fi</html>' })
    expect(await errorOf(call(api.auth.me, {}))).toMatchObject({ status: 502 })
  })

  test('no answer at all says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const error = await errorOf(call(api.auth.me, {}))
    expect(error).toBeInstanceOf(Unreachable)
    expect(messageOf(error)).toBe('Server unreachable. Please try again later.')
  })

  test('a call that was given up stays given up', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason))
    expect(await errorOf(call(api.auth.me, {}, AbortSignal.abort()))).toMatchObject({ name: 'AbortError' })
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
