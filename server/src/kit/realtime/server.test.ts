import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { closeCodes, frameBytes, reconnecting, retryAfterOf, sockets } from 'contract'
import WebSocket from 'ws'
import { type Name, people, testApp } from '../../testing/world.ts'
import { portOf } from '../../testing/world-sockets.ts'

const { socket, cookiesOf, sessionOf, as, send, hostOf, services, query, app, anotherServer, asOwner } = await testApp()
const path = '/ws/notifications/'
// Like a server with pages, which answers every path.
app.get('/*', async () => 'a page')

const everybody: Name[] = ['ann', 'pam', 'dev', 'hana']
for (const who of everybody)
  test(`${who} of Acme connects, with and without the last slash`, async () => {
    for (const address of [path, path.slice(0, -1)]) {
      const opened = await socket(who, address)
      assert.equal(await opened.status, 101)
      assert.deepEqual(await opened.settled(), [])
    }
  })

const turnedAway: [string, number, Parameters<typeof socket>][] = [
  ['nobody', closeCodes.not_signed_in, [null, path]],
  ['nobody, on the main domain', closeCodes.not_signed_in, [null, path, { at: 'platform' }]],
  ['a super admin', closeCodes.forbidden, ['sol', path]],
  ["another workspace's cookie", closeCodes.not_signed_in, ['gil', path, { at: 'acme' }]],
  ["a super admin's cookie on a workspace's host", closeCodes.not_signed_in, ['sol', path, { at: 'acme' }]],
  ['somebody whose workspace has not paid', closeCodes.payment_required, ['bo', path]],
  ['somebody whose workspace is blocked', closeCodes.forbidden, ['sam', path]],
  ['nobody, in a blocked workspace', closeCodes.forbidden, [null, path, { at: 'shut' }]],
]
for (const [whom, code, from] of turnedAway)
  test(`the handshake succeeds for ${whom}, and the socket closes at once with ${code}`, async () => {
    const opened = await socket(...from)
    assert.equal(await opened.status, 101)
    assert.equal(await opened.ended, code)
    assert.deepEqual(opened.frames, [])
  })

test('a session cookie that comes twice is no session', async () => {
  const cookie = await cookiesOf('pam')
  const opened = await socket(null, path, { headers: { cookie: `${cookie}; ${cookie}` } })
  assert.equal(await opened.ended, closeCodes.not_signed_in)
})

test('an access token that has expired, or was tampered with, is no session', async () => {
  const cookie = await cookiesOf('pam')
  const [, session_key = ''] = services.tokens.read('access', /access=([^;]*)/.exec(cookie)?.[1] ?? '') ?? []
  const expired = services.tokens.sign('access', 1, session_key, Math.floor(Date.now() / 1000) - 1)
  for (const token of [expired, `${expired}x`, 'x'])
    assert.equal(await (await socket(null, path, { headers: { cookie: `atrium_access=${token}` } })).ended, 4401)
})

test('another origin is refused at the handshake, and so is a page that names none but is foreign', async () => {
  const own = `http://${hostOf('acme')}`
  const foreign = [
    'http://evil.test',
    `http://${hostOf('globex')}`,
    `http://${hostOf('platform')}`,
    `https://${hostOf('acme')}`,
    'null',
    `${own}:81`,
  ]
  for (const origin of foreign) assert.equal(await (await socket('pam', path, { headers: { origin } })).status, 403, origin)
  assert.equal(await (await socket('pam', path, { headers: { 'sec-fetch-site': 'same-site' } })).status, 403)
  assert.equal(await (await socket('pam', path, { headers: { origin: own } })).status, 101)
})

test('a host that is no workspace, or is no host, has no sockets', async () => {
  assert.equal(await (await socket('pam', path, { headers: { host: 'nobody.localhost' } })).status, 404)
  for (const host of ['acme@localhost', 'acme..localhost', 'a cme.localhost'])
    assert.equal(await (await socket('pam', path, { headers: { host } })).status, 400, host)
})

