// Topics that are not everybody's, with a socket made for the purpose: `mark_read` of an id joins the project of that id.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { identify, identifyMany } from '../../people/sessions.ts'
import { tenantFinder } from '../../tenants/finder.ts'
import { type Name, people, projects, testApp } from '../../testing/world.ts'
import type { Viewer } from '../context.ts'
import { inTenant } from '../db/db.ts'
import { forbidden, refused } from '../errors.ts'
import { createServer } from '../http/server.ts'
import { serveSockets } from './server.ts'
import type { SocketHandler } from './socket-handler.ts'

const world = await testApp()
const { pools, services, query, closeFirst } = world

let admitted = new Set<number>()
let fault: Error | null = null
/** Delays the next permission check for joining. */
let delay: { started: () => void; until: Promise<void> } | null = null
beforeEach(() => {
  fault = null
  admitted = new Set(Object.values(people).map(({ id }) => id))
})

const mayJoin =
  (project_id: number) =>
  async ({ db, tenant, me }: Viewer) => {
    const member = await db
      .selectFrom('members')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('project_id', '=', project_id)
      .where('person_id', '=', me.id)
      .executeTakeFirst()
    const waits = delay
    delay = null
    waits?.started()
    await waits?.until
    return member !== undefined
  }

const error = (detail: string) => ({ type: 'error', detail })
const handler: SocketHandler<typeof import('contract').sockets.notifications> = {
  async admits({ me }) {
    if (fault) throw fault
    return admitted.has(me.id)
  },
  async onOpen(ctx, connection) {
    await connection.join(ctx, 'everybody')
    connection.send(error('hello'), ['greeting'])
  },
  async onFrame(ctx, frame, connection) {
    const id = frame.action === 'watch' ? 0 : frame.notification_id
    const hasJoined = await connection.join(ctx, `project ${id}`, {
      may: mayJoin(id),
      onRevoked: () => connection.send(error(`left ${id}`)),
    })
    if (!hasJoined) throw refused(`no ${id}`)
    connection.send(error(`joined ${id}`))
  },
}

const idle = { onOpen: async () => undefined, onFrame: async () => undefined }

async function server() {
  const app = await createServer(services.config, undefined)
  const pipeline = { pools, services, identify, identifyMany, tenantIdOf: tenantFinder(pools), requestsInFlight: () => 0 }
  await serveSockets(app, pipeline, { notifications: handler, chat: idle })
  closeFirst(() => app.close())
  return { app }
}
const ownServer = await server()

async function open(who: Name) {
  const socket = await world.socket(who, '/ws/notifications/', { server: ownServer })
  await socket.status
  const received = async () => (await socket.settled()).map(({ detail }) => detail)
  const join = (id: number) => socket.send({ action: 'mark_read', notification_id: id })
  const waitFor = (detail: string) => socket.frame((frame) => frame.detail === detail)
  return { socket, received, join, waitFor }
}

type Options = Parameters<typeof services.channels.send>[3]
const publish = (topics: string[], detail: string, options?: Options, tenant_id = 1) =>
  inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    services.channels.send({ db, tenant: { id: tenant_id } }, topics, error(detail), options)
  })

const expel = (project_id: number, person_id: number) =>
  inTenant(pools.workspace, 1, 'read write', async (db) => {
    await db
      .deleteFrom('members')
      .where('tenant_id', '=', 1)
      .where('project_id', '=', project_id)
      .where('person_id', '=', person_id)
      .execute()
    services.channels.revalidate({ db, tenant: { id: 1 } }, person_id)
  })
