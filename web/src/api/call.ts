import { type Args, api, type Endpoint, type Result } from 'contract'
import { sessionStamp, stampSession } from './sessionVersion.ts'

type Body = Record<string, unknown>

/** The server said no. `body` is its answer: fields with messages, or a `detail`, and sometimes a `code`. */
export class Refused extends Error {
  readonly status: number
  readonly body: Body
  readonly code: string | undefined
  /** Seconds after which to ask again, where the server says so. */
  readonly retry_after: number | undefined
  constructor(status: number, body: Body, retry_after?: number) {
    super(typeof body.detail === 'string' ? body.detail : 'Something went wrong.')
    this.status = status
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : undefined
    this.retry_after = retry_after
  }
}

/** There was no answer at all. */
export class Unreachable extends Error {
  constructor() {
    super('Server unreachable. Please try again later.')
  }
}

/** Where a refusal sends the browser. An object, so that a test can watch it. */
export const browser = { goTo: (path: string) => window.location.assign(path) }

type Ending = 'signed_out' | 'tenant_blocked'
const listeners = new Set<(ending: Ending) => void>()

/** Told when the server no longer knows this session. Returns how to stop listening. */
export function onSessionEnd(listener: (ending: Ending) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Calls an endpoint of the contract. The one `fetch` of the web app. Rejects with `Refused` or `Unreachable`. An expired session
 * is renewed once, and the call made once more.
 */
export async function call<E extends Endpoint>(endpoint: E, args: Args<E>, signal?: AbortSignal): Promise<Result<E>> {
  let mayRenew = true
  for (let tries = 1; ; tries++) {
    const stamp = sessionStamp()
    try {
      return await send(endpoint, args, signal)
    } catch (error) {
      const isUnknown = isExpired(error) || isNotSignedIn(endpoint, error)
      const isOutdated = isUnknown && stamp !== sessionStamp()
      if (tries === mostTries || !(isOutdated || (isExpired(error) && mayRenew))) throw followed(endpoint, error)
      if (!isOutdated) mayRenew = (await refreshSession(stamp)) === 'by_another_tab'
    }
  }
}

const mostTries = 4

type Renewal = 'renewed' | 'by_another_tab'
let refreshing: Promise<Renewal> | undefined

/**
 * Renews the session, once for any number of callers and tabs, unless it has been since `stamp`. Rejects as the server
 * refuses, which ends the session, or when it can't be reached, which does not.
 */
export function refreshSession(stamp = sessionStamp()): Promise<Renewal> {
  refreshing ??= inOneTab(() => renew(stamp)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function renew(stamp: string) {
  if (stamp !== sessionStamp()) return
  for (const pause of pauses) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      await send(api.auth.refresh, {}, AbortSignal.timeout(patience))
      return stampSession()
    } catch (error) {
      const isLost = error instanceof Unreachable || (error instanceof Refused && error.status >= 502)
      if (isLost && pause !== pauses.at(-1)) continue
      if (error instanceof Refused && (error.status === 401 || error.code === 'tenant_blocked')) end(error)
      throw followed(api.auth.refresh, error)
    }
  }
}

// The server may have renewed it and only its answer been lost. For 10 s it gives the same one again; after that the
// token that we still have passes for a stolen one, and the session is over.
const pauses = [0, 500, 1500]
const patience = 6000

/** Unless another tab is at it: then it only waits for that one. Without a secure context there are no locks. */
async function inOneTab(work: () => Promise<void>): Promise<Renewal> {
  if (!navigator.locks) {
    await work()
    return 'renewed'
  }
  const isDone = await navigator.locks.request('atrium-refresh', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
  if (isDone) return 'renewed'
  await navigator.locks.request('atrium-refresh', { mode: 'shared' }, () => {})
  return 'by_another_tab'
}

const end = (refusal: Refused) => {
  for (const listener of listeners) listener(refusal.code === 'tenant_blocked' ? 'tenant_blocked' : 'signed_out')
}

/** The cookies that they set or remove must arrive even if the page is left meanwhile. */
const outliveThePage: readonly Endpoint[] = [api.auth.refresh, api.auth.logout]

async function send<E extends Endpoint>(endpoint: E, args: Args<E>, signal?: AbortSignal): Promise<Result<E>> {
  const { params = {}, query = {}, body } = args as { params?: Body; query?: Body; body?: unknown }
  const [method, path] = endpoint.route.split(' ') as [string, string]
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v == null || v === '' ? [] : [[k, String(v)]])))
  let response: Response
  let text: string
  try {
    response = await fetch(search.size ? `${url}?${search}` : url, {
      method,
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      keepalive: outliveThePage.includes(endpoint),
      ...(signal && { signal }),
    })
    text = await response.text()
  } catch (error) {
    throw signal?.aborted && !isTimeout(signal) ? error : new Unreachable()
  }
  const answer = response.status === 204 ? undefined : parsed(text)
  if (!response.ok)
    throw new Refused(response.status, isBody(answer) ? answer : {}, Number(response.headers.get('retry-after')) || undefined)
  // Something between here and the server answered in its place.
  if (answer === notJson) throw new Refused(502, {})
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

const isExpired = (error: unknown) =>
  error instanceof Refused && error.status === 401 && (error.code === 'token_not_valid' || /token/i.test(error.message))

const isNotSignedIn = ({ access }: Endpoint, error: unknown) =>
  error instanceof Refused && error.status === 401 && access !== 'public'

/** Does what a refusal asks of the browser, and hands the refusal on. */
function followed(endpoint: Endpoint, error: unknown) {
  if (!(error instanceof Refused)) return error
  if (error.code === 'tenant_blocked' && endpoint.access !== 'public') end(error)
  else if (isNotSignedIn(endpoint, error)) end(error)
  const to = error.status === 403 && error.code === 'payment_required' ? '/payment-required' : ownPath(error.body.redirect)
  if (to && to !== window.location.pathname) leaveFor(to)
  return error
}

/** Milliseconds in which refusals that came together are one reason to leave: each new one would begin the way again. */
const together = 2_000
let leavingFor: string | undefined

function leaveFor(path: string) {
  if (path === leavingFor) return
  leavingFor = path
  setTimeout(() => {
    leavingFor = undefined
  }, together)
  browser.goTo(path)
}

/** The path, if it stays on this origin. */
export function ownPath(address: unknown) {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const url = URL.canParse(address, window.location.origin) ? new URL(address, window.location.origin) : undefined
  // `/.//evil.test` has the path `//evil.test`, which alone is an address of another host.
  const isOwn = url?.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}

/** The address in full, if it is the card provider's own page or the test checkout that stands in for it on the main domain. */
export function checkoutPage(address: unknown, mainOrigin: string) {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { origin, pathname, href } = new URL(address)
  const isOurs = origin === mainOrigin && pathname.startsWith('/dev/checkout/')
  return isOurs || origin === 'https://checkout.stripe.com' ? href : undefined
}