test('nothing but a socket can be upgraded, and a socket can not be read as a page', async () => {
  for (const address of ['/ws/', '/ws/nothing/', '/ws/notifications/1/'])
    assert.equal(await (await socket('pam', address)).status, 404, address)
  assert.equal(await (await socket('pam', '/api/me/')).status, 200, 'the upgrade is ignored')
  const { status, body, headers } = await as('pam')(`GET ${path}`)
  assert.deepEqual([status, body, headers.upgrade], [426, { detail: 'This address is a socket.' }, 'websocket'])
  assert.equal((await as('pam')(`POST ${path}`)).status, 404)
  assert.equal((await send('nobody.localhost', {}, `GET ${path}`)).status, 404)
})

test('a handshake that is refused lets go of its connection', async () => {
  const port = await portOf(app)
  for (const host of ['acme..localhost', 'nobody.localhost']) {
    const client = net.connect(port, '127.0.0.1')
    client.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    client.resume()
    await once(client, 'close')
  }
})

const bad: [string, unknown, string][] = [
  ['not JSON', 'hello', 'Send a JSON object.'],
  ['nothing', '', 'Send a JSON object.'],
  ['a list', '[1]', 'Send a JSON object.'],
  ['null', 'null', 'Send a JSON object.'],
  ['a number', '7', 'Send a JSON object.'],
  ['JSON that was cut off', '{"action":"mark_read",', 'Send a JSON object.'],
  ['bytes', Buffer.from([1, 2, 3]), 'Send text.'],
  ['an unknown action', { action: 'drop tables' }, 'Unknown message.'],
  ['no action', { notification_id: 1 }, 'Unknown message.'],
  ['a NUL', { action: 'mark_read\u0000', notification_id: 1 }, 'Unknown message.'],
  ['a raw NUL', '{"action":"mark\u0000read"}', 'Send a JSON object.'],
  ['a lone surrogate', '{"action":"\\ud800"}', 'Unknown message.'],
  ['a prototype', '{"__proto__":{"action":"mark_read"}}', 'Unknown message.'],
  ['no id', { action: 'mark_read' }, 'notification_id: This field is required'],
  ['an id in words', { action: 'mark_read', notification_id: '1' }, 'notification_id: Not a valid id.'],
  ['an id that is none', { action: 'mark_read', notification_id: -1 }, 'notification_id: Not a valid id.'],
  ['half an id', { action: 'mark_read', notification_id: 1.5 }, 'notification_id: Not a valid id.'],
  ['an id beyond all numbers', '{"action":"mark_read","notification_id":1e400}', 'notification_id: Not a valid id.'],
  ['an id too long for a column', { action: 'mark_read', notification_id: 2 ** 60 }, 'notification_id: Not a valid id.'],
]
test('a bad frame gets an error, and the connection stays', async () => {
  const opened = await socket('pam', path)
  await opened.status
  for (const [what, frame, detail] of bad) {
    opened.frames.length = 0
    opened.send(frame)
    assert.deepEqual(await opened.frame((f) => f.type === 'error'), { type: 'error', detail }, what)
  }
  assert.equal((await opened.settled()).length, 1)
})

test('bytes that are no text in a frame of text get an error, and the connection stays', async () => {
  const opened = await socket('pam', path)
  await opened.status
  opened.client.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false })
  assert.equal((await opened.frame((f) => f.type === 'error')).detail, 'Send text.')
})

test('an error names the frame by the temp_id that it had, unless that is no name', async () => {
  const opened = await socket('pam', path)
  await opened.status
  opened.send({ action: 'x', temp_id: 'my-7' })
  assert.equal((await opened.frame((f) => f.temp_id === 'my-7')).type, 'error')
  opened.frames.length = 0
  for (const temp_id of [7, null, {}, 'x'.repeat(101)]) opened.send({ action: 'x', temp_id })
  for (const frame of await opened.settled()) assert.deepEqual(frame, { type: 'error', detail: 'Unknown message.' })
})

test('a frame of the longest length is read, and one over it ends the connection with 1009', async () => {
  const opened = await socket('pam', path)
  await opened.status
  opened.send('x'.repeat(frameBytes))
  assert.equal((await opened.frame((f) => f.type === 'error')).detail, 'Send a JSON object.')
  opened.send('x'.repeat(frameBytes + 1))
  assert.equal(await opened.ended, 1009)
})

