// The sessions that people see and end, how long they last at most, and the mail about a new browser.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { okBody, outcome, password, people, testApp } from '../testing/world.ts'
import { composeNewBrowser } from './mails.ts'

const { browser, query, pools, services, socket } = await testApp()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

beforeEach(async () => {
  await query('update sessions set ended_at = now() where ended_at is null')
  await query('delete from limits')
  await query(`delete from pgboss.job where name = 'mail'`)
})

async function loggedIn(agent: string, email = 'dev@acme.test') {
  const request = browser('acme', { 'user-agent': agent })
  await okBody(request('POST /api/token/', { email, password }))
  return request
}
type Shown = { id: number; browser: string | null; address: string; is_present: boolean }
const sessionsOf = async (request: ReturnType<typeof browser>): Promise<Shown[]> => okBody(request('GET /api/sessions/'))
const newBrowserMails = () => query(`select data from pgboss.job where data->>'template' = 'new_browser'`)

test('people see where they are logged in, the present browser first, and nobody else’s sessions', async () => {
  await loggedIn(safari)
  const here = await loggedIn(firefox)
  await loggedIn(firefox, 'pam@acme.test')
  const shown = await sessionsOf(here)
  assert.deepEqual(
    shown.map(({ browser, address, is_present }) => [browser, address, is_present]),
    [
      ['Firefox on Linux', '127.0.0.1', true],
      ['Safari on iOS', '127.0.0.1', false],
    ],
  )
  await query('update sessions set agent = null, address = null where id = $1', shown[1]?.id)
  assert.deepEqual((await sessionsOf(here))[1]?.browser, null)
})

test('a session that a person ends is over at once, with its sockets', async () => {
  const there = await loggedIn(safari)
  const here = await loggedIn(firefox)
  const [, other] = await sessionsOf(here)
  const cookie = [...there.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const { client } = await socket(null, '/ws/notifications/', { headers: { cookie } })
  const over = new Promise((resolve) => client.once('close', resolve))
  assert.equal((await here(`DELETE /api/sessions/${other?.id}/`)).status, 204)
  assert.equal(await over, 4401)
  assert.equal((await there('GET /api/me/')).status, 401)
  assert.equal((await there('POST /api/token/refresh/')).status, 401)
  assert.deepEqual(outcome(await here(`DELETE /api/sessions/${other?.id}/`)), [404, { detail: 'Not found.' }])
})

test('the present session and those of others are not ended', async () => {
  const here = await loggedIn(firefox)
  const pam = await loggedIn(firefox, 'pam@acme.test')
  const [present] = await sessionsOf(here)
  const [foreign] = await sessionsOf(pam)
  const refused = [400, { detail: 'This is the present session: log out instead.' }]
  assert.deepEqual(outcome(await here(`DELETE /api/sessions/${present?.id}/`)), refused)
  assert.equal((await here(`DELETE /api/sessions/${foreign?.id}/`)).status, 404)
  assert.equal((await pam('GET /api/me/')).status, 200)
})

test('all other sessions end together, and the present one stays', async () => {
  const others = [await loggedIn(safari), await loggedIn(firefox)]
  const here = await loggedIn(firefox)
  assert.deepEqual(outcome(await here('POST /api/sessions/end-others/')), [200, { detail: 'Logged out everywhere else.' }])
  for (const other of others) assert.equal((await other('GET /api/me/')).status, 401)
  assert.equal((await sessionsOf(here)).length, 1)
})

test('a session ends 30 days after the log-in, however much it is used', async () => {
  const here = await loggedIn(firefox)
  const [{ id = 0 } = {}] = await sessionsOf(here)
  await query(`update sessions set created_at = now() - interval '25 days' where id = $1`, id)
  await okBody(here('POST /api/token/refresh/'))
  const [row] = await query(
    `select abs(extract(epoch from expires_at - created_at) - 30 * 86400) < 0.001 as is_30 from sessions where id = $1`,
    id,
  )
  assert.equal(row?.is_30, true)
  await query(`update sessions set created_at = now() - interval '30 days 1 second' where id = $1`, id)
  await okBody(here('POST /api/token/refresh/'))
  assert.equal((await here('POST /api/token/refresh/')).status, 401)
  assert.equal((await here('GET /api/me/')).status, 401)
})

test('a log-in in a browser that a person has not used is mailed to them; the first one and known ones are not', async () => {
  await query('delete from sessions where person_id = $1', people.dev.id)
  const known = await loggedIn(firefox)
  assert.deepEqual(await newBrowserMails(), [])
  // Another one alike, from the same address.
  await loggedIn(firefox)
  assert.deepEqual(await newBrowserMails(), [])
  // The same with another version by now: its cookie tells.
  known.jar.delete('atrium_access')
  known.jar.delete('atrium_refresh')
  const cookie = [...known.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  await okBody(
    browser('acme', { 'user-agent': `${firefox}.1`, cookie })('POST /api/token/', { email: 'dev@acme.test', password }),
  )
  assert.deepEqual(await newBrowserMails(), [])

  await loggedIn(safari)
  const [{ data } = {}, ...more] = await newBrowserMails()
  assert.deepEqual(more, [])
  const mail = await composeNewBrowser({ pools, services }, data as Parameters<typeof composeNewBrowser>[1])
  assert.equal(mail?.to, 'dev@acme.test')
  for (const part of ['Safari on iOS, from the address 127.0.0.1', 'change your password', 'http://acme.localhost:8000/profile'])
    assert.ok(mail?.text.includes(part), mail?.text)
  await loggedIn(safari)
  assert.equal((await newBrowserMails()).length, 1)
})

test('a wrong password in a new browser is not mailed', async () => {
  await loggedIn(firefox)
  const stranger = browser('acme', { 'user-agent': safari })
  assert.equal((await stranger('POST /api/token/', { email: 'dev@acme.test', password: 'Wrong-1' })).status, 401)
  assert.deepEqual(await newBrowserMails(), [])
})