const restore = () =>
  query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, 1, ${people.dev.id}, 'developer') on conflict do nothing`,
  )

test('a topic is heard by those who may join it and have', async () => {
  const [dev, deb, pam] = [await open('dev'), await open('deb'), await open('pam')]
  dev.join(projects.website)
  deb.join(projects.website)
  assert.deepEqual(await dev.received(), ['hello', 'joined 1'])
  assert.deepEqual(await deb.received(), ['hello', 'no 1'])
  assert.deepEqual(await pam.received(), ['hello'])
  await publish(['project 1'], 'news')
  assert.deepEqual(await dev.received(), ['hello', 'joined 1', 'news'])
  for (const client of [deb, pam]) assert.ok(!(await client.received()).includes('news'))
})

test('who has joined several topics hears it once, and the same words in another workspace are another topic', async () => {
  const [dev, gus] = [await open('dev'), await open('gus')]
  dev.join(projects.website)
  dev.join(projects.old)
  for (const client of [dev, gus]) await client.received()
  await publish(['project 1', 'project 3', 'everybody', 'nobody'], 'once')
  assert.equal((await dev.received()).filter((detail) => detail === 'once').length, 1)
  await publish(['everybody'], 'abroad', {}, 2)
  assert.ok((await gus.received()).includes('abroad'))
  assert.ok(!(await dev.received()).includes('abroad'))
  assert.ok(!(await gus.received()).includes('once'))
})

test('something can be for one person of a topic alone, or for all but one', async () => {
  const [dev, tab, pam] = [await open('dev'), await open('dev'), await open('pam')]
  for (const client of [dev, tab, pam]) await client.received()
  await publish(['everybody'], 'for dev', { only: people.dev.id })
  await publish(['everybody'], 'for the others', { except: people.dev.id })
  await publish(['everybody'], 'again', { key: 'greeting' })
  for (const client of [dev, tab]) assert.deepEqual(await client.received(), ['hello', 'for dev'])
  assert.deepEqual(await pam.received(), ['hello', 'for the others'])
})

test('who may not any more leaves the topic, is told so, and hears nothing of it again', async () => {
  const [dev, pam] = [await open('dev'), await open('pam')]
  for (const client of [dev, pam]) client.join(projects.website)
  for (const client of [dev, pam]) await client.waitFor('joined 1')
  await expel(projects.website, people.dev.id)
  await dev.waitFor('left 1')
  await publish(['project 1'], 'secret')
  await pam.waitFor('secret')
  assert.deepEqual(await dev.received(), ['hello', 'joined 1', 'left 1'])
  await restore()
})

/** Joins, and runs `meanwhile` between the permission check's query and its result. */
async function joinSlowly({ join }: Awaited<ReturnType<typeof open>>, id: number, meanwhile: () => Promise<unknown>) {
  const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  delay = { started: started.resolve, until: goOn.promise }
  join(id)
  await started.promise
  await meanwhile()
  goOn.resolve()
}

test('who has asked to join hears nothing before the answer', async () => {
  const [deb, pam] = [await open('deb'), await open('pam')]
  pam.join(projects.website)
  await pam.waitFor('joined 1')
  await joinSlowly(deb, projects.website, () => publish(['project 1'], 'secret'))
  assert.deepEqual(await deb.received(), ['hello', 'no 1'])
  assert.ok((await pam.received()).includes('secret'))
})

test('a right that ends while it is being asked about is no right', async () => {
  const [dev, deb] = [await open('dev'), await open('deb')]
  await joinSlowly(dev, projects.website, async () => {
    await expel(projects.website, people.dev.id)
    // When this connection closes, both have been re-checked.
    admitted.delete(people.deb.id)
    await expel(projects.website, people.deb.id)
    await deb.socket.ended
  })
  await publish(['project 1'], 'secret')
  assert.deepEqual(await dev.received(), ['hello', 'no 1'])
  await restore()
})

test('who joins a topic at the moment of losing the right to it hears nothing of it afterwards', async () => {
  for (let round = 0; round < 30; round++) {
    await restore()
    const dev = await open('dev')
    dev.join(projects.website)
    await expel(projects.website, people.dev.id)
    await Promise.race(['joined 1', 'no 1', 'left 1'].map(dev.waitFor))
    if ((await dev.received()).includes('joined 1')) await dev.waitFor('left 1')
    await publish(['project 1'], 'secret')
    assert.ok(!(await dev.received()).includes('secret'))
    dev.socket.close()
  }
  await restore()
})

test('who is not admitted is closed at once, at a frame, and as soon as it is told', async () => {
  const [dev, dana, deb] = [await open('dev'), await open('dana'), await open('deb')]
  for (const client of [dev, dana, deb]) await client.received()
  admitted.delete(people.dev.id)
  admitted.delete(people.dana.id)
  assert.equal(await (await open('dev')).socket.ended, 4403)
  dana.join(1)
  assert.equal(await dana.socket.ended, 4403)
  await expel(projects.secret, people.dev.id)
  assert.equal(await dev.socket.ended, 4403)
  await deb.received()
})

test('where it can not be found out whether somebody may stay, they may not', async () => {
  const dev = await open('dev')
  await dev.received()
  fault = new Error('A fault of the server’s.')
  dev.join(projects.website)
  await dev.waitFor('Something went wrong.')
  await expel(projects.secret, people.dev.id)
  assert.equal(await dev.socket.ended, 1011)
  assert.equal(await (await open('dev')).socket.ended, 1011)
})

test('a reason too long for a close is left out of it', async () => {
  fault = forbidden('No. '.repeat(100))
  assert.equal(await (await open('dev')).socket.ended, 4403)
})