test('who sends too fast is told so, and who goes on nevertheless is cut off with 1008', async () => {
  const opened = await socket('pam', path)
  await opened.status
  for (let i = 0; i < 150; i++) opened.send({ action: 'x' })
  await opened.frame((f) => f.detail === 'Too many messages. Please slow down.')
  assert.equal(opened.client.readyState, opened.client.OPEN)
  const other = await socket('pam', path)
  await other.settled()
  for (let i = 0; i < 1000; i++) opened.send({ action: 'x' })
  assert.equal(await opened.ended, closeCodes.policy)
  await other.settled()
})

test('a session has at most a hundred sockets, and another session has its own', async () => {
  const cookie = await sessionOf('deb')
  const connections = await Promise.all(Array.from({ length: 100 }, () => socket(null, path, { headers: { cookie } })))
  await Promise.all(connections.map((connection) => connection.settled()))
  const further = await socket(null, path, { headers: { cookie } })
  assert.equal(await further.ended, closeCodes.try_later)
  await (await socket('deb', path)).settled()
  connections[0]?.close()
  await connections[0]?.ended
  await (await socket(null, path, { headers: { cookie } })).settled()
})

test('a server that goes down tells each browser when to come back, each at a time of its own', async () => {
  const server = await anotherServer()
  const opened = await Promise.all(Array.from({ length: 20 }, () => socket('pam', path, { server })))
  await Promise.all(opened.map((connection) => connection.settled()))
  const reasons = Promise.all(opened.map(({ client }) => once(client, 'close')))
  await server.app.close()
  const waits = (await reasons).map(([code, reason]) => {
    assert.equal(code, closeCodes.restarting)
    return retryAfterOf(String(reason)) ?? -1
  })
  const { first, spread } = reconnecting
  for (const wait of waits) assert.ok(wait >= first && wait <= first + spread, String(wait))
  // Almost every twentieth of the range contains a delay.
  const slots = waits.map((wait) => Math.min(19, Math.floor(((wait - first) / spread) * 20)))
  assert.ok(new Set(slots).size > 15, String(slots))
})

test('handshakes beyond what a server can open in a while are told to come back, and those before them are served', async () => {
  const maxWaiting = 5
  const server = await anotherServer({ maxWaiting })
  const port = await portOf(server.app)
  const headers = { host: hostOf('acme'), cookie: await cookiesOf('pam') }
  const turnedAway = () =>
    new Promise<{ status: number; after: number }>((resolve, reject) => {
      const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
      client.on('error', () => undefined)
      client.once('open', () => reject(new Error('It was taken in.')))
      client.once('unexpected-response', (_request, { statusCode = 0, headers }) => {
        resolve({ status: statusCode, after: Number(headers['retry-after']) })
        client.terminate()
      })
    })
  const served = await asOwner(async (client) => {
    await client.query('begin; lock table sessions in access exclusive mode')
    const taken = []
    for (;;) {
      const connection = await socket('pam', path, { server })
      if ((await connection.status) !== 101) break
      taken.push(connection)
    }
    const { status, after } = await turnedAway()
    assert.deepEqual([status, after > 0], [503, true])
    await client.query('commit')
    return taken
  })
  // Connections that are still opening do not wait.
  assert.ok(served.length > maxWaiting && served.length < 20, String(served.length))
  await Promise.all(served.map((connection) => connection.settled()))
  await (await socket('pam', path, { server })).settled()
})

test('a socket in which the caller stands no more at a frame is closed, though nobody told the server', async () => {
  const server = await anotherServer({ sweep: 2 ** 31 - 1 })
  const opened = await socket(null, path, { headers: { cookie: await sessionOf('una') }, server })
  await opened.settled()
  await query('update sessions set expires_at = now() where person_id = $1', people.una.id)
  opened.send({ action: 'mark_read', notification_id: 1 })
  assert.equal(await opened.ended, closeCodes.not_signed_in)
})

test('every socket of the contract has the form of the table', () => {
  for (const { route } of Object.values(sockets)) assert.match(route, /^WS \/ws\/([\w:]+\/)+$/)
})
