import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { outcome, testApp } from '../../testing/world.ts'
import { portOf } from '../../testing/world-sockets.ts'

const { app, send, cookiesOf } = await testApp()
const port = await portOf(app)

/** Sends raw lines, and returns the status, the lower-cased head and the body. */
async function raw(...lines: string[]) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const badHost = [400, { detail: 'Bad host.' }]
const noWorkspace = [404, { detail: 'Workspace not found.', code: 'workspace_not_found' }]

test('a host is lower-cased, and its port does not matter', async () => {
  const cookie = await cookiesOf('ann')
  for (const host of ['acme.localhost', 'acme.localhost:8000', 'ACME.LocalHost:9', 'Acme.localhost'])
    assert.equal((await send(host, { cookie }, 'GET /api/me/')).body.tenant.subdomain, 'acme', host)
})

test('a host that no browser sends is refused', async () => {
  const bad = [
    'acme.localhost.',
    'acme@evil.localhost',
    'acme.localhost/x',
    'acme.localhost:',
    'acme.localhost:port',
    'acme..localhost',
    '-acme.localhost',
    'acme_1.localhost',
    'acme.localhost, globex.localhost',
    ' acme.localhost evil',
    'äcme.localhost',
  ]
  for (const host of bad) assert.deepEqual(outcome(await send(host, {}, 'GET /api/me/')), badHost, host)
})

test('a host that is no workspace says so, for every call', async () => {
  for (const host of [
    'nobody.localhost',
    'a.acme.localhost',
    'evil.test',
    'acmelocalhost',
    'localhost.evil.test',
    '127.0.0.1:8000',
    '[::1]:8000',
    '0.acme.localhost',
  ])
    for (const route of ['GET /api/me/', 'POST /api/token/', 'GET /api/projects/'])
      assert.deepEqual(outcome(await send(host, {}, route)), noWorkspace, host)
})

test('two hosts, none, or one in the request line are refused on the wire', async () => {
  const get = 'GET /api/me/ HTTP/1.1'
  assert.equal((await raw(get, 'host: acme.localhost')).status, 401)
  for (const lines of [
    [get, 'host: acme.localhost', 'host: globex.localhost'],
    [get, 'host: acme.localhost', 'Host: acme.localhost'],
    [get],
    [get, 'host:'],
    ['GET http://acme.localhost/api/me/ HTTP/1.1', 'host: acme.localhost'],
    ['GET http://globex.localhost/api/me/ HTTP/1.1', 'host: acme.localhost'],
  ]) {
    const answer = await raw(...lines)
    assert.equal(answer.status, 400, lines.join())
    assert.doesNotMatch(answer.body, /error:|\bat /i)
  }
})

test('a forwarded host counts for nothing', async () => {
  const cookie = await cookiesOf('ann')
  const headers = { cookie, 'x-forwarded-host': 'globex.localhost', forwarded: 'host=globex.localhost' }
  assert.equal((await send('acme.localhost', headers, 'GET /api/me/')).body.tenant.subdomain, 'acme')
})
