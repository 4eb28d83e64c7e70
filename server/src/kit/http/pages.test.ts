import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { tenantFinder } from '../../tenants/finder.ts'
import { testApp } from '../../testing/world.ts'
import { servePages } from './pages.ts'

const dist = mkdtempSync(path.join(tmpdir(), 'atrium-pages-'))
after(() => rmSync(dist, { recursive: true }))
mkdirSync(path.join(dist, 'assets'))
for (const name of ['index', 'landing', 'privacy', 'terms', 'support', 'jobs'])
  writeFileSync(path.join(dist, `${name}.html`), `${name} __ORIGIN__ __DOMAIN__ support@__HOSTNAME__ <style nonce="__NONCE__">`)
writeFileSync(path.join(dist, 'first.json'), '{}')
for (const file of ['robots.txt', 'sitemap.xml']) writeFileSync(path.join(dist, file), '__ORIGIN__/sitemap.xml')
for (const file of ['theme.js', 'favicon.svg', 'social.jpg', 'sw.js']) writeFileSync(path.join(dist, file), file)

/** The public addresses of every workspace. */
let addresses: string[] | null = null
const { app, pools, config } = await testApp({ PUBLIC_URL: 'https://atrium.test:8443' })
await servePages(app, { config, tenantIdOf: tenantFinder(pools), dist, addressesOf: async () => addresses })

type Asked = {
  host?: string
  cookie?: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE'
}

async function request(url: string, { host = 'atrium.test:8443', cookie, method = 'GET' }: Asked = {}) {
  const { statusCode, headers, body } = await app.inject({ method, url, headers: { host, ...(cookie && { cookie }) } })
  return { status: statusCode, name: body.split(' ')[0], headers, body }
}
const page = async (url: string, options?: Asked) => {
  const { status, name } = await request(url, options)
  return [status, name]
}

const acme = 'acme.atrium.test:8443'
const access = '__Host-atrium_access=x'
const refresh = '__Host-atrium_refresh=x'

test('the main domain starts with the landing page for whoever has no session', async () => {
  assert.deepEqual(await page('/'), [200, 'landing'])
  assert.deepEqual(await page('/?utm_source=x'), [200, 'landing'])
  for (const cookie of ['atrium_access=x', '__Host-atrium_device=x', '__Host-atrium_signup=x', `${access}; ${access}`])
    assert.deepEqual(await page('/', { cookie }), [200, 'landing'], cookie)
})

test('it starts with the app for whoever brings either cookie of a session, alive or not', async () => {
  for (const cookie of [access, refresh, `${access}; ${refresh}`])
    assert.deepEqual(await page('/', { cookie }), [200, 'index'], cookie)
})

test('the app, which found the session dead, gets everybody to the landing page', async () => {
  assert.deepEqual(await page('/?guest', { cookie: `${access}; ${refresh}` }), [200, 'landing'])
  assert.deepEqual(await page('/?guest=no', { cookie: access }), [200, 'index'])
})

test('no cache gives one person the page that another one got', async () => {
  for (const cookie of [undefined, access]) {
    const { headers } = await request('/', { ...(cookie && { cookie }) })
    assert.match(String(headers.vary), /cookie/i)
    assert.equal(headers['cache-control'], 'no-cache')
  }
})

test('a workspace starts with the app, and so does a host that is none, which says so', async () => {
  for (const url of ['/', '/?guest', '/login', '/nowhere']) {
    assert.deepEqual(await page(url, { host: acme }), [200, 'index'], url)
    assert.deepEqual(await page(url, { host: 'nobody.atrium.test:8443' }), [404, 'index'], url)
    assert.deepEqual(await page(url, { host: 'elsewhere.test' }), [404, 'index'], url)
  }
})

test('privacy, terms and support are pages of the main domain, to which a workspace sends on', async () => {
  for (const name of ['privacy', 'terms', 'support']) {
    for (const cookie of ['', access]) assert.deepEqual(await page(`/${name}`, { cookie }), [200, name])
    assert.deepEqual(await page(`/${name}/`), [200, name])
    assert.deepEqual(await page(`/${name}/x`), [200, 'index'])
    const { status, headers } = await request(`/${name}?x=//evil.test`, { host: acme })
    assert.deepEqual([status, headers.location], [302, `https://atrium.test:8443/${name}`])
    assert.deepEqual(await page(`/${name}`, { host: 'nobody.atrium.test' }), [404, 'index'])
  }
  for (const url of ['/login', '/landing', '/index', '/constructor', '//privacy'])
    assert.deepEqual(await page(url), [200, 'index'], url)
})

