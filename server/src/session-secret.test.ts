// @long: SESSION_SECRET is replaced server by server, while people go on working.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { ensureBuilt } from '../../scripts/setup.js'
import { tokensFor } from './kit/security/tokens.ts'
import { appPurpose } from './people/second-step.ts'
import { digitsOf } from './tenants/codes.ts'
import { startMainProcess } from './testing/main-process.ts'
import { waitUntil } from './testing/processes.ts'
import { okBody, password, testApp } from './testing/world.ts'

ensureBuilt()
const world = await testApp()
const { as, query, browser } = world
const [before, after] = [world.secret, randomBytes(32).toString('hex')]

const codeOf = (key: string, periods: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + periods * 30_000 })
const me = 'GET /api/me/'
const refresh = 'POST /api/token/refresh/'

test('a new secret logs nobody out, while servers have the new one first and servers have the old one first', async () => {
  const { key, setup } = await okBody(as('dev')('POST /api/second-factor/app/begin/', { password }))
  const app = { setup, name: 'Phone', one_time_code: codeOf(key, -1) }
  await okBody(as('dev')('POST /api/second-factor/app/', app))
  const visitor = browser('platform')
  const email = 'owner@new.test'
  await okBody(visitor('POST /api/tenants/send-otp/', { email }))
  const [sent] = await query('select key from signup_codes where email = $1', email)
  const old = await world.cookiesOf('pam')

  const second = await startMainProcess(world, { SESSION_SECRET: before, SESSION_SECRET_OLD: after })
  const first = await startMainProcess(world, { SESSION_SECRET: after, SESSION_SECRET_OLD: before })
  assert.equal((await first.ask(old, me)).status, 200)
  const { status, cookie: renewed } = await first.ask(old, refresh, {})
  assert.equal(status, 200)
  for (const server of [first, second]) assert.equal((await server.ask(renewed, me)).status, 200)
  assert.equal((await second.ask(renewed, refresh, {})).status, 200)

  const otp = digitsOf(tokensFor(before), { key: String(sent?.key), email })
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const onPlatform = { host: `localhost:${first.port}` }
  assert.equal((await first.ask(cookie, 'POST /api/tenants/verify-otp/', { email, otp }, onPlatform)).status, 200)

  const sealed = async () => String((await query('select secret from authenticators'))[0]?.secret)
  await waitUntil(
    () => sealed().then((secret) => tokensFor(after).unseal(appPurpose, secret)?.text === key),
    () => 'The key is encrypted by the new secret.',
  )
  await second.stop()
  await first.stop()

  const last = await startMainProcess(world, { SESSION_SECRET: after })
  assert.equal((await last.ask(old, me)).status, 401)
  assert.equal((await last.ask(renewed, me)).status, 200)
  const log = await last.ask('', 'POST /api/token/', { email: 'dev@acme.test', password })
  assert.equal(log.status, 401)
  const step = { one_time_code: codeOf(key, 0) }
  assert.equal((await last.ask(log.cookie, 'POST /api/token/second-factor/', step)).status, 200)
})

test('a server with another secret keeps no other server from logging in to the database', async () => {
  const server = await startMainProcess(world, { SESSION_SECRET: after })
  await query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await waitUntil(
    async () => (await as('pam')(me)).status === 200,
    () => 'The server with the old secret answers over new connections.',
    10,
  )
  await server.stop()
})
