import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Name, password, people, testApp } from '../../testing/world.ts'
import { overPostgres } from '../bus/postgres.ts'
import { openChannels } from './channels.ts'
import { Presence, type PresenceTiming } from './presence.ts'

const world = await testApp()
const { as, asOwner, pools, urlOf } = world
const never = 3_600_000
const timing = (presence: Partial<PresenceTiming>) => ({
  sweep: never,
  presence: { frame: 20, state: never, silence: never, ...presence },
})
/** Two servers with an endless grace period after a disconnection, and one with almost none. */
const [first, second, hasty] = [
  await world.anotherServer(timing({ grace: never })),
  await world.anotherServer(timing({ grace: never })),
  await world.anotherServer(timing({ grace: 10 })),
]

const path = '/ws/notifications/'
const idOf = (who: Name) => people[who].id

async function connected(t: TestContext, who: Name, server = first) {
  const opened = await world.socket(who, path, { server })
  t.after(() => leave(opened))
  await opened.settled()
  return opened
}
type Opened = Awaited<ReturnType<typeof connected>>

async function leave({ client, ended }: Opened) {
  client.terminate()
  await ended
}

/** Opens a page that watches presence. */
async function watching(t: TestContext, who: Name, server = first) {
  const opened = await connected(t, who, server)
  opened.send({ action: 'watch', topics: ['presence'] })
  await opened.frame(({ type }) => type === 'watching')
  const changesOf = (list: 'came' | 'went') =>
    opened.frames.filter(({ type }) => type === 'presence').flatMap((frame): number[] => frame[list])
  return {
    ...opened,
    here: (await opened.frame(({ type }) => type === 'here')).people as number[],
    changesOf,
    frameOf: (list: 'came' | 'went', name: Name) =>
      opened.frame((frame) => frame.type === 'presence' && frame[list].includes(idOf(name))),
  }
}

/** Opens Ann's page once nobody of an earlier test is online. */
async function alone(t: TestContext, server = first) {
  for (;;) {
    for (const tenant_id of [1, 2]) server.services.channels.bus.publish({ tenant_id, revalidate: 'everybody' })
    const ann = await watching(t, 'ann', server)
    if (ann.here.every((id) => id === idOf('ann'))) return ann
    await leave(ann)
  }
}

test('everybody of a workspace may see who of it is here, in whichever server, and nobody of another one', async (t) => {
  const ann = await alone(t)
  for (const who of ['pam', 'gil', 'dev'] as const) await connected(t, who, second)
  await ann.frameOf('came', 'dev')
  for (const who of ['ann', 'pam', 'dev', 'hana'] as const) {
    const page = await watching(t, who)
    for (const present of ['ann', 'pam', 'dev'] as const) assert.ok(page.here.includes(idOf(present)), `${who} sees ${present}`)
    assert.ok(!page.here.includes(idOf('gil')))
  }
  const globex = (await watching(t, 'gwen', second)).here
  assert.deepEqual(new Set(globex), new Set([idOf('gil'), idOf('gwen')]))
  for (const who of ['gus', 'deb'] as const) await connected(t, who, second)
  await ann.frameOf('came', 'deb')
  assert.ok(!ann.changesOf('came').includes(idOf('gus')))
})

test('somebody with several tabs comes once, and has gone once the last is closed', async (t) => {
  const ann = await alone(t, second)
  const tabs = [await connected(t, 'max', hasty), await connected(t, 'max', hasty), await connected(t, 'max', hasty)]
  await ann.frameOf('came', 'max')
  for (const tab of tabs.slice(1)) await leave(tab)
  await connected(t, 'una', hasty)
  await ann.frameOf('came', 'una')
  assert.ok(!ann.changesOf('went').includes(idOf('max')))
  for (const tab of tabs) await leave(tab)
  await ann.frameOf('went', 'max')
  assert.deepEqual(
    [ann.changesOf('came'), ann.changesOf('went')].map((ids) => ids.filter((id) => id === idOf('max'))),
    [[idOf('max')], [idOf('max')]],
  )
})

test('a reload is no leaving, whichever server the page comes back to', async (t) => {
  const ann = await alone(t)
  await leave(await connected(t, 'dana', second))
  await ann.frameOf('came', 'dana')
  await leave(await connected(t, 'dana'))
  await connected(t, 'dana', second)
  await connected(t, 'una', second)
  await ann.frameOf('came', 'una')
  assert.ok(!ann.changesOf('went').includes(idOf('dana')))
  assert.equal(ann.changesOf('came').filter((id) => id === idOf('dana')).length, 1)
})

for (const [who, isFirst] of [
  ['page', true],
  ['server', false],
] as const)
  test(`who logs out has gone at once, where the ${who} closes the socket first`, async (t) => {
    const ann = await alone(t, second)
    const browser = world.browser('acme')
    await browser('POST /api/token/', { email: 'hana@acme.test', password })
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await world.socket(null, path, { at: 'acme', server: first, headers: { cookie } })
    await page.settled()
    await ann.frameOf('came', 'hana')
    if (isFirst) await leave(page)
    await browser('POST /api/logout/')
    await ann.frameOf('went', 'hana')
  })

