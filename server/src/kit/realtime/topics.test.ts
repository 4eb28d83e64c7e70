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
const { pools, services, look, closeFirst } = world

let admitted = new Set<number>()
let fault: Error | null = null
/** What the next answer to whether somebody may join has to wait for. */
let delay: { asked: () => void; until: Promise<void> } | null = null
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
    waits?.asked()
    await waits?.until
    return member !== undefined
  }

const say = (detail: string) => ({ type: 'error', detail })
const handler: SocketHandler<typeof import('contract').sockets.notifications> = {
  async admits({ me }) {
    if (fault) throw fault
    return admitted.has(me.id)
  },
  async onOpen(ctx, connection) {
    await connection.join(ctx, 'everybody')
    connection.send(say('hello'), ['greeting'])
  },
  async onFrame(ctx, frame, connection) {
    const id = frame.action === 'watch' ? 0 : frame.notification_id
    const joined = await connection.join(ctx, `project ${id}`, {
      may: mayJoin(id),
      onRevoked: () => connection.send(say(`left ${id}`)),
    })
    if (!joined) throw refused(`no ${id}`)
    connection.send(say(`joined ${id}`))
  },
}

const idle = { onOpen: async () => undefined, onFrame: async () => undefined }

async function server() {
  const app = await createServer(services.config, undefined)
  const pipeline = { pools, services, identify, identifyMany, tenantIdOf: tenantFinder(pools) }
  await serveSockets(app, pipeline, { notifications: handler, chat: idle })
  closeFirst(() => app.close())
  return { app }
}
const here = await server()

async function open(who: Name) {
  const socket = await world.socket(who, '/ws/notifications/', { server: here })
  await socket.status
  const heard = async () => (await socket.settled()).map(({ detail }) => detail)
  const join = (id: number) => socket.send({ action: 'mark_read', notification_id: id })
  const hears = (detail: string) => socket.frame((frame) => frame.detail === detail)
  return { socket, heard, join, hears }
}

type Options = Parameters<typeof services.channels.send>[3]
const tell = (topics: string[], detail: string, how?: Options, tenant_id = 1) =>
  inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    services.channels.send({ db, tenant: { id: tenant_id } }, topics, say(detail), how)
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
  look(
    `insert into members (tenant_id, project_id, person_id, role) values (1, 1, ${people.dev.id}, 'developer') on conflict do nothing`,
  )

test('a topic is heard by those who may join it and have', async () => {
  const [dev, deb, pam] = [await open('dev'), await open('deb'), await open('pam')]
  dev.join(projects.website)
  deb.join(projects.website)
  assert.deepEqual(await dev.heard(), ['hello', 'joined 1'])
  assert.deepEqual(await deb.heard(), ['hello', 'no 1'])
  assert.deepEqual(await pam.heard(), ['hello'])
  await tell(['project 1'], 'news')
  assert.deepEqual(await dev.heard(), ['hello', 'joined 1', 'news'])
  for (const other of [deb, pam]) assert.ok(!(await other.heard()).includes('news'))
})

test('who has joined several topics hears it once, and the same words in another workspace are another topic', async () => {
  const [dev, gus] = [await open('dev'), await open('gus')]
  dev.join(projects.website)
  dev.join(projects.old)
  for (const one of [dev, gus]) await one.heard()
  await tell(['project 1', 'project 3', 'everybody', 'nobody'], 'once')
  assert.equal((await dev.heard()).filter((detail) => detail === 'once').length, 1)
  await tell(['everybody'], 'abroad', {}, 2)
  assert.ok((await gus.heard()).includes('abroad'))
  assert.ok(!(await dev.heard()).includes('abroad'))
  assert.ok(!(await gus.heard()).includes('once'))
})