test('a page names the configured domain, and its nonce is that of its policy, new each time', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/support', '/login', '/']) {
    const { body, headers } = await request(url)
    assert.match(body, /https:\/\/atrium\.test:8443 atrium\.test:8443 support@atrium\.test /)
    const nonce = /nonce="([\w-]{22})"/.exec(body)?.[1] ?? ''
    const policy = String(headers['content-security-policy'])
    assert.ok(nonce && policy.includes(`style-src 'self' 'nonce-${nonce}'`))
    assert.match(policy, /script-src 'self';/)
    assert.doesNotMatch(policy, /unsafe/)
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 4)
})

test('a page whose address holds a token tells it to no other page, and none may be embedded elsewhere', async () => {
  for (const [url, policy] of [
    ['/set-password/Mg/secret-token', 'no-referrer'],
    ['/set-password/Mg/secret-token/', 'no-referrer'],
    ['/set-password/invalid', 'no-referrer'],
    ['/', 'strict-origin-when-cross-origin'],
    ['/login', 'strict-origin-when-cross-origin'],
    ['/support', 'strict-origin-when-cross-origin'],
    ['/social.jpg', 'strict-origin-when-cross-origin'],
    ['/assets/nothing.js', 'strict-origin-when-cross-origin'],
  ] as const)
    for (const host of ['atrium.test:8443', acme]) {
      const { headers } = await request(url, { host })
      assert.equal(headers['referrer-policy'], policy, url)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url)
      assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\)/, url)
    }
})

test('what is under /api is never a page', async () => {
  for (const url of ['/api', '/api/', '/api?x', '/api/nothing', '/api//', '/api/index.html'])
    for (const host of ['atrium.test:8443', acme, 'nobody.atrium.test:8443'])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
        const { status, body, headers } = await request(url, { host, method })
        assert.equal(status, 404, `${method} ${url}`)
        assert.match(String(headers['content-type']), /^application\/json/)
        assert.equal(headers['cache-control'], 'no-store')
        if (method !== 'HEAD') assert.equal(body, '{"detail":"Not found."}')
      }
})

test('search engines find the map of the main domain, and headers without a body', async () => {
  for (const [url, type] of [
    ['/robots.txt', /text\/plain/],
    ['/sitemap.xml', /application\/xml/],
  ] as const) {
    const { status, headers, body } = await request(url)
    assert.deepEqual([status, body], [200, 'https://atrium.test:8443/sitemap.xml'])
    assert.match(String(headers['content-type']), type)
  }
  const { status, body, headers } = await request('/', { method: 'HEAD' })
  assert.deepEqual([status, body], [200, ''])
  assert.match(String(headers['content-type']), /text\/html/)
  assert.equal((await request('/', { method: 'POST' })).status, 404)
})

test('search engines find the map of a workspace that has public pages, and otherwise that of the main domain', async () => {
  addresses = ['https://acme.atrium.test:8443/jobs']
  const [robots, map] = [await request('/robots.txt', { host: acme }), await request('/sitemap.xml', { host: acme })]
  assert.equal(robots.body, 'https://acme.atrium.test:8443/sitemap.xml')
  assert.match(map.body, /^<\?xml .*<url><loc>https:\/\/acme\.atrium\.test:8443\/jobs<\/loc><\/url>\s*<\/urlset>\s*$/s)
  assert.match(String(map.headers['content-type']), /application\/xml/)
  assert.equal((await request('/sitemap.xml')).body, 'https://atrium.test:8443/sitemap.xml')
  addresses = null
  for (const url of ['/robots.txt', '/sitemap.xml'])
    assert.equal((await request(url, { host: acme })).body, 'https://atrium.test:8443/sitemap.xml')
})

test('a browser asks for the service worker each time, so that it finds a new release', async () => {
  const { status, headers } = await request('/sw.js', { host: acme })
  assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=0'])
  assert.match(String(headers['content-type']), /javascript/)
})
