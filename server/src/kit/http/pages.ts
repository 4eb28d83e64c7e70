import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { demoSubdomain } from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { cookieName, readCookies } from './cookies.ts'
import { type FirstFiles, firstLinks } from './first-links.ts'
import { hostOf, originOf, siteOf } from './host.ts'

export const webDirectory = path.resolve(import.meta.dirname, '../../../../web')

/** Allows scripts only from our files, and styles from our files or with this response's nonce. */
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

/** A worker obeys the policy of its own script. The one that reads PDFs compiles decoders of images. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

type Pages = { config: Config; tenantIdOf: (subdomain: string) => Promise<number | null> }
type Served = Pages & {
  /** The folder of the build. */
  dist?: string
  /** The public addresses of a workspace, by a request to its host. Null if it has none. */
  addressesOf: (request: FastifyRequest) => Promise<readonly string[] | null>
}

/** The addresses of the pages that are plain HTML. Every other address gets the app's one page. */
const plain = { '/': 'landing', '/privacy': 'privacy', '/terms': 'terms', '/support': 'support' } as const
/** `jobs` is the frame of pages that are made for each request. */
export type PageName = 'index' | 'jobs' | (typeof plain)[keyof typeof plain]
const names: readonly PageName[] = ['index', 'jobs', ...Object.values(plain)]

/**
 * Serves the built web app: its files, the pages of plain HTML, and its one page for every other path. Returns the frame of the pages of
 * openings.
 */
export async function servePages(
  app: FastifyInstance,
  { dist = path.join(webDirectory, 'dist'), addressesOf, ...pages }: Served,
) {
  const { config } = pages
  const fileOf = (file: string) => filledIn(readFileSync(path.join(dist, file), 'utf8'), config)
  const html = new Map(names.map((name) => [name, fileOf(`${name}.html`)]))
  const files: FirstFiles = JSON.parse(readFileSync(path.join(dist, 'first.json'), 'utf8'))
  const appAt = firstLinks(html.get('index') ?? '', files)

  await app.register(fastifyStatic, {
    root: path.join(dist, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply, file) => {
      if (path.basename(file).startsWith('pdf.worker')) void reply.header('content-security-policy', workerPolicy)
    },
  })
  const publicFile = (file: string) =>
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, dist, { maxAge: '1h', immutable: false }))
  for (const file of ['theme.js', 'favicon.svg', 'social.jpg']) publicFile(file)
  // Its address is the same in each release, so the browser asks whether it has changed.
  app.get('/sw.js', (_request, reply) => reply.sendFile('sw.js', dist, { maxAge: 0, immutable: false }))
  for (const [file, type] of [
    ['robots.txt', 'text/plain'],
    ['sitemap.xml', 'application/xml'],
  ] as const) {
    const text = fileOf(file)
    app.get(`/${file}`, async (request, reply) => {
      const origin = originOf(hostOf(request.raw), config)
      const addresses = origin === config.public_url ? null : await addressesOf(request)
      const own = file === 'robots.txt' ? text.replaceAll(config.public_url, origin) : mapOf(addresses ?? [])
      return reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'max-age=3600')
        .send(addresses ? own : text)
    })
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      if (isDemo(request, config)) reply.header('x-robots-tag', 'noindex')
      const found = await pageOf(request, pages)
      if ('to' in found) return reply.redirect(found.to)
      return sendPage(reply, found.name === 'index' ? appAt(request.url) : (html.get(found.name) ?? ''), found)
    },
  })
  return html.get('jobs') ?? ''
}

/** A sitemap. Our addresses have no character that XML would read otherwise. */
const mapOf = (addresses: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `  <url><loc>${address}</loc></url>`).join('\n')}
</urlset>
`

/** Search engines would list what strangers write there. */
function isDemo({ raw }: FastifyRequest, { demo, hostname }: Config) {
  const site = siteOf(hostOf(raw), hostname)
  return demo && site.kind === 'workspace' && site.subdomain === demoSubdomain
}

/** Replaces the placeholders of the build with the configuration. */
export const filledIn = (text: string, { public_url, domain, hostname, plan, demo, workspaceUrl }: Config) =>
  text
    .replaceAll('__ORIGIN__', public_url)
    .replaceAll('__DOMAIN__', domain)
    .replaceAll('__HOSTNAME__', hostname)
    .replaceAll('__PRICE__', `${plan.price} for ${plan.days} days`)
    .replaceAll('__DEMO__', demo ? 'shown' : 'absent')
    .replaceAll('__DEMO_ORIGIN__', workspaceUrl(demoSubdomain))

type PageOrRedirect = { name: PageName; status: number; varies: boolean } | { to: string }

/**
 * The page at this address of this host. The main domain starts with the landing page for visitors without a session cookie, or with
 * `?guest`, which the app adds once such a cookie has turned out invalid. A host that is no workspace gets the app, with status 404.
 */
export async function pageOf({ raw, url, headers }: FastifyRequest, { config, tenantIdOf }: Pages): Promise<PageOrRedirect> {
  const site = siteOf(hostOf(raw), config.hostname)
  const [address = '/', query] = url.split('?')
  const name = nameAt(address.replace(/(.)\/$/, '$1'))
  if (site.kind === 'platform') {
    if (name !== 'landing') return { name: name ?? 'index', status: 200, varies: false }
    const cookies = readCookies(headers.cookie)
    const hasSession = ['access', 'refresh'].some((cookie) => cookies.has(cookieName(cookie, config.secure)))
    return { name: hasSession && query !== 'guest' ? 'index' : 'landing', status: 200, varies: true }
  }
  const isWorkspace = site.kind === 'workspace' && (await tenantIdOf(site.subdomain)) !== null
  if (isWorkspace && name && name !== 'landing') return { to: `${config.public_url}/${name}` }
  return { name: 'index', status: isWorkspace ? 200 : 404, varies: false }
}

const nameAt = (address: string) => (Object.hasOwn(plain, address) ? plain[address as keyof typeof plain] : undefined)

function sendPage(reply: FastifyReply, html: string, { status, varies }: { status: number; varies: boolean }) {
  const nonce = randomBytes(16).toString('base64url')
  if (varies) reply.header('vary', 'cookie')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-cache' })
    .send(html.replaceAll('__NONCE__', nonce))
}
