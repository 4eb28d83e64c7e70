import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createElement as h, type ReactNode } from 'react'
import type { Config } from '../../config.ts'
import { notFound } from '../errors.ts'
import { hostOf, isLoopback, siteOf } from './host.ts'

type Page = {
  title: string
  /** The style sheet, as text. */
  styles: string
  body: ReactNode
  /** For `styles` and the body's scripts. */
  nonce?: string
  /** Further directives of the Content-Security-Policy. */
  directives: readonly string[]
  referrer: 'no-referrer' | 'same-origin'
}

/** Refuses host names of other owners whose DNS points here. */
export const mustBeLocal =
  ({ hostname }: Config) =>
  async ({ raw }: FastifyRequest) => {
    const host = hostOf(raw)
    if (siteOf(host, hostname).kind === 'unknown' && !isLoopback(host.replace(/:\d+$/, ''))) throw notFound()
  }

/** Sends a development page without the app and its styles. It can't be cached, framed or extended. */
export async function sendDevPage(reply: FastifyReply, { title, styles, body, nonce = newNonce(), directives, referrer }: Page) {
  // Imported on first use, because it takes 2 MB.
  const { renderToStaticMarkup } = await import('react-dom/server')
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('title', null, `${title} · Atrium`),
      h('link', { rel: 'icon', href: '/favicon.svg' }),
      h('style', { nonce }, styles),
    ),
    h('body', null, body),
  )
  const policy = ["default-src 'none'", `style-src 'nonce-${nonce}'`, ...directives, "base-uri 'none'", "frame-ancestors 'none'"]
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store', 'referrer-policy': referrer })
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

export const newNonce = () => randomBytes(16).toString('base64url')
