import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Newer, Notification } from 'contract'
import { inTenant } from '../kit/db/db.ts'
import { withRetries } from '../kit/db/retries.ts'
import { type Name, people, tenants, testApp } from '../testing/world.ts'
import { inboxOf, keyOf, notify } from './notify.ts'

const world = await testApp()
const { as, socket, pools, services, query } = world
const path = '/ws/notifications/'

type What = { to: readonly number[]; message: string; link?: string }
const send = (notification: What, { at = 'acme', me }: { at?: keyof typeof tenants; me?: { id: number } } = {}) => {
  const { id } = tenants[at]
  // Like the pipeline, this retries a transaction whose new id is taken.
  return withRetries(() =>
    inTenant(pools.workspace, id, 'read write', (db) =>
      notify({ db, tenant: { id }, services, ...(me && { me }) }, notification),
    ),
  )
}
const list = async (who: Name, query = '') => (await as(who)(`GET /api/notifications/${query}`)).body
const words = (items: { message: string }[]) => items.map(({ message }) => message)

test('somebody is told something, and finds it in the list, newest first, with the count of what is unread', async () => {
  assert.deepEqual(await list('max'), { count: 0, next: null, previous: null, results: [], unread_count: 0 })
  await send({ to: [people.max.id], message: 'First', link: '/project_manager/projects/2' })
  await send({ to: [people.max.id], message: 'Second' })
  const { results, ...rest } = await list('max')
  assert.deepEqual(rest, { count: 2, next: null, previous: null, unread_count: 2 })
  assert.deepEqual(words(results), ['Second', 'First'])
  assert.deepEqual(Object.keys(results[0]), ['id', 'message', 'created_at', 'is_read', 'link'])
  assert.deepEqual([results[0].link, results[1].link, results[0].is_read], [null, '/project_manager/projects/2', false])
})

test('everybody is told once, nobody of their own act, and nobody else at all', async () => {
  const { pam, dev, dana } = people
  await send({ to: [pam.id, dev.id, dev.id, dana.id], message: 'A task was done.' }, { me: { id: pam.id } })
  await send({ to: [pam.id], message: 'Only to herself.' }, { me: { id: pam.id } })
  await send({ to: [], message: 'To nobody.' })
  assert.deepEqual([(await list('pam')).count, (await list('dev')).count, (await list('dana')).count], [0, 1, 1])
  assert.equal((await list('deb')).count, 0)
})

