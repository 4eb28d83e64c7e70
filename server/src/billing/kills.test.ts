// @long: The real server, killed repeatedly while a card provider delivers events until they are received.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import Stripe from 'stripe'
import { ensureBuilt, root } from '../../../scripts/setup.js'
import { freePort } from '../testing/free-port.ts'
import { testApp } from '../testing/world.ts'
import { cashier } from './testing.ts'
import { type Delivery, mustHaveCounted, schedules } from './testing-model.ts'

ensureBuilt()
const world = await testApp()
const cashierOfWorld = cashier(world)
const { setTime, mails, clear } = cashierOfWorld
const webhook_secret = 'whsec_of_this_test'
const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-kills-'))
const port = await freePort()
const origin = `http://localhost:${port}`

let server: ChildProcess
let output = ''

async function up() {
  const started = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: world.owner_url,
      DATA_DIR: data_dir,
      SESSION_SECRET: world.secret,
      STRIPE_SECRET_KEY: 'sk_test_of_this_test',
      STRIPE_WEBHOOK_SECRET: webhook_secret,
      DEMO: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = started
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (output += text))
  for (let tries = 0; !(await isUp()); tries++) {
    if (started.exitCode !== null || tries > 600) assert.fail(`The server did not start:\n${output}`)
    await sleep(50)
  }
}

const isUp = () =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function kill() {
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

/** Delivers an event like the provider, until the server confirms it. */
async function deliverUntilReceived({ session, type }: Delivery) {
  const payload = JSON.stringify({ id: `evt_${session.id}_${type}`, type: `checkout.session.${type}`, data: { object: session } })
  for (let tries = 0; tries < 2000; tries++) {
    const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: webhook_secret }) }
    const status = await fetch(`${origin}/api/stripe/webhook/`, { method: 'POST', headers, body: payload }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return
    assert.ok(status === 0 || status === 503, `${status}\n${output}`)
    await sleep(20)
  }
  assert.fail('It was never received.')
}

test('no payment is lost or counted twice by a server that is killed at any moment', async () => {
  await clear()
  const samples = fc.sample(schedules, { numRuns: 20, seed: 5 })
  const workspaces = samples[0]?.workspaces ?? []
  for (const { at, ends, paid } of workspaces) await setTime(at, { ends, paid })
  const deliveries = samples.flatMap((sample) => sample.deliveries)

  await up()
  try {
    const waiting = [...deliveries]
    const deliver = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await deliverUntilReceived(next)
        await sleep(10)
      }
    }
    let isDone = false
    const delivered = Promise.all(Array.from({ length: 4 }, deliver)).finally(() => {
      isDone = true
    })
    let kills = 0
    for (; !isDone && kills < 6; kills++) {
      await sleep(Math.random() * 250)
      await kill()
      await up()
    }
    await delivered
    assert.ok(kills >= 2, `Killed ${kills} times only.`)
  } finally {
    await kill()
    rmSync(data_dir, { recursive: true, force: true })
  }

  let receipts = 0
  for (const workspace of workspaces) {
    const { statuses } = await mustHaveCounted(cashierOfWorld, workspace, deliveries)
    receipts += Object.values(statuses).filter((status) => status !== 'unpaid').length
  }
  assert.equal((await mails('payment_receipt')).length, receipts)
})
