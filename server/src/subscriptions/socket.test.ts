import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publisher } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'
import { publish } from '../realtime/publish.ts'
import { type Name, people, projects, rooms, testApp } from '../testing/world.ts'

const world = await testApp()
const { as, query, pools, services } = world
// The sweep is too rare to close a socket in these tests.
const timing = { sweep: 3_600_000 }
const [first, second] = [await world.anotherServer(timing), await world.anotherServer(timing)]
const openedAt = performance.now()
const path = '/ws/notifications/'

async function watching(who: Name, topics: string[], server = first) {
  const opened = await world.socket(who, path, { server })
  await opened.settled()
  opened.send({ action: 'watch', topics })
  const { topics: granted } = await opened.frame(({ type }) => type === 'watching')
  return { ...opened, granted: granted as string[] }
}
const news = async (page: Awaited<ReturnType<typeof watching>>) =>
  (await page.settled()).filter(({ type }) => type !== undefined && type !== 'watching')

const inAcme = (work: (ctx: Publisher) => void) =>
  inTenant(pools.workspace, 1, 'read write', async (db) => work({ db, tenant: { id: 1 }, services }))
const removedTask = { type: 'removed', project_id: projects.website, task_id: 77, version: 1 } as const

test('nobody is sent anything but notifications who did not ask to', async () => {
  const pam = await world.socket('pam', path)
  await pam.settled()
  await inAcme((ctx) => {
    publish(ctx, { projects: [projects.website] }, removedTask)
    changed(ctx, { people: [people.pam.id], roles: ['project_manager'], models: ['projects'] })
  })
  assert.deepEqual(await pam.settled(), [])
})

test('a project is followed by those who see it', async () => {
  const topics = [`project ${projects.website}`]
  const seeing = [await watching('pam', topics), await watching('dev', topics), await watching('ann', topics, second)]
  const others = [
    await watching('max', topics),
    await watching('deb', topics),
    await watching('hana', topics),
    await watching('gil', topics),
  ]
  for (const page of seeing) assert.deepEqual(page.granted, topics)
  const gone = [{ type: 'gone', project_id: projects.website }]
  for (const page of others) assert.deepEqual([page.granted, await news(page)], [[], gone])
  await inAcme((ctx) => publish(ctx, { projects: [projects.website] }, removedTask))
  for (const page of seeing) assert.deepEqual(await page.frame(({ type }) => type === 'removed'), removedTask)
  for (const page of others) assert.deepEqual(await news(page), gone)
})

test('what is watched replaces what was watched before', async () => {
  const dev = await watching('dev', [`project ${projects.website}`])
  dev.send({ action: 'watch', topics: [`project ${projects.old}`, 'mine'] })
  await dev.frame(({ topics }) => topics?.length === 2)
  await inAcme((ctx) => publish(ctx, { projects: [projects.website] }, removedTask))
  assert.deepEqual(await news(dev), [])
  for (const topics of [
    ['everything'],
    ['project 0'],
    ['project x'],
    'mine',
    Array.from({ length: 51 }, (_, i) => `project ${i + 1}`),
  ])
    dev.send({ action: 'watch', topics })
  assert.equal((await news(dev)).filter(({ type }) => type === 'error').length, 5)
})

test('who watches a project a moment later receives what they missed, or learns that it is not known any more', async () => {
  const topics = [`project ${projects.website}`]
  await inAcme((ctx) => publish(ctx, { projects: [projects.website] }, removedTask))
  const later = async (age: number | undefined) => {
    const page = await world.socket('dev', path, { server: second })
    await page.settled()
    page.send({ action: 'watch', topics, ...(age !== undefined && { age }) })
    await page.frame(({ type }) => type === 'watching')
    return (await page.settled()).flatMap(({ type }) => (type && type !== 'watching' ? [type] : []))
  }
  // The servers know everything since they were opened.
  const age = Math.floor(performance.now() - openedAt)
  assert.deepEqual((await later(age)).slice(-1), ['removed'])
  assert.deepEqual(await later(0), [])
  assert.deepEqual(await later(undefined), [])
  assert.deepEqual(await later(3_600_000), ['missed'])
  // In the address, it is the same.
  const page = await world.socket('dev', `${path}?newest=0&watch=project%20${projects.website}&age=${age}`, { server: second })
  await page.frame(({ type }) => type === 'removed')
  const stranger = await world.socket('max', `${path}?newest=0&watch=project%20${projects.website}&age=${age}`, {
    server: second,
  })
  assert.ok(!(await stranger.settled()).some(({ type }) => type === 'removed'))
})

