import { type Args, api, type Endpoint, type Result } from 'contract'
import { etagOf, setEtag } from './etags.ts'
import { setServerAway } from './offline.ts'
import { bumpSessionVersion, sessionVersion } from './sessionVersion.ts'

type Body = Record<string, unknown>

/** An error answer of the server. `body` has messages by field or a `detail`, and sometimes a `code`. */
export class Refused extends Error {
  readonly status: number
  readonly body: Body
  readonly code: string | undefined
  /** Seconds, from the `Retry-After` header. */
  readonly retry_after: number | undefined
  constructor(status: number, body: Body, retry_after?: number) {
    super(typeof body.detail === 'string' ? body.detail : 'Something went wrong.')
    this.status = status
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : undefined
    this.retry_after = retry_after
  }
}

/** The request got no answer. */
export class Unreachable extends Error {
  constructor() {
    super('Server unreachable. Please try again later.')
  }
}

/** Full-page navigation. An object, so that tests can spy on it. */
export const browser = { goTo: (path: string) => window.location.assign(path) }

type Ending = 'signed_out' | 'tenant_blocked'
const listeners = new Set<(ending: Ending) => void>()

/** Calls the listener when the server no longer accepts this session. Returns a function that removes it. */
export function onSessionEnd(listener: (ending: Ending) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

type CallOptions<E extends Endpoint> = {
  /** Events echo it. */
  change_id?: string
  /** The answer to an earlier call, which is returned if the server says that nothing has changed since. */
  before?: Result<E> | undefined
}

/** Calls an endpoint of the contract. Rejects with `Refused` or `Unreachable`. Refreshes an expired session once and retries. */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: Args<E>,
  signal?: AbortSignal,
  options: CallOptions<E> = {},
): Promise<Result<E>> {
  let mayRefresh = true
  for (let tries = 1; ; tries++) {
    const version = sessionVersion()
    try {
      return await send(endpoint, args, signal, options)
    } catch (error) {
      const isUnauthorized = isExpired(error) || isNotSignedIn(endpoint, error)
      const isOutdated = isUnauthorized && version !== sessionVersion()
      if (tries === mostTries || !(isOutdated || (isExpired(error) && mayRefresh))) throw followRefusal(endpoint, error)
      if (!isOutdated) mayRefresh = (await refreshSession(version)) === 'by_another_tab'
    }
  }
}

const mostTries = 4

type Refresh = 'refreshed' | 'by_another_tab'
let refreshing: Promise<Refresh> | undefined

/**
 * Refreshes the session, once for all concurrent callers and tabs, unless it has changed since `version`. A rejection with a
 * refusal ends the session; an unreachable server does not.
 */
