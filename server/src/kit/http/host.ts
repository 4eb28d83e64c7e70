import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import { forbidden, Refusal } from '../errors.ts'

/** The host of ours that a request was sent to. */
export type Site = { kind: 'platform' } | { kind: 'workspace'; subdomain: string } | { kind: 'unknown' }

const grammar = /^([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** The request's host, lower-cased, with its port. Refuses with 400 what no browser sends. */
export function hostOf({ rawHeaders, url, headers }: IncomingMessage) {
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  const host = headers.host?.toLowerCase() ?? ''
  if (count !== 1 || !url?.startsWith('/') || !grammar.test(host)) throw new Refusal(400, { detail: 'Bad host.' })
  return host
}

export function siteOf(host: string, main: string): Site {
  const name = host.replace(/:\d+$/, '')
  if (name === main) return { kind: 'platform' }
  const subdomain = name.endsWith(`.${main}`) ? name.slice(0, -main.length - 1) : ''
  return subdomain && !subdomain.includes('.') ? { kind: 'workspace', subdomain } : { kind: 'unknown' }
}

/** Whether every browser resolves this name to its own machine. */
export const isLoopback = (hostname: string) =>
  /^(.+\.)?localhost$/.test(hostname) || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

export const originOf = (host: string, { secure }: { secure: boolean }) => `${secure ? 'https' : 'http'}://${host}`

/** Refuses a change from another origin. Sibling workspaces are the same site for a browser, so SameSite cookies don't protect them. */
export function mustBeSameOrigin(request: IncomingMessage, own: string) {
  if (!safe.has(request.method ?? '')) mustNotBeForeign(request, own)
}

/** The same for any method. A request without an origin does not come from a browser. */
export function mustNotBeForeign({ headers }: IncomingMessage, own: string) {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const foreign = origin === undefined ? site !== undefined && site !== 'same-origin' && site !== 'none' : origin !== own
  if (foreign) throw forbidden('Cross-origin request refused.')
}
