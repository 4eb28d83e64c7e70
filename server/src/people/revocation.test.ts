// Access that ends closes the open sockets in every server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from 'contract'
import { type Name, password, people, tenants, testApp } from '../testing/world.ts'
import { pathOfLink } from './links.ts'

const world = await testApp()
const { as, browser, socket, sessionOf, send, hostOf, query, services } = world
/** Milliseconds. The sweep is too rare to close a socket in these tests. */
const never = 2 ** 31 - 1
const secondServer = await world.anotherServer({ sweep: never })

type Where = Parameters<typeof sessionOf>[0]
/** A session with a socket to each of the two servers. */
async function open(who: Where) {
  const cookie = await sessionOf(who)
  const at = typeof who === 'string' ? people[who].at : who.at
  const sockets = await Promise.all(
    [world, secondServer].map((server) => socket(null, '/ws/notifications/', { at, headers: { cookie }, server })),
  )
  const settled = () => Promise.all(sockets.map((connection) => connection.settled()))
  const ended = () => Promise.all(sockets.map((connection) => connection.ended))
  const request = (route: string, body?: unknown) => send(hostOf(at), { cookie }, route, body)
  await settled()
  return { request, settled, ended, cookie }
}
const onBothServers = (code: number) => [code, code]

/** Resolves once the other server has received everything published so far. */
const arrived = async (who: Name) => {
  const { request, ended } = await open(who)
  await request('POST /api/logout/')
  await ended()
}

let count = 0
async function employee(role = 'developer') {
  const email = `temp${++count}@acme.test`
  const body = { full_name: 'Temp', email, job_title: 'Job', department: 'IT', role, password: 'Password-1!' }
  const { body: created } = await as('ann')('POST /api/employees/', body)
  return { id: Number(created.id), at: 'acme', email } as const
}

test('a log-out closes the sockets of its session, in every server, and leaves the person’s other sessions alone', async () => {
  const [loggedOut, other] = [await open('pam'), await open('pam')]
  assert.equal((await loggedOut.request('POST /api/logout/')).status, 200)
  assert.deepEqual(await loggedOut.ended(), onBothServers(closeCodes.not_signed_in))
  await arrived('dev')
  await other.settled()
})

test('a password set by a link closes all of the person’s sockets, and nobody else’s', async () => {
  const [first, second, colleague] = [await open('max'), await open('max'), await open('deb')]
  const [link] = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 hour') returning key`,
    people.max.id,
  )
  const path = pathOfLink(services.tokens, { tenant_id: 1, person_id: people.max.id, key: String(link?.key) })
  const [, , uidb64, token] = path.split('/')
  assert.equal((await as(null)('POST /api/set-password/', { uidb64, token, new_password: 'Brand-new-1' })).status, 200)
  for (const session of [first, second]) assert.deepEqual(await session.ended(), onBothServers(closeCodes.not_signed_in))
  await arrived('dev')
  await colleague.settled()
})

test('a changed password closes the sockets of the person’s other sessions, and keeps this one’s', async () => {
  const [here, elsewhere] = [await open('hana'), await open('hana')]
  const { status } = await here.request('POST /api/password/change/', { old_password: password, new_password: 'Brand-new-1!' })
  assert.equal(status, 200)
  assert.deepEqual(await elsewhere.ended(), onBothServers(closeCodes.not_signed_in))
  await arrived('dev')
  await here.settled()
})

test('a deleted person’s sockets are closed', async () => {
  const person = await employee()
  const [blocked, mine] = [await open(person), await open('ann')]
  assert.equal((await mine.request(`DELETE /api/employees/${person.id}/`)).status, 204)
  assert.deepEqual(await blocked.ended(), onBothServers(closeCodes.not_signed_in))
  await mine.settled()
})

test('a deletion that was refused closes nothing', async () => {
  const pam = await open('pam')
  assert.equal((await as('ann')(`DELETE /api/employees/${people.pam.id}/`)).status, 400)
  await arrived('dev')
  await pam.settled()
})

test('somebody with a new role that has the same sockets keeps them', async () => {
  const person = await employee()
  const session = await open(person)
  const changed = { full_name: 'Temp', job_title: 'Job', department: 'IT', role: 'hr' }
  assert.equal((await as('ann')(`PUT /api/employees/${person.id}/`, changed)).status, 200)
  await arrived('dev')
  await session.settled()
})

