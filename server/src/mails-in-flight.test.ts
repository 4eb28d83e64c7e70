// @long: A real server, killed while a mail server is taking a mail from it.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { startWorldProcess, waitUntil } from './testing/processes.ts'
import { testApp } from './testing/world.ts'

const world = await testApp()
const { as, query, closeFirst } = world

/** The ids of all received mails, including those that the mail server never confirmed. */
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
  const { port } = mailServer.server.address() as AddressInfo
  const { kill } = await startWorldProcess(world, { SMTP_URL: `smtp://127.0.0.1:${port}` })
  closeFirst(kill)
  return { kill }
}

test('a mail that takes long is left to the server that sends it; when that one dies, another sends it soon', async (t) => {
  const first = await startServer()
  assert.equal((await as('ann')('POST /api/employees/', newcomer)).status, 201)
  await waitUntil(
    () => receivedIds.length === 1,
    () => 'The mail arrives.',
    20,
  )
  // Longer than the missed heartbeats of a dead server, and shorter than the mailer's timeout.
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
  await waitUntil(
    () => receivedIds.length === 2,
    () => 'The mail arrives.',
    60,
  )
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