test('who is found to have no session any more has gone at once', async (t) => {
  const ann = await alone(t, second)
  const cookie = await world.sessionOf('deb')
  const page = await world.socket(null, path, { at: 'acme', server: first, headers: { cookie } })
  await page.settled()
  await ann.frameOf('came', 'deb')
  await world.query(
    `update sessions set expires_at = now() - interval '1 day' where tenant_id = 1 and person_id = $1`,
    idOf('deb'),
  )
  page.send({ action: 'mark_read', notification_id: 1 })
  assert.equal(await page.ended, 4401)
  await ann.frameOf('went', 'deb')
})

test('who is deleted has gone at once', async (t) => {
  const ann = await alone(t, second)
  await connected(t, 'una')
  await ann.frameOf('came', 'una')
  await as('ann')(`DELETE /api/employees/${idOf('una')}/`)
  await ann.frameOf('went', 'una')
})

/** A server without browsers, and the frames that it would send to its browsers of tenant 7. */
async function server(t: TestContext, timing: Partial<PresenceTiming> = {}) {
  const channels = await openChannels(overPostgres(urlOf('atrium_workspace')), pools)
  const frames: { came: number[]; went: number[] }[] = []
  const presence = new Presence(channels, {
    timing: { grace: never, frame: 20, state: never, silence: never, ...timing },
    publish: (tenant_id, change) => tenant_id === 7 && frames.push(change),
  })
  /** Closes its bus without a farewell. */
  const crash = () => channels.bus.close()
  t.after(async () => {
    presence.stop()
    await crash()
  })
  const connection = () => ({ tenant_id: 7, isClosed: false })
  const waitForOnline = async (...ids: number[]) => {
    while (
      presence
        .online(7)
        .sort((a, b) => a - b)
        .join() !== ids.join()
    )
      await new Promise(setImmediate)
  }
  return { channels, presence, frames, connection, waitForOnline, crash }
}

/** Allows or refuses new connections of the bus. */
const admit = (isOpen: boolean) =>
  asOwner(async (client) => {
    const role = client.escapeIdentifier(new URL(urlOf('atrium_workspace')).username)
    await client.query(`alter role ${role} connection limit ${isOpen ? -1 : 0}`)
    if (!isOpen)
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
      )
  })

test('of a thousand people who come and go at once a browser is told once for each second, or whatever the time set', async (t) => {
  const [a, b] = [await server(t, { frame: 300 }), await server(t, { frame: 300, grace: 0 })]
  const ids = Array.from({ length: 1000 }, (_, i) => i + 1)
  const connections = ids.map(b.connection)
  const startedAt = performance.now()
  for (const [i, connection] of connections.entries()) b.presence.arrive(connection, i + 1)
  await a.waitForOnline(...ids)
  while (new Set(a.frames.flatMap(({ came }) => came)).size < 1000) await new Promise(setImmediate)
  for (const connection of connections) b.presence.leave(connection, { forGood: false })
  await a.waitForOnline()
  while (new Set(a.frames.flatMap(({ went }) => went)).size < 1000) await new Promise(setImmediate)
  const maxFrames = 2 + (performance.now() - startedAt) / 300
  assert.ok(a.frames.length <= maxFrames, `${a.frames.length} frames`)
})

test('a server that appears is told who is here already', async (t) => {
  const a = await server(t)
  a.presence.arrive(a.connection(), 1)
  const b = await server(t)
  await b.waitForOnline(1)
})

test('what was missed while the servers could not hear each other is made up for', async (t) => {
  const [a, b] = [await server(t), await server(t)]
  const [leaving, staying] = [a.connection(), a.connection()]
  a.presence.arrive(leaving, 1)
  a.presence.arrive(staying, 2)
  await b.waitForOnline(1, 2)
  await admit(false)
  while (!a.channels.bus.isDeaf() || !b.channels.bus.isDeaf()) await new Promise(setImmediate)
  a.presence.leave(leaving, { forGood: true })
  a.presence.arrive(a.connection(), 3)
  await admit(true)
  await b.waitForOnline(2, 3)
})

test('when a server stops its people have gone, unless they are back elsewhere by then', async (t) => {
  const [a, b, c] = [await server(t, { grace: 200 }), await server(t, { grace: 200 }), await server(t)]
  for (const id of [1, 2]) a.presence.arrive(a.connection(), id)
  await b.waitForOnline(1, 2)
  a.presence.stop()
  b.presence.arrive(b.connection(), 2)
  await a.crash()
  await b.waitForOnline(2)
  await c.waitForOnline(1, 2)
  assert.deepEqual(
    b.frames.flatMap(({ went }) => went).filter((id) => id === 2),
    [],
  )
})

test('a server that falls silent has nobody in it any more', async (t) => {
  const [a, b, c] = [
    await server(t, { state: 50 }),
    await server(t, { state: 50, silence: 1000 }),
    await server(t, { state: 50 }),
  ]
  a.presence.arrive(a.connection(), 1)
  c.presence.arrive(c.connection(), 2)
  await b.waitForOnline(1, 2)
  await a.crash()
  await b.waitForOnline(2)
})