test('nobody of another workspace can be told, and a link leads nowhere but into the app', async () => {
  await assert.rejects(send({ to: [people.gus.id], message: 'Smuggled' }), /foreign key/)
  for (const link of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', ''])
    await assert.rejects(send({ to: [people.dev.id], message: 'Bad link', link }), /check constraint/)
  assert.equal((await list('gus')).count, 0)
})

test('a long list comes in pages', async () => {
  for (let i = 1; i <= 105; i++) await send({ to: [people.una.id], message: `No. ${i}` })
  const first = await list('una')
  assert.deepEqual([first.count, first.results.length, first.next], [105, 100, '/api/notifications/?limit=100&offset=100'])
  const second = await list('una', '?limit=100&offset=100')
  assert.deepEqual(words(second.results), ['No. 5', 'No. 4', 'No. 3', 'No. 2', 'No. 1'])
  assert.equal((await as('una')('GET /api/notifications/?limit=x')).status, 400)
})

test('on connecting the newest fifty come, oldest first, and then each as it arises', async () => {
  const una = await socket('una', path)
  assert.deepEqual(
    words(await una.settled()),
    Array.from({ length: 50 }, (_, i) => `No. ${i + 56}`),
  )
  await send({ to: [people.una.id], message: 'Now', link: '/developer' })
  const { id, created_at, ...live } = await una.frame(({ message }) => message === 'Now')
  assert.deepEqual(live, { message: 'Now', is_read: false, link: '/developer' })
  assert.deepEqual((await list('una', '?limit=1')).results, [{ id, created_at, ...live }])
})

const stating = (newest: number) => `${path}?newest=${newest}`
const newer = async (who: Parameters<typeof socket>[0], newest: number) => {
  const opened = await socket(who, stating(newest))
  const [first, ...rest] = await opened.settled()
  opened.close()
  assert.deepEqual([first.type, rest], ['newer', []])
  return first as Newer
}

test('a browser that says what it has gets in one frame what it lacks, and what is unread', async () => {
  const { max } = people
  await query('delete from notifications where person_id = $1', max.id)
  await send({ to: [max.id], message: 'Long ago' })
  await send({ to: [max.id], message: 'An hour ago' })
  await query(`update notifications set created_at = now() - interval '1 hour' where person_id = $1`, max.id)
  await query(`update notifications set created_at = created_at - interval '1 hour' where message = 'Long ago'`)
  const [hour, long] = (await list('max')).results
  await send({ to: [max.id], message: 'Meanwhile' })
  const [meanwhile] = (await list('max')).results
  assert.deepEqual(await newer('max', 0), {
    type: 'newer',
    notifications: [long, hour, meanwhile],
    unread: [long.id, hour.id, meanwhile.id],
  })
  assert.deepEqual((await newer('max', hour.id)).notifications, [hour, meanwhile])
  assert.deepEqual((await newer('max', meanwhile.id)).notifications, [meanwhile])

  // A notification that was read elsewhere is no longer unread, however old it is.
  const tab = await socket('max', path)
  await tab.settled()
  tab.send({ action: 'mark_read', notification_id: long.id })
  await tab.frame(({ id, is_read }) => id === long.id && is_read)
  assert.deepEqual((await newer('max', meanwhile.id)).unread, [hour.id, meanwhile.id])
  // An unknown id and another person's id have the same answer.
  await send({ to: [people.deb.id], message: 'Deb’s' })
  for (const id of [(await list('deb')).results[0].id, 999_999]) assert.equal((await newer('max', id)).notifications.length, 3)

  const [stated, malformed] = [await socket('max', stating(meanwhile.id)), await socket('max', `${path}?newest=x`)]
  await Promise.all([stated.settled(), malformed.settled()])
  assert.deepEqual(words(await malformed.settled()), ['Long ago', 'An hour ago', 'Meanwhile'])
  await send({ to: [max.id], message: 'Now' })
  await stated.frame(({ message }) => message === 'Now')
})

test('one that was committed after a later one is not lost on whoever has the later one', async () => {
  const { max } = people
  const late = inTenant(pools.workspace, 1, 'read write', async (db) => {
    await notify({ db, tenant: { id: 1 }, services }, { to: [max.id], message: 'Begun first' })
    await send({ to: [max.id], message: 'Committed first' })
    return (await list('max')).results[0]
  })
  const { id, message } = await late
  assert.equal(message, 'Committed first')
  const { notifications } = await newer('max', id)
  assert.deepEqual(
    notifications.slice(-2).map((notification) => notification.message),
    ['Begun first', 'Committed first'],
  )
})

test('what a browser watches may stand in the address, and is answered as if it had been sent', async () => {
  const opened = await socket('pam', `${stating(0)}&watch=${encodeURIComponent(`mine,project 1,project 2`)}`)
  const [first, refused, watching] = await opened.settled()
  assert.equal(first.type, 'newer')
  assert.deepEqual(refused, { type: 'gone', project_id: 2 })
  assert.deepEqual(watching, { type: 'watching', topics: ['mine', 'project 1'] })
  const plain = await socket('hana', `${path}?watch=everything`)
  assert.ok((await plain.settled()).every(({ type }) => type === undefined))
})

test('a notification reaches every tab of its person, in every server, and nobody else', async () => {
  const secondServer = await world.anotherServer()
  const tabs = [await socket('dana', path), await socket('dana', path), await socket('dana', path, { server: secondServer })]
  const others = [await socket('dev', path), await socket('gwen', path), await socket('deb', path, { server: secondServer })]
  for (const connection of [...tabs, ...others]) await connection.settled()
  await send({ to: [people.dana.id], message: 'For Dana' })
  for (const tab of tabs) await tab.frame(({ message }) => message === 'For Dana')
  await send({ to: [people.dev.id, people.deb.id], message: 'For the others' })
  await send({ to: [people.gwen.id], message: 'For the others' }, { at: 'globex' })
  for (const other of others) {
    await other.frame(({ message }) => message === 'For the others')
    assert.ok(!words(await other.settled()).includes('For Dana'))
  }
  for (const tab of tabs) assert.equal(words(await tab.settled()).filter((message) => message === 'For Dana').length, 1)
})

test('what was undone is neither stored nor pushed', async () => {
  const hana = await socket('hana', path)
  await hana.settled()
  const undone = inTenant(pools.workspace, 1, 'read write', async (db) => {
    await notify({ db, tenant: { id: 1 }, services }, { to: [people.hana.id], message: 'Undone' })
    throw new Error('No, not after all.')
  })
  await assert.rejects(undone, /not after all/)
  await send({ to: [people.hana.id], message: 'Done' })
  await hana.frame(({ message }) => message === 'Done')
  assert.deepEqual(words(await hana.settled()), ['Done'])
  assert.deepEqual(words((await list('hana')).results), ['Done'])
})

test('marking as read is seen in the list and in every tab, once', async () => {
  const secondServer = await world.anotherServer()
  const [tab, other] = [await socket('ann', path), await socket('ann', path, { server: secondServer })]
  await send({ to: [people.ann.id], message: 'Read me' })
  const { id } = await tab.frame(({ message }) => message === 'Read me')
  await other.frame(({ message }) => message === 'Read me')
  for (let i = 0; i < 3; i++) tab.send({ action: 'mark_read', notification_id: id })
  const read = await other.frame(({ is_read }) => is_read)
  assert.deepEqual(read, { ...tab.frames[0], is_read: true })
  assert.deepEqual((await list('ann')).results, [read])
  assert.equal((await list('ann')).unread_count, 0)
  assert.equal((await tab.settled()).length, 2)
  assert.equal((await other.settled()).length, 2)
})

test('marking what is somebody else’s, another workspace’s or nobody’s changes nothing and tells nothing', async () => {
  await send({ to: [people.deb.id], message: 'Deb’s' })
  await send({ to: [people.gus.id], message: 'Gus’s' }, { at: 'globex' })
  const [debs, guss] = [(await list('deb')).results[0].id, (await list('gus')).results[0].id]
  const [dev, deb] = [await socket('dev', path), await socket('deb', path)]
  await Promise.all([dev.settled(), deb.settled()])
  dev.frames.length = 0
  for (const notification_id of [debs, guss, 987_654_321]) dev.send({ action: 'mark_read', notification_id })
  assert.deepEqual(await dev.settled(), [])
  assert.deepEqual(await query('select is_read from notifications where id = any($1)', [debs, guss]), [
    { is_read: false },
    { is_read: false },
  ])
  assert.ok((await deb.settled()).every(({ is_read }) => !is_read))
})

test('nothing is lost or doubled between reading the list and listening', async () => {
  const { gil } = people
  for (let round = 0; round < 30; round++) {
    await query('delete from notifications where person_id = $1', gil.id)
    const telling = Promise.all(
      Array.from({ length: 6 }, (_, i) => send({ to: [gil.id], message: `${round} ${i}` }, { at: 'globex' })),
    )
    const opened = await Promise.all([socket('gil', path), socket('gil', path), socket('gil', path)])
    await Promise.all([telling, ...opened.map(({ status }) => status)])
    for (const connection of opened) {
      const received = words(await connection.settled()).sort((a, b) => a.localeCompare(b))
      assert.deepEqual(
        received,
        Array.from({ length: 6 }, (_, i) => `${round} ${i}`),
      )
      connection.close()
    }
  }
})

test('one that is read meanwhile, in another tab, is not new again', async () => {
  const { gus } = people
  const tab = await socket('gus', path)
  await tab.settled()
  for (let round = 0; round < 20; round++) {
    await send({ to: [gus.id], message: `Read ${round}` }, { at: 'globex' })
    const { id } = await tab.frame(({ message }) => message === `Read ${round}`)
    tab.send({ action: 'mark_read', notification_id: id })
    const other = await socket('gus', path)
    await tab.frame((frame) => frame.id === id && frame.is_read)
    assert.equal((await other.settled()).findLast((frame) => frame.id === id).is_read, true)
    other.close()
    await other.ended
  }
})

test('what another server tells late is not new again either', async () => {
  await send({ to: [people.bea.id], message: 'Late' }, { at: 'broke' })
  await query(`update tenants set trial_ends_on = current_date + 5 where id = $1`, tenants.broke.id)
  await query('update notifications set is_read = true where person_id = $1', people.bea.id)
  const bea = await socket('bea', path)
  const [read] = await bea.settled()
  assert.deepEqual([read.message, read.is_read], ['Late', true])
  const stale = { ...read, is_read: false }
  services.channels.bus.publish({
    tenant_id: tenants.broke.id,
    topics: [inboxOf(people.bea.id)],
    message: stale,
    key: keyOf(stale),
  })
  assert.equal((await bea.settled()).length, 1)
})

test('after its line to the other servers was cut, a server sends what it may have missed', async () => {
  const gwen = await socket('gwen', path)
  await gwen.settled()
  await query(`insert into notifications (tenant_id, person_id, message) values (2, $1, 'Missed')`, people.gwen.id)
  assert.ok(!words(await gwen.settled()).includes('Missed'))
  await query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'atrium bus' and datname = current_database()`,
  )
  await gwen.frame(({ message }) => message === 'Missed')
})

test('a slow reader is let go before it takes the memory, and slows nobody down', async () => {
  const [slow, quick] = [await socket('pam', path), await socket('pam', path)]
  await Promise.all([slow.settled(), quick.settled()])
  slow.client.pause()
  const sent = 400
  for (let i = 0; i < sent; i++) {
    const message: Notification = {
      id: i + 1,
      message: 'x'.repeat(100_000),
      created_at: '2030-01-01T00:00:00.000Z',
      is_read: false,
      link: null,
    }
    services.channels.bus.publish({ tenant_id: 1, topics: [inboxOf(people.pam.id)], message })
    await quick.frame(({ id }) => id === i + 1)
  }
  slow.client.resume()
  assert.ok([1013, 1006].includes(await slow.ended))
  assert.ok(slow.frames.length < sent)
  await quick.settled()
})
