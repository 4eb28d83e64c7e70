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
  /** Goes on `styles` and on whatever scripts the body has. */
  nonce?: string
  /** What the page may do besides showing itself: more directives of its Content-Security-Policy. */
  may: readonly string[]
  referrer: 'no-referrer' | 'same-origin'
}

/** Refuses names that somebody else's DNS leads here. */
export const mustBeLocal =
  ({ hostname }: Config) =>
  async ({ raw }: FastifyRequest) => {
    const host = hostOf(raw)
    if (siteOf(host, hostname).kind === 'unknown' && !isLoopback(host.replace(/:\d+$/, ''))) throw notFound()
  }

/** A page of development, with neither the app nor its styles. Nothing keeps it, frames it or adds to it. */
export async function sendDevPage(reply: FastifyReply, { title, styles, body, nonce = newNonce(), may, referrer }: Page) {
  // Not before somebody looks at such a page: it takes 2 MB.
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
  const policy = ["default-src 'none'", `style-src 'nonce-${nonce}'`, ...may, "base-uri 'none'", "frame-ancestors 'none'"]
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy.join('; '), 'cache-control': 'no-store', 'referrer-policy': referrer })
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

export const newNonce = () => randomBytes(16).toString('base64url')
