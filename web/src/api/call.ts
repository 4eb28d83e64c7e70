import { type Args, api, type Endpoint, type Result } from 'contract'

type Body = Record<string, unknown>

/** The server said no. `body` is its answer: fields with messages, or a `detail`, and sometimes a `code`. */
export class Refused extends Error {
  readonly status: number
  readonly body: Body
  readonly code: string | undefined
  constructor(status: number, body: Body) {
    super(typeof body.detail === 'string' ? body.detail : 'Something went wrong.')
    this.status = status
    this.body = body
    this.code = typeof body.code === 'string' ? body.code : undefined
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

/** Calls an endpoint of the contract. The one `fetch` of the web app. Rejects with `Refused` or `Unreachable`. */
export async function call<E extends Endpoint>(endpoint: E, args: Args<E>, signal?: AbortSignal): Promise<Result<E>> {
  const sentAt = Date.now()
  try {
    return await send(endpoint, args, signal)
  } catch (error) {
    if (!isExpired(error)) throw followed(endpoint, error)
  }
  await refreshSession(sentAt)
  return send(endpoint, args, signal).catch((error) => {
    throw followed(endpoint, error)
  })
}

let refreshing: Promise<void> | undefined

/** Renews the session once for any number of callers and tabs, unless a tab has renewed it after `since` (milliseconds). */
export function refreshSession(since: number): Promise<void> {
  refreshing ??= exclusively(() => renew(since)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** When any tab last renewed the session, in milliseconds; 0 for never. */
export const refreshedAt = () => Number(localStorage.getItem('atrium-refreshed-at') ?? 0)

async function renew(since: number) {
  if (refreshedAt() > since) return
  try {
    await send(api.auth.refresh, {})
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) end(error)
    throw error
  }
  localStorage.setItem('atrium-refreshed-at', String(Date.now()))
}

// Without a secure context there are no locks; the server's grace for a used refresh token then has to do.
const exclusively = async (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('atrium-refresh', work) : work()

const end = (refusal: Refused) => {
  for (const listener of listeners) listener(refusal.code === 'tenant_blocked' ? 'tenant_blocked' : 'signed_out')
}

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
      ...(signal && { signal }),
    })
    text = await response.text()
  } catch (error) {
    throw signal?.aborted ? error : new Unreachable()
  }
  const answer = response.status === 204 ? undefined : parsed(text)
  if (!response.ok) throw new Refused(response.status, isBody(answer) ? answer : {})
  // Something between here and the server answered in its place.
  if (answer === notJson) throw new Refused(502, {})
  return answer as Result<E>
}

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

/** Does what a refusal asks of the browser, and hands the refusal on. */
function followed(endpoint: Endpoint, error: unknown) {
  if (!(error instanceof Refused)) return error
  if (error.code === 'tenant_blocked' && endpoint.access !== 'public') end(error)
  else if (error.status === 401 && endpoint.access !== 'public') end(error)
  const to = error.status === 403 && error.code === 'payment_required' ? '/payment-required' : ownPath(error.body.redirect)
  if (to && to !== window.location.pathname) browser.goTo(to)
  return error
}

/** The path, if it stays on this origin. */
export function ownPath(address: unknown) {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const url = URL.canParse(address, window.location.origin) ? new URL(address, window.location.origin) : undefined
  return url?.origin === window.location.origin ? url.pathname + url.search + url.hash : undefined
}
