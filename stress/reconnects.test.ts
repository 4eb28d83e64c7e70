// @long @alone
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatRoom } from 'contract'
import { inTenant } from '../server/src/kit/db/db.ts'
import { notify } from '../server/src/notifications/notify.ts'
import { startWorldProcess, waitUntil } from '../server/src/testing/processes.ts'
import { type Name, people, projects, rooms, testApp } from '../server/src/testing/world.ts'
import { mayReconnect, openBell, openRoom } from '../server/src/testing/world-browsers.ts'
import { startProxy } from '../server/src/testing/world-proxy.ts'
import { figure, isStress, startRounds } from './size.ts'

const world = await testApp()
const { as, query, pools, services } = world

/** How often a connection falls silent, and how often the server is killed. */
const [frozen, kills] = isStress ? [60, 20] : [4, 1]
/** Fewer than a server takes at once. */
const mostUnconfirmed = 20
/**
 * Interruptions between two notices to everybody. A notification that was marked as read just before an interruption is confirmed by the
 * newest 50 that follow, so fewer than 50 must come in the meantime, however slow the machine is.
 */
const betweenNotices = 10

test('interruptions of connections and of the server lose nothing, double nothing and change no order', async (t) => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  let server = await startWorldProcess(world)
  const network = await startProxy(() => server.port)
  world.closeFirst(async () => {
    await network.close()
    await server.kill()
  })

  const headers = new Map<Name, { host: string; cookie: string }>()
  /** The long form takes longer than a session is valid without being renewed. */
  const keepLoggedIn = async (who: Name) => {
    const own = headers.get(who) ?? { host: world.hostOf('acme'), cookie: '' }
    // Before anything is awaited: the tabs of a person share it.
    headers.set(who, own)
    own.cookie = await world.cookiesOf(who)
    return own
  }
  const targetOf = async (who: Name) => ({ port: () => network.port, headers: await keepLoggedIn(who) })
  const tabs: Name[] = ['pam', 'pam', 'pam', 'dev', 'dev', 'dev', 'dana', 'dana']
  const talkers = await Promise.all(
    tabs.map(async (who, i) =>
      openRoom(await targetOf(who), { room_id: rooms.website, name: `${who} ${i}`, seesIt: who !== 'dana' }),
    ),
  )
  const bells = await Promise.all(
    (['pam', 'pam', 'dev', 'ann'] as const).map(async (who, i) => openBell(await targetOf(who), { statesNewest: i % 2 === 1 })),
  )
  const browsers = [...talkers, ...bells]
  world.closeFirst(() => Promise.all(browsers.map((browser) => browser.stop())))
  talkers[0]?.say('Good morning')
  await waitUntil(
    () => browsers.every((browser) => browser.isReady()) && talkers.every(({ arrivals }) => arrivals.length === 1),
    () => 'Everybody is connected.',
  )

  let notificationCount = 0
  const tellAll = () =>
    inTenant(pools.workspace, 1, 'read write', (db) =>
      notify(
        { db, tenant: { id: 1 }, services },
        { to: [people.pam.id, people.dev.id, people.ann.id], message: `Notice ${++notificationCount}` },
      ),
    )

  const interrupted = () => browsers.reduce((sum, { losses }) => sum + losses(), 0)
  let told = 0
  const { rounds, isDue } = startRounds({ short: 300, whole: 10_000 })
  const dueKills = Array.from({ length: kills }, (_, i) => ((i + 1) * rounds) / (kills + 1))
  const dueFreezes = Array.from({ length: frozen }, (_, i) => (i * rounds) / frozen)
  for (let turn = 0; isDue(interrupted()); turn++) {
    for (const who of headers.keys()) await keepLoggedIn(who)
    const talker = talkers[turn % talkers.length]
    if (talker && talker.unconfirmed.size < mostUnconfirmed) talker.say(`Message ${turn}`)
    if (interrupted() >= told) {
      await tellAll()
      told += betweenNotices
    }
    if (turn % 10 === 0)
      for (const { notifications, markRead } of bells) {
        const [unread] = [...notifications.values()].filter(({ is_read, id }) => !is_read && id % 3 === 0)
        if (unread) markRead(unread.id)
      }
    if (interrupted() >= (dueKills[0] ?? Number.POSITIVE_INFINITY)) {
      dueKills.shift()
      await server.kill()
      assert.equal(server.faults(), '', 'Nothing is logged as an error.')
      for (const talker of talkers) talker.say('While the server is away')
      server = await startWorldProcess(world)
    } else if (interrupted() >= (dueFreezes[0] ?? Number.POSITIVE_INFINITY)) {
      dueFreezes.shift()
      network.freeze()
    } else network.cut()
    await sleep(5)
  }
  await tellAll()
  const interruptions = interrupted()

  const waiting = () => talkers.flatMap(({ unconfirmed }) => [...unconfirmed.keys()])
  const wanted = () => bells.flatMap((bell) => [...bell.wanted])
  const stored = async () =>
    query(
      'select id::float8 as id, content, temp_id, sender_id::float8 as sender_id from chat_messages where tenant_id = 1 order by id',
    )
  await waitUntil(
    () => browsers.every((browser) => browser.isReady()) && !waiting().length && !wanted().length,
    () => `Everybody is connected again, and everything confirmed: ${[...waiting(), ...wanted()]}`,
  )
  const messages = await stored()
  const ids = messages.map(({ id }) => id as number)
  await waitUntil(
    () => talkers.every(({ arrivals }) => arrivals.length >= ids.length),
    () => `Everybody has all ${ids.length}: ${talkers.map(({ arrivals }) => arrivals.length)}`,
  )
  const sentCount = talkers.reduce((sum, talker) => sum + talker.sentCount(), 0)
  assert.equal(ids.length, sentCount, 'What was said is stored, each once.')
  assert.equal(new Set(messages.map(({ temp_id }) => temp_id)).size, sentCount)
  for (const { arrivals, messages: had } of talkers) {
    assert.deepEqual(arrivals, ids, 'Everybody has every message, in the same order.')
    assert.deepEqual(
      [...had.values()],
      messages.map(({ content }) => content),
    )
  }

  await waitUntil(
    () =>
      bells.every(({ notifications }) =>
        [...notifications.values()].some(({ message }) => message === `Notice ${notificationCount}`),
      ),
    () => 'The last notice has come.',
  )
  const owners = ['pam', 'pam', 'dev', 'ann'] as const
  for (const [i, { notifications }] of bells.entries()) {
    const { results } = (await as(owners[i] ?? 'pam')('GET /api/notifications/')).body
    const own = [...notifications.values()].sort((a, b) => b.id - a.id)
    assert.deepEqual(own.slice(0, 50), results.slice(0, 50))
  }

  const roomOf = async (who: Name) =>
    ((await as(who)('GET /api/chat-rooms/')).body as ChatRoom[]).find(({ id }) => id === rooms.website)
  await waitUntil(
    () => talkers.every((talker) => talker.isReady()),
    () => 'Everybody is there.',
  )
  for (const who of ['pam', 'dev'] as const) {
    let unread = -1
    for (let tries = 0; unread !== 0 && tries < 200; tries++, await sleep(20)) unread = (await roomOf(who))?.unread_count ?? -1
    assert.equal(unread, 0, `${who} has seen everything.`)
  }
  const others = messages.filter(({ sender_id }) => sender_id !== people.dana.id).length
  assert.equal((await roomOf('dana'))?.unread_count, Math.min(1000, others))
  assert.equal(server.faults(), '', 'Nothing is logged as an error.')
  for (const { codes } of browsers)
    assert.deepEqual(
      codes.filter((code) => !mayReconnect(code)),
      [],
    )
  figure(t, 'sockets lost', interruptions)
  figure(t, 'kills of the server', kills - dueKills.length)
  figure(t, 'messages, each stored once and told once to each of 8 tabs', ids.length)
  figure(t, 'notifications', notificationCount)
})
