// @long: How many passwords are hashed, and in which order.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { statements } from '../kit/db/db.ts'
import { type HashKind, hashes } from '../kit/security/passwords.ts'
import { password, people, testApp } from '../testing/world.ts'

const { as, browser, query } = await testApp()
let steps: { step: 'enters' | 'starts'; kind: HashKind }[] = []

beforeEach(async () => {
  await query('delete from limits')
  hashes.seen = (step, kind) => steps.push({ step, kind })
  steps = []
})

const attempt = (email: string, secret: string = password) => ['POST /api/token/', { email, password: secret }] as const
const started = () => steps.flatMap(({ step, kind }) => (step === 'starts' ? [kind] : []))

test('an attempt on the main domain verifies one password, however many accounts the address has', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select t, 'many@hats.test', 'Many', 'hr', password_hash, now() from people, generate_series(1, 3) t where id = $1`,
    people.ann.id,
  )
  for (const email of ['many@hats.test', 'ann@acme.test', 'sol@platform.test', 'nobody@acme.test'])
    for (const secret of [password, 'Wrong-1']) {
      steps = []
      await browser('platform')(...attempt(email, secret))
      assert.deepEqual(started(), ['log-in'], `${email} ${secret}`)
    }
})

test('a log-in causes the same statements up to the verdict, whether the address exists or not', async () => {
  const { seen: watch } = statements
  const causedBy = async (email: string) => {
    const texts: string[] = []
    statements.seen = (text, values) => {
      watch?.(text, values)
      // The server sweeps the outbox in the background.
      if (!text.includes('delete from outbox')) texts.push(text)
    }
    const { status } = await browser('acme')(...attempt(email, 'Wrong-1'))
    statements.seen = watch
    assert.equal(status, 401)
    return texts
  }
  // The first one also finds the workspace.
  await causedBy('nobody@acme.test')
  const ofNobody = await causedBy('nobody@acme.test')
  for (const email of ['ann@acme.test', 'sol@platform.test']) assert.deepEqual(await causedBy(email), ofNobody)
})

test('beside three hundred new employees with passwords a log-in waits for one of theirs at most', async () => {
  const known = browser('globex')
  await known(...attempt('gwen@globex.test'))
  steps = []
  const create = (n: number) =>
    as('ann')('POST /api/employees/', {
      full_name: `New ${n}`,
      email: `new${n}@acme.test`,
      job_title: 'Job',
      department: 'Engineering',
      role: 'developer',
      password: 'Brand-new-1',
    })
  const created = Promise.all(Array.from({ length: 300 }, (_, n) => create(n)))
  while (!started().length) await new Promise(setImmediate)
  const logIns = [known(...attempt('gwen@globex.test')), browser('globex')(...attempt('gil@globex.test'))]
  for (const { status } of await Promise.all(logIns)) assert.equal(status, 200)

  for (const kind of ['known device', 'log-in']) {
    const entered = steps.findIndex((hash) => hash.kind === kind && hash.step === 'enters')
    const served = steps.findIndex((hash) => hash.kind === kind && hash.step === 'starts')
    const before = steps.slice(entered, served).filter((hash) => hash.kind === 'new password' && hash.step === 'starts')
    assert.ok(before.length <= 1, `${before.length} new passwords before the ${kind}`)
  }
  const statuses = Object.groupBy(await created, ({ status }) => String(status))
  assert.ok(statuses['201'])
  assert.deepEqual(
    Object.keys(statuses).filter((status) => !['201', '429', '503'].includes(status)),
    [],
  )
  for (const { headers } of statuses['503'] ?? []) assert.ok(Number(headers['retry-after']) > 0)
})