test('what concerns a person reaches all their tabs, and what concerns a role everybody of it', async () => {
  const [pam, tab, max, dev] = [
    await watching('pam', ['mine']),
    await watching('pam', ['mine'], second),
    await watching('max', ['mine']),
    await watching('dev', ['mine']),
  ]
  await inAcme((ctx) => {
    changed(ctx, { people: [people.pam.id], models: ['developers'] })
    changed(ctx, { roles: ['project_manager'], models: ['labels', 'projects'] })
  })
  const both = [
    { type: 'stale', reads: ['developers'] },
    { type: 'stale', reads: ['labels', 'projects'] },
  ]
  for (const page of [pam, tab]) {
    await page.frame(({ reads }) => reads?.length === 2)
    assert.deepEqual(await news(page), both)
  }
  await max.frame(({ reads }) => reads?.length === 2)
  assert.deepEqual(await news(max), both.slice(1))
  assert.deepEqual(await news(dev), [])
})

test('who may not see a project any more is told so, and nothing after that', async () => {
  await as('pam')('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  const topics = [`project ${projects.website}`]
  const dana = await watching('dana', topics, second)
  const [member] = await query(
    `select id::float8 as id from members where tenant_id = 1 and project_id = 1 and person_id = $1`,
    people.dana.id,
  )
  await as('pam')(`DELETE /api/members/${member?.id}/`)
  assert.deepEqual(await dana.frame(({ type }) => type === 'gone'), { type: 'gone', project_id: projects.website })
  await inAcme((ctx) => publish(ctx, { projects: [projects.website] }, removedTask))
  assert.ok(!(await news(dana)).some(({ type }) => type === 'removed'))
})

test('what is said in a room is told to everybody in it, open or not, and what was seen to one’s other tabs', async () => {
  const [dev, max] = [await watching('dev', ['mine'], second), await watching('max', ['mine'])]
  const pam = await world.socket('pam', `/ws/chat/${rooms.website}/`, { server: first })
  await pam.status
  pam.send({ message: 'Good morning', temp_id: 'a' })
  const { id, timestamp } = await pam.frame(({ temp_id }) => temp_id === 'a')
  assert.deepEqual(await dev.frame(({ type }) => type === 'said'), {
    type: 'said',
    room_id: rooms.website,
    message: { id, content: 'Good morning', sender: people.pam.id, sender_name: 'Pam', timestamp },
    previous: null,
  })
  const open = await world.socket('dev', `/ws/chat/${rooms.website}/`, { server: first })
  await open.status
  open.send({ type: 'seen', message_id: id })
  assert.deepEqual(await dev.frame(({ type }) => type === 'seen'), { type: 'seen', room_id: rooms.website, message_id: id })
  assert.deepEqual(await news(max), [])
})

test('a private room appears at the other one’s', async () => {
  const hana = await watching('hana', ['mine'])
  await as('dev')('POST /api/private-chat/', { participants: [people.dev.id, people.hana.id] })
  assert.deepEqual(await hana.frame(({ type }) => type === 'stale'), { type: 'stale', reads: ['rooms'] })
  await as('dev')('POST /api/private-chat/', { participants: [people.dev.id, people.hana.id] })
  assert.equal((await news(hana)).length, 1)
})

test('all up to one are read at once, in every tab, and later ones stay unread', async () => {
  const notifyUna = (message: string) =>
    inTenant(pools.workspace, 1, 'read write', (db) =>
      notify({ db, tenant: { id: 1 }, services }, { to: [people.una.id], message }),
    )
  for (const message of ['One', 'Two', 'Three']) await notifyUna(message)
  const [una, tab] = [await watching('una', []), await watching('una', [], second)]
  const { id } = await una.frame(({ message }) => message === 'Two')
  una.send({ action: 'mark_all_read', notification_id: id })
  for (const connection of [una, tab])
    assert.deepEqual(await connection.frame(({ type }) => type === 'all_read'), { type: 'all_read', notification_id: id })
  const { body } = await as('una')('GET /api/notifications/')
  assert.equal(body.unread_count, 1)
  una.send({ action: 'mark_all_read', notification_id: id })
  assert.equal((await una.settled()).filter(({ type }) => type === 'all_read').length, 1)
  assert.equal(
    (await as('dev')('GET /api/notifications/')).body.results.every(({ message }: { message: string }) => message !== 'One'),
    true,
  )
})

test('whose role changes comes again, and follows what concerns the new one', async () => {
  const hana = await watching('hana', ['mine'], second)
  await as('ann')(`PUT /api/employees/${people.hana.id}/`, {
    full_name: 'Hana',
    job_title: 'Job',
    department: 'IT',
    role: 'developer',
  })
  assert.equal(await hana.ended, 1013)
})