test('a refresh token that comes a second time closes the sockets of its session', async () => {
  const person = await employee()
  const request = browser('acme')
  assert.equal((await request('POST /api/token/', { email: person.email, password: 'Password-1!' })).status, 200)
  const cookies = () => [...request.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const stolen = cookies()
  const opened = await Promise.all(
    [world, secondServer].map((server) =>
      socket(null, '/ws/notifications/', { at: 'acme', headers: { cookie: stolen }, server }),
    ),
  )
  for (const connection of opened) await connection.settled()
  for (let i = 0; i < 2; i++) assert.equal((await request('POST /api/token/refresh/')).status, 200)
  for (const connection of opened) await connection.settled()
  assert.equal((await send(hostOf('acme'), { cookie: stolen }, 'POST /api/token/refresh/')).status, 401)
  for (const connection of opened) assert.equal(await connection.ended, closeCodes.not_signed_in)
})

test('a blocked workspace closes everybody’s sockets with 4403, and no other workspace’s', async () => {
  const [gwen, gus, ann] = [await open('gwen'), await open('gus'), await open('ann')]
  const block = (is_blocked: boolean) => as('sol')(`POST /api/toggle-block/${tenants.globex.id}/`, { is_blocked })
  assert.equal((await block(true)).status, 200)
  for (const session of [gwen, gus]) assert.deepEqual(await session.ended(), onBothServers(closeCodes.forbidden))
  await ann.settled()
  assert.equal((await block(false)).status, 200)
  await open('gus')
})

test('a socket that is opened while its session ends does not outlive it', async () => {
  for (let round = 0; round < 25; round++) {
    const cookie = await sessionOf('una')
    const opening = [world, secondServer, world].map((server) =>
      socket(null, '/ws/notifications/', { headers: { cookie }, server }),
    )
    const logOut = send(hostOf('acme'), { cookie }, 'POST /api/logout/')
    const opened = await Promise.all(opening)
    assert.equal((await logOut).status, 200)
    for (const connection of opened) assert.equal(await connection.ended, closeCodes.not_signed_in)
  }
})

test('a server that was not told, as its line to the others was cut, learns it when it is back', async () => {
  const server = await world.anotherServer({ sweep: never })
  const gil = await socket('gil', '/ws/notifications/', { server })
  await gil.settled()
  await query('update sessions set ended_at = now() where person_id = $1', people.gil.id)
  await gil.settled()
  await query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
  )
  assert.equal(await gil.ended, closeCodes.not_signed_in)
})

test('what ends by time alone is found by the sweep: a session, a trial, a paid time', async () => {
  const server = await world.anotherServer({ sweep: 50 })
  const opened = async (who: Name, cookie: string) => {
    const opened = await socket(null, '/ws/notifications/', { at: people[who].at, headers: { cookie }, server })
    await opened.settled()
    return opened
  }
  const [expiring, staying] = [await opened('dana', await sessionOf('dana')), await opened('ann', await sessionOf('ann'))]
  await query(`update sessions set expires_at = now() where person_id = $1`, people.dana.id)
  assert.equal(await expiring.ended, closeCodes.not_signed_in)

  const lapsing = await opened('gwen', await sessionOf('gwen'))
  await query(`update tenants set trial_ends_on = current_date - 2 where id = $1`, tenants.globex.id)
  assert.equal(await lapsing.ended, closeCodes.payment_required)
  await staying.settled()
})

test('who does not answer is let go, and who answers stays', async () => {
  const server = await world.anotherServer({ heartbeat: 2000 })
  const [silent, lively] = [
    await socket('ann', '/ws/notifications/', { server, answersPings: false }),
    await socket('ann', '/ws/notifications/', { server }),
  ]
  await silent.status
  assert.equal(await silent.ended, 1006)
  await lively.settled()
})

test('a server that stops tells every socket to come again, lets nobody in, and then is closed', async () => {
  const server = await world.anotherServer()
  const opened = await Promise.all((['ann', 'pam', 'dev'] as const).map((who) => socket(who, '/ws/notifications/', { server })))
  await Promise.all(opened.map((connection) => connection.status))
  const deaf = await socket('max', '/ws/notifications/', { server })
  await deaf.status
  deaf.client.pause()
  const closed = server.app.close()
  for (const connection of opened) assert.equal(await connection.ended, closeCodes.restarting)
  await closed
  assert.equal(await (await socket('ann', '/ws/notifications/', { server })).status, 0)
})
