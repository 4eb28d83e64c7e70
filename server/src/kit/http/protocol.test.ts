// @long
import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { testApp } from '../../testing/world.ts'
import { mayArriveSlowly } from './body-timer.ts'

const { app } = await testApp()
const onRequest = async ({ raw }: FastifyRequest) => void mayArriveSlowly(raw)
app.post('/slowly', { onRequest }, async () => 'It is all there.')
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends raw bytes, and reads until the server ends the connection. */
async function raw(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [line = '', ...rest] = head.split('\r\n')
  const headers = new Map(rest.map((header) => header.split(': ')).map(([name = '', value = '']) => [name.toLowerCase(), value]))
  return { status: Number(line.split(' ')[1]), headers, body }
}

const host = 'host: acme.localhost\r\n'
const close = 'connection: close\r\n'
const malformed: [string, string, number][] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['an unknown method', `FOO /api/me/ HTTP/1.1\r\n${host}\r\n`, 400],
  ['a method that leads nowhere', `PROPFIND /api/me/ HTTP/1.1\r\n${host}${close}\r\n`, 404],
  ['a tunnel', `CONNECT acme.localhost:443 HTTP/1.1\r\n${host}${close}\r\n`, 400],
  ['an unknown version', `GET /api/me/ HTTP/9.1\r\n${host}\r\n`, 400],
  ['a header without a name', `GET /api/me/ HTTP/1.1\r\n${host}: x\r\n\r\n`, 400],
  ['a control character in a header', `GET /api/me/ HTTP/1.1\r\n${host}x: a\u0000b\r\n\r\n`, 400],
  ['a length that is no number', `POST /api/token/ HTTP/1.1\r\n${host}content-length: x\r\n\r\n`, 400],
  ['two lengths', `POST /api/token/ HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nx`, 400],
  [
    'a length beside chunks',
    `POST /api/token/ HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['an unknown transfer encoding', `POST /api/token/ HTTP/1.1\r\n${host}transfer-encoding: gzip\r\n\r\nx`, 400],
  ['a malformed chunk', `POST /api/token/ HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['headers over 16 KiB', `GET /api/me/ HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['no host', `GET /api/me/ HTTP/1.1\r\n${close}\r\n`, 400],
  [
    'an expectation nobody meets',
    `POST /api/token/ HTTP/1.1\r\n${host}${close}expect: miracles\r\ncontent-length: 0\r\n\r\n`,
    417,
  ],
]
for (const [name, bytes, status] of malformed)
  test(`${name} is refused in the shape and with the headers of every refusal`, async () => {
    const answer = await raw(bytes)
    assert.equal(answer.status, status, answer.body)
    assert.deepEqual(Object.keys(JSON.parse(answer.body)), ['detail'])
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.match(answer.headers.get('permissions-policy') ?? '', /camera=\(\)/)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.doesNotMatch(answer.body, /HPE_|error:|node/i)
  })

const halfSent: [string, string][] = [
  ['nothing', ''],
  ['half a head', `GET /api/me/ HTTP/1.1\r\n${host}`],
  ['half a body', `POST /api/token/ HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`],
]
const trickles: [string, start: string, more: string][] = [
  ['a head that trickles in', `GET /api/me/ HTTP/1.1\r\n${host}`, 'x: y\r\n'],
  [
    'a body that trickles in',
    `POST /api/token/ HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    '1\r\n \r\n',
  ],
]

/** Sends raw bytes, and can send more. */
function begin(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
  return { socket, answer: text(socket) }
}

// Node's defaults are 60 s and more, checked every 30 s.
test('a request that stops half-way, or trickles in, is ended and told so, unless its route allows it', async () => {
  const slow = begin(`POST /slowly HTTP/1.1\r\n${host}${close}content-type: text/plain\r\ncontent-length: 2\r\n\r\na`)
  const trickling = trickles.map(([, start, more]) => {
    const { socket, answer } = begin(start)
    const trickle = setInterval(() => socket.write(more), 500)
    after(() => clearInterval(trickle))
    return answer
  })
  const [trickled, ...answers] = await Promise.all([Promise.all(trickling), ...halfSent.map(([, bytes]) => raw(bytes))])
  for (const [i, [name]] of trickles.entries()) assert.match(trickled[i] ?? '', /^HTTP\/1.1 408 /, name)
  for (const [i, [name]] of halfSent.entries()) {
    assert.equal(answers[i]?.status, 408, name)
    assert.deepEqual(JSON.parse(answers[i]?.body ?? ''), { detail: 'The request took too long to arrive.' }, name)
  }
  // A route that allows it waits on, for two minutes.
  await sleep(1000)
  slow.socket.write('b')
  assert.match(await slow.answer, /^HTTP\/1.1 200 .*It is all there\.$/s)
  assert.equal(app.server.requestTimeout, 120_000)
})