test('something can be for one person of a topic alone, or for all but one', async () => {
  const [dev, tab, pam] = [await open('dev'), await open('dev'), await open('pam')]
  for (const one of [dev, tab, pam]) await one.heard()
  await tell(['everybody'], 'for dev', { only: people.dev.id })
  await tell(['everybody'], 'for the others', { except: people.dev.id })
  await tell(['everybody'], 'again', { key: 'greeting' })
  for (const one of [dev, tab]) assert.deepEqual(await one.heard(), ['hello', 'for dev'])
  assert.deepEqual(await pam.heard(), ['hello', 'for the others'])
})

test('who may not any more leaves the topic, is told so, and hears nothing of it again', async () => {
  const [dev, pam] = [await open('dev'), await open('pam')]
  for (const one of [dev, pam]) one.join(projects.website)
  for (const one of [dev, pam]) await one.hears('joined 1')
  await expel(projects.website, people.dev.id)
  await dev.hears('left 1')
  await tell(['project 1'], 'secret')
  await pam.hears('secret')
  assert.deepEqual(await dev.heard(), ['hello', 'joined 1', 'left 1'])
  await restore()
})

/** Joins, with the answer ready and not given yet; `meanwhile` happens then. */
async function joinSlowly({ join }: Awaited<ReturnType<typeof open>>, id: number, meanwhile: () => Promise<unknown>) {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  delay = { asked: asked.resolve, until: goOn.promise }
  join(id)
  await asked.promise
  await meanwhile()
  goOn.resolve()
}

test('who has asked to join hears nothing before the answer', async () => {
  const [deb, pam] = [await open('deb'), await open('pam')]
  pam.join(projects.website)
  await pam.hears('joined 1')
  await joinSlowly(deb, projects.website, () => tell(['project 1'], 'secret'))
  assert.deepEqual(await deb.heard(), ['hello', 'no 1'])
  assert.ok((await pam.heard()).includes('secret'))
})

test('a right that ends while it is being asked about is no right', async () => {
  const [dev, deb] = [await open('dev'), await open('deb')]
  await joinSlowly(dev, projects.website, async () => {
    await expel(projects.website, people.dev.id)
    // Once this one is closed, that has been looked at.
    admitted.delete(people.deb.id)
    await expel(projects.website, people.deb.id)
    await deb.socket.ended
  })
  await tell(['project 1'], 'secret')
  assert.deepEqual(await dev.heard(), ['hello', 'no 1'])
  await restore()
})

test('who joins a topic at the moment of losing the right to it hears nothing of it afterwards', async () => {
  for (let round = 0; round < 30; round++) {
    await restore()
    const dev = await open('dev')
    dev.join(projects.website)
    await expel(projects.website, people.dev.id)
    await Promise.race(['joined 1', 'no 1', 'left 1'].map(dev.hears))
    if ((await dev.heard()).includes('joined 1')) await dev.hears('left 1')
    await tell(['project 1'], 'secret')
    assert.ok(!(await dev.heard()).includes('secret'))
    dev.socket.close()
  }
  await restore()
})

test('who is not admitted is closed at once, at a frame, and as soon as it is told', async () => {
  const [dev, dana, deb] = [await open('dev'), await open('dana'), await open('deb')]
  for (const one of [dev, dana, deb]) await one.heard()
  admitted.delete(people.dev.id)
  admitted.delete(people.dana.id)
  assert.equal(await (await open('dev')).socket.ended, 4403)
  dana.join(1)
  assert.equal(await dana.socket.ended, 4403)
  await expel(projects.secret, people.dev.id)
  assert.equal(await dev.socket.ended, 4403)
  await deb.heard()
})

test('where it can not be found out whether somebody may stay, they may not', async () => {
  const dev = await open('dev')
  await dev.heard()
  fault = new Error('A fault of the server’s.')
  dev.join(projects.website)
  await dev.hears('Something went wrong.')
  await expel(projects.secret, people.dev.id)
  assert.equal(await dev.socket.ended, 1011)
  assert.equal(await (await open('dev')).socket.ended, 1011)
})

test('a reason too long for a close is left out of it', async () => {
  fault = forbidden('No. '.repeat(100))
  assert.equal(await (await open('dev')).socket.ended, 4403)
})
