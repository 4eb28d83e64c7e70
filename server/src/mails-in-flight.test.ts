// A real server, killed while a mail server is taking a mail from it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { testApp } from './testing/world.ts'

const world = await testApp()
const { as, query, owner_url, secret, closeFirst } = world
const sleep = (milliseconds: number) => new Promise((wait) => setTimeout(wait, milliseconds))

/** The ids of the mails that came, those that the mail server never confirmed among them. */
const receivedIds: (string | undefined)[] = []
let isHolding = true
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  closeTimeout: 50,
  onData: async (stream, _session, done) => {
    const { messageId } = await PostalMime.parse(new Response(ReadableStream.from(stream)).body ?? '')
    receivedIds.push(messageId)
    if (!isHolding) done()
  },
}).on('error', () => undefined)
await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', () => listening()))
closeFirst(() => new Promise<void>((closed) => mailServer.close(closed)))

async function startServer() {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'testing/world-process.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: owner_url,
      SESSION_SECRET: secret,
      SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
      LOG_LEVEL: 'error',
    },
  })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  while (!/^\d+\n/.test(output)) await Promise.race([once(child.stdout, 'data'), closed.then(() => assert.fail(output))])
  const kill = async () => {
    child.kill('SIGKILL')
    await closed
  }
  closeFirst(kill)
  return { kill }
}

async function until(isSo: () => boolean, seconds: number) {
  for (const end = Date.now() + seconds * 1000; !isSo(); await sleep(20)) assert.ok(Date.now() < end, `Not within ${seconds} s.`)
}

test('a mail that takes long is left to the server that sends it; when that one dies, another sends it soon', async (t) => {
  const first = await startServer()
  assert.equal((await as('ann')('POST /api/employees/', newcomer)).status, 201)
  await until(() => receivedIds.length === 1, 20)
  // Longer than the silence after which a server counts as dead, and within the mailer's patience. Our own queue looks for the dead.
  await sleep(13_000)
  assert.deepEqual(await query(`select state::text, retry_count from pgboss.job where name = 'mail'`), [
    { state: 'active', retry_count: 0 },
  ])
  assert.equal(receivedIds.length, 1)

  isHolding = false
  await first.kill()
  const killed = Date.now()
  await startServer()
  // The job's expiry alone would take two minutes.
  await until(() => receivedIds.length === 2, 60)
  t.diagnostic(`sent again after ${((Date.now() - killed) / 1000).toFixed(1)} s`)
  assert.equal(receivedIds[0], receivedIds[1])
  const isDone = async () => (await query(`select state::text from pgboss.job where name = 'mail'`))[0]?.state === 'completed'
  while (!(await isDone())) await sleep(50)
  assert.equal(receivedIds.length, 2)
})

const newcomer = {
  full_name: 'Nia New',
  email: 'nia@acme.test',
  job_title: 'Developer',
  department: 'Engineering',
  role: 'developer',
}
