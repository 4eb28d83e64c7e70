// @long @alone: The real server's traces, as a collector receives them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { ensureBuilt } from '../../scripts/setup.js'

const loaded: string[] = []
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded.push(resolved.url)
    return resolved
  },
})
// Not earlier, so that the hooks see what they load.
const { startMainProcess } = await import('./testing/main-process.ts')
const { projects, testApp } = await import('./testing/world.ts')
await import('./start.ts')

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}
type Export = { resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[] }

/** A collector that keeps what arrives by OTLP over HTTP. */
async function startCollector() {
  const exports: Export[] = []
  const paths = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    paths.add(request.url)
    exports.push((await json(request)) as Export)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  world.closeFirst(async () => void server.close())
  const spans = () =>
    exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, ...valuesOf(span) }))),
      ),
    )
  const resources = () => exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => valuesOf(resource).values))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    spans,
    resources,
    text: () => JSON.stringify(exports),
  }
}

const valuesOf = ({ attributes }: Pick<Sent, 'attributes'>) => ({
  values: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  ) as Record<string, string | number | boolean>,
})

ensureBuilt()
const world = await testApp()

const loadedWithout = [...loaded]
await import('./kit/traces/traces.ts')
hooks.deregister()

const collector = await startCollector()
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const throughProxy = { 'x-forwarded-for': '203.0.113.9', traceparent }
const task = { project: projects.website, title: 'Unspeakable', description: 'Long enough, surely.' }

const server = await startMainProcess(world, { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, TRUST_PROXY: '127.0.0.1' })
assert.equal(await server.send('pam', 'POST /api/tasks/', task, throughProxy), 201)
assert.equal(await server.send('pam', 'GET /api/projects/1001/?search=redundancies', undefined, { traceparent }), 404)
assert.equal(await server.send('pam', 'POST /api/token/', { email: 'pam@acme.test', password: 'wrong-battery' }), 401)
assert.equal(await server.send('pam', 'POST /api/password/forgot/', { email: 'pam@acme.test' }), 200)
while (!server.output().includes('Mail to pam@acme.test')) await new Promise((resolve) => setTimeout(resolve, 20))
// A server that stops sends its last spans.
await server.stop()
const spans = collector.spans()

const named = (name: string) => {
  const found = spans.find((span) => span.name === name)
  assert.ok(found, `${name} is not among ${spans.map((span) => span.name).join(', ')}`)
  return found
}
const below = ({ spanId }: Sent): typeof spans => {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  return [...children, ...children.flatMap(below)]
}
const namesBelow = (span: Sent) => new Set(below(span).map(({ name }) => name))

test('without a collector, no module of the tracing libraries is loaded', () => {
  assert.ok(loadedWithout.some((url) => url.endsWith('/kit/http/pipeline.ts')))
  assert.deepEqual(
    loadedWithout.filter((url) => /opentelemetry|prom-client/.test(url)),
    [],
  )
  assert.ok(loaded.some((url) => url.includes('@opentelemetry')))
})

test('a request is a span with its route, its status, its workspace and its id', () => {
  assert.deepEqual([...collector.paths], ['/v1/traces'])
  const { values } = named('POST /api/tasks/')
  assert.equal(values['http.route'], '/api/tasks/')
  assert.equal(values['http.request.method'], 'POST')
  assert.equal(values['http.response.status_code'], 201)
  assert.equal(values['atrium.workspace.id'], 1)
  assert.match(String(values['atrium.request.id']), /^[0-9a-f-]{36}$/)
  assert.equal(named('GET /api/projects/:project_id/').values['http.response.status_code'], 404)
  for (const resource of collector.resources())
    assert.deepEqual([resource['service.name'], resource['service.version']], ['atrium', world.config.version])
})

test('the transaction, its connection, its statements and its commit are spans below the request', () => {
  const request = named('POST /api/tasks/')
  for (const name of ['transaction', 'connection', 'select', 'insert', 'commit'])
    assert.ok(namesBelow(request).has(name), `${name} is not among ${[...namesBelow(request)].join(', ')}`)
  for (const span of below(request)) assert.equal(span.traceId, request.traceId)
  assert.match(String(below(request).find(({ name }) => name === 'insert')?.values['db.query.text']), /insert into/)
})

test('a password hash is a span below its request', () => {
  const hash = below(named('POST /api/token/')).find(({ name }) => name === 'hash')
  assert.ok(hash?.values['atrium.hash.kind'])
})

test('a job is a trace of its own, with the mail that it sends', () => {
  const job = named('job mail')
  assert.equal(job.parentSpanId, undefined)
  assert.equal(below(job).find(({ name }) => name === 'mail')?.values['atrium.mail.template'], 'reset')
  assert.ok(named('job forgotten_password'))
})

test('a trace continues that of a trusted proxy, and of nobody else', async () => {
  const { traceId, parentSpanId } = named('POST /api/tasks/')
  assert.deepEqual([traceId, parentSpanId], ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'])
  assert.notEqual(named('GET /api/projects/:project_id/').traceId, traceId, 'It did not come through the proxy.')

  const [other, before] = [
    await startMainProcess(world, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }),
    collector.spans().length,
  ]
  assert.equal(await other.send('pam', 'GET /api/me/', undefined, throughProxy), 200)
  await other.stop()
  const later = collector.spans().slice(before)
  assert.ok(later.some(({ name }) => name === 'GET /api/me/'))
  assert.ok(!later.some((span) => span.traceId === traceId))
})

test('no span holds a body, a search word, an address or a password', () => {
  for (const secret of ['Unspeakable', 'redundancies', 'wrong-battery', 'pam@acme.test', '203.0.113.9'])
    assert.ok(!collector.text().includes(secret), secret)
})

test('a server whose collector is away serves, and stops', async () => {
  const { send, stop } = await startMainProcess(world, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  assert.equal(await send('pam', 'GET /api/me/'), 200)
  await stop()
})
