import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { hostOf, siteOf } from './host.ts'

export const webDirectory = path.resolve(import.meta.dirname, '../../../web')

/** Scripts only from files of ours; styles of ours, or with the nonce of this very answer. */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

type Pages = { config: Config; tenantIdOf: (subdomain: string) => Promise<number | null> }

/** The built web app: its files, and its one page for every other path. A host that is no workspace gets it with status 404. */
export async function servePages(app: FastifyInstance, { config, tenantIdOf }: Pages) {
  const dist = path.join(webDirectory, 'dist')
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8').replaceAll('__DOMAIN__', config.domain)

  await app.register(fastifyStatic, {
    root: path.join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: true,
  })
  const publicFile = (file: string) =>
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, dist, { maxAge: '1h', immutable: false }))
  for (const file of ['theme.js', 'favicon.svg', 'robots.txt']) publicFile(file)

  app.get('/*', async (request, reply) => sendPage(reply, html, await statusOf(hostOf(request.raw), { config, tenantIdOf })))
}

export async function statusOf(host: string, { config, tenantIdOf }: Pages) {
  const site = siteOf(host, config.hostname)
  const isOurs = site.kind === 'platform' || (site.kind === 'workspace' && (await tenantIdOf(site.subdomain)) !== null)
  return isOurs ? 200 : 404
}

function sendPage(reply: FastifyReply, html: string, status: number) {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-cache' })
    .send(html.replaceAll('__NONCE__', nonce))
}