export function refreshSession(version = sessionVersion()): Promise<Refresh> {
  refreshing ??= inOneTab(() => refreshWithRetries(version)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshWithRetries(version: string) {
  if (version !== sessionVersion()) return
  for (const delay of retryDelays) {
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    try {
      await send(api.auth.refresh, {}, AbortSignal.timeout(refreshTimeout))
      return bumpSessionVersion()
    } catch (error) {
      const isLost = error instanceof Unreachable || (error instanceof Refused && error.status >= 502)
      if (isLost && delay !== retryDelays.at(-1)) continue
      if (error instanceof Refused && (error.status === 401 || error.code === 'tenant_blocked')) notifyEnd(error)
      throw followRefusal(api.auth.refresh, error)
    }
  }
}

// Milliseconds. An answer may get lost after the server has rotated the token. The server repeats it for 10 s. After that it
// takes the old token for a stolen one and ends the session.
const retryDelays = [0, 500, 1500]
const refreshTimeout = 6000

/** Runs the work, or waits for the tab that is already running it. Browsers offer locks only in a secure context. */
async function inOneTab(work: () => Promise<void>): Promise<Refresh> {
  if (!navigator.locks) {
    await work()
    return 'refreshed'
  }
  const isDone = await navigator.locks.request('atrium-refresh', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
  if (isDone) return 'refreshed'
  await navigator.locks.request('atrium-refresh', { mode: 'shared' }, () => {})
  return 'by_another_tab'
}

const notifyEnd = (refusal: Refused) => {
  for (const listener of listeners) listener(refusal.code === 'tenant_blocked' ? 'tenant_blocked' : 'signed_out')
}

/** These calls set or remove cookies, so they must complete even if the person leaves the page. */
const keptAlive: readonly Endpoint[] = [api.auth.refresh, api.auth.logout]

async function send<E extends Endpoint>(
  endpoint: E,
  args: Args<E>,
  signal?: AbortSignal,
  { change_id, before }: CallOptions<E> = {},
): Promise<Result<E>> {
  const { params = {}, query = {}, body } = args as { params?: Body; query?: Body; body?: unknown }
  const [method, path] = endpoint.route.split(' ') as [string, string]
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v == null || v === '' ? [] : [[k, String(v)]])))
  const etag = etagOf(before)
  let response: Response
  let text: string
  try {
    response = await fetch(search.size ? `${url}?${search}` : url, {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
        ...(change_id !== undefined && { 'idempotency-key': change_id }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      keepalive: keptAlive.includes(endpoint),
      ...(signal && { signal }),
    })
    text = await response.text()
  } catch (error) {
    throw signal?.aborted && !isTimeout(signal) ? error : new Unreachable()
  }
  setServerAway(false)
  if (response.status === 304 && before !== undefined) return before
  const answer = response.status === 204 ? undefined : parsed(text)
  if (!response.ok)
    throw new Refused(response.status, isBody(answer) ? answer : {}, Number(response.headers.get('retry-after')) || undefined)
  // A proxy or captive portal answered instead of the server.
  if (answer === notJson) throw new Refused(502, {})
  setEtag(answer, response.headers.get('etag'))
  return answer as Result<E>
}

const isTimeout = ({ reason }: AbortSignal) => reason instanceof DOMException && reason.name === 'TimeoutError'

const notJson = Symbol('not JSON')
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return notJson
  }
}

const isBody = (answer: unknown): answer is Body => typeof answer === 'object' && answer !== null && !Array.isArray(answer)

/** Specification 1 asks for a refresh where the detail mentions `token`, even without the code. */
const isExpired = (error: unknown) =>
  error instanceof Refused && error.status === 401 && (error.code === 'token_not_valid' || /token/i.test(error.message))

const isNotSignedIn = ({ access }: Endpoint, error: unknown) =>
  error instanceof Refused && error.status === 401 && access !== 'public'

/** Ends the session or navigates, as the refusal asks. Returns the error. */
function followRefusal(endpoint: Endpoint, error: unknown) {
  if (!(error instanceof Refused)) return error
  if (error.code === 'tenant_blocked' && endpoint.access !== 'public') notifyEnd(error)
  else if (isNotSignedIn(endpoint, error)) notifyEnd(error)
  const path = error.status === 403 && error.code === 'payment_required' ? '/payment-required' : ownPath(error.body.redirect)
  if (path && path !== window.location.pathname) navigateOnce(path)
  return error
}

/** Milliseconds in which concurrent refusals navigate once: each further navigation would restart the first. */
const navigationWindow = 2_000
let navigatingTo: string | undefined

function navigateOnce(path: string) {
  if (path === navigatingTo) return
  navigatingTo = path
  setTimeout(() => {
    navigatingTo = undefined
  }, navigationWindow)
  browser.goTo(path)
}

/** The path of an address on this origin, else undefined. */
export function ownPath(address: unknown) {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const url = URL.canParse(address, window.location.origin) ? new URL(address, window.location.origin) : undefined
  // The path of `/.//evil.test` is `//evil.test`, which on its own addresses another host.
  const isOwn = url?.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}

/** The address if it is Stripe's checkout, or the test checkout on the main domain; else undefined. */
export function checkoutPage(address: unknown, mainOrigin: string) {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { origin, pathname, href } = new URL(address)
  const isOurs = origin === mainOrigin && pathname.startsWith('/dev/checkout/')
  return isOurs || origin === 'https://checkout.stripe.com' ? href : undefined
}
