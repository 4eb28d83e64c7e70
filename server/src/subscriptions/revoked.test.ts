// A permission ends while pages and rooms that need it are open. They close, and receive nothing afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes } from 'contract'
import { type Db, inTenant } from '../kit/db/db.ts'
import { notify } from '../notifications/notify.ts'
import { publish } from '../realtime/publish.ts'
import { type Answer, password, people, projects, rooms, tasks, tenants, testApp } from '../testing/world.ts'

const world = await testApp()
const { as, query, pools, send, services, sessionOf, socket, hostOf } = world
/** Milliseconds. The sweep is too rare to close a socket in these tests. */
const never = 2 ** 31 - 1
const secondServer = await world.anotherServer({ sweep: never })
const { website } = projects
const [ann, pam, max] = [as('ann'), as('pam'), as('max')]
const { not_signed_in, forbidden, payment_required, try_later } = closeCodes

type Someone = { id: number; at: 'acme' }
let count = 0
/** A developer of Pam's, and a member of her Website. */
async function member(): Promise<Someone> {
  const [row] = await query(
    `with somebody as (
       insert into people (tenant_id, email, full_name, role, manager_id, accepted_at, password_hash)
       select 1, 'temp' || $1 || '@acme.test', 'Temp', 'developer', $2, now(), password_hash from people where id = $2 returning id)
     insert into members (tenant_id, project_id, person_id, role) select 1, $3, id, 'developer' from somebody returning person_id::float8 as id`,
    ++count,
    people.pam.id,
    website,
  )
  return { id: Number(row?.id), at: 'acme' }
}

/** Logs in, and opens a page of the Website and its room at each of the two servers. */
async function opened(who: Someone | 'pam') {
  const cookie = await sessionOf(who)
  const open = async (path: string) => {
    const opening = [world, secondServer].map((server) => socket(null, path, { at: 'acme', headers: { cookie }, server }))
    const sockets = await Promise.all(opening)
    await Promise.all(sockets.map((connection) => connection.settled()))
    return sockets
  }
  const pages = await open('/ws/notifications/')
  for (const page of pages) {
    page.send({ action: 'watch', topics: ['mine', `project ${website}`] })
    assert.equal((await page.frame(({ type }) => type === 'watching')).topics.length, 2)
  }
  const chats = await open(`/ws/chat/${rooms.website}/`)
  return { pages, chats, cookie, request: (route: string, body?: object) => send(hostOf('acme'), { cookie }, route, body) }
}
type Opened = Awaited<ReturnType<typeof opened>>

const staying = await opened({ id: people.dev.id, at: 'acme' })
/** Changes the project, its content and its room at once. */
async function happen(title: string, manager = pam) {
  const [talker] = staying.chats
  talker?.send({ message: title, temp_id: title })
  const answers = await Promise.all([
    manager(`PATCH /api/tasks/${tasks.home_page}/`, { title }),
    manager('POST /api/subtasks/', { task: tasks.home_page, title }),
    manager(`PATCH /api/projects/${website}/`, { name: title }),
    as('dev')('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: title }),
  ])
  for (const { status } of answers) assert.ok(status < 300, String(status))
  const isIn = (frame: unknown) => JSON.stringify(frame).includes(title)
  for (const connection of [...staying.pages, ...staying.chats]) await connection.frame(isIn)
  return isIn
}

/** Each way of losing the permission, and how pages and rooms end. A page stays open if only the project is gone. */
type Ending = { page: number | 'gone'; chat: number; end: (who: Someone, theirs: Opened) => Promise<Answer> }

const membershipOf = async ({ id }: Someone) =>
  Number((await query('select id::float8 from members where project_id = $1 and person_id = $2', website, id))[0]?.id)
const form = { full_name: 'Temp', job_title: 'Job', department: 'IT' }

const endings: Record<string, Ending> = {
  'who is taken out of a project': {
    page: 'gone',
    chat: forbidden,
    end: async (who) => pam(`DELETE /api/members/${await membershipOf(who)}/`),
  },
  'who goes to another manager': {
    page: 'gone',
    chat: forbidden,
    end: ({ id }) => ann('POST /api/pm-assignments/', { developer: id, manager: people.max.id }),
  },
  'who gets another role': {
    page: try_later,
    chat: forbidden,
    end: ({ id }) => ann(`PUT /api/employees/${id}/`, { ...form, role: 'hr' }),
  },
  'who is deleted': { page: not_signed_in, chat: not_signed_in, end: ({ id }) => ann(`DELETE /api/employees/${id}/`) },
  'who logs out': { page: not_signed_in, chat: not_signed_in, end: (_, { request }) => request('POST /api/logout/') },
  'whose password is changed elsewhere': {
    page: not_signed_in,
    chat: not_signed_in,
    async end(who) {
      const cookie = await sessionOf(who)
      const change = { old_password: password, new_password: 'Brand-new-1!' }
      return send(hostOf('acme'), { cookie }, 'POST /api/password/change/', change)
    },
  },
}

async function mustHearNothing({ pages, chats }: Opened, { page, chat }: Pick<Ending, 'page' | 'chat'>, manager = pam) {
  const isLater = await happen(`Later ${++count}`, manager)
  for (const connection of chats) assert.equal(await connection.ended, chat)
  for (const connection of pages)
    if (page === 'gone') await connection.frame(({ type }) => type === 'gone')
    else assert.equal(await connection.ended, page)
  // By now, the pages that stay open would have received these events.
  const isLast = await happen(`Last ${++count}`, manager)
  if (page === 'gone') for (const connection of pages) await connection.settled()
  for (const { frames } of [...pages, ...chats])
    assert.deepEqual(
      frames.filter((frame) => isLater(frame) || isLast(frame)),
      [],
    )
}

for (const [whose, ending] of Object.entries(endings))
  test(`${whose} hears nothing that happens afterwards, on any page or in any room, in any server`, async () => {
    for (let round = 0; round < 2; round++) {
      const who = await member()
      const browser = await opened(who)
      const isBefore = await happen(`Before ${++count}`)
      for (const connection of [...browser.pages, ...browser.chats]) await connection.frame(isBefore)
      const { status, body } = await ending.end(who, browser)
      assert.ok(status < 300, JSON.stringify(body))
      await mustHearNothing(browser, ending)
    }
  })

test('whose project is handed over hears nothing of it afterwards, on any page or in its room, in any server', async () => {
  for (let round = 0; round < 2; round++) {
    const browser = await opened('pam')
    assert.equal((await ann(`PATCH /api/projects/${website}/`, { assigned_pm: people.max.id })).status, 200)
    await mustHearNothing(browser, { page: 'gone', chat: forbidden }, max)
    assert.equal((await ann(`PATCH /api/projects/${website}/`, { assigned_pm: people.pam.id })).status, 200)
  }
})

test('what is told while a right is about to end waits: it is lost with the right, and comes where the right did not end', async () => {
  const inAcme = (work: (db: Db) => Promise<unknown>) => inTenant(pools.workspace, tenants.acme.id, 'read write', work)
  const contextOf = (db: Db) => ({ db, tenant: { id: tenants.acme.id }, services })
  const tellMeanwhile = (id: number) =>
    inAcme(async (db) =>
      publish(contextOf(db), { projects: [website] }, { type: 'removed', project_id: website, task_id: id, version: 1 }),
    )
  for (const isUndone of [true, false]) {
    const who = await member()
    const [page] = (await opened(who)).pages
    const id = ++count
    await inAcme(async (db) => {
      services.channels.revalidate(contextOf(db), who.id)
      await db.deleteFrom('members').where('tenant_id', '=', tenants.acme.id).where('person_id', '=', who.id).execute()
      await tellMeanwhile(id)
      assert.ok(!(await page?.settled())?.some(({ type }) => type === 'removed'))
      if (isUndone) throw new Error('Undone.')
    }).catch(({ message }) => assert.equal(message, 'Undone.'))
    if (isUndone) await page?.frame((frame) => frame.type === 'removed' && frame.task_id === id)
    else await page?.frame(({ type }) => type === 'gone')
    assert.equal(
      (await page?.settled())?.some(({ type }) => type === 'removed'),
      isUndone,
    )
  }
})

test('what waits for the end of somebody’s right is not told to them, however close behind it comes', async () => {
  const who = await member()
  const browser = await opened(who)
  const task = (await pam('POST /api/tasks/', { project: website, title: 'Held', description: 'Long enough.' })).body.id
  const membership = await membershipOf(who)
  // Both wait for the project's lock, so the change follows the removal at once.
  const { answers } = await world.runWhileLocked(
    `select from projects where id = ${website} for update`,
    () => pam(`DELETE /api/members/${membership}/`),
    () => pam(`PATCH /api/tasks/${task}/`, { title: 'Right afterwards' }),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 200],
  )
  for (const { frame } of staying.pages) await frame(({ task }) => task?.title === 'Right afterwards')
  const [onFirst, onSecond] = browser.pages
  for (const page of browser.pages) await page.frame(({ type }) => type === 'gone')
  await onFirst?.settled()
  assert.ok(!onFirst?.frames.some(({ task }) => task?.title === 'Right afterwards'))
  // The other server may receive both in the order in which this server learned of the commits.
  const order = onSecond?.frames.filter(({ type, task }) => type === 'gone' || task?.title === 'Right afterwards') ?? []
  assert.equal(order.at(-1)?.type, 'gone')
})

test('a page that is being opened while somebody else’s right ends hears all the same', async () => {
  const who = await member()
  const cookie = await sessionOf(who)
  const contextOf = (db: Db) => ({ db, tenant: { id: tenants.acme.id }, services })
  const inAcme = (work: (db: Db) => Promise<void>) => inTenant(pools.workspace, tenants.acme.id, 'read write', work)
  const end = () => inAcme(async (db) => services.channels.revalidate(contextOf(db), people.una.id))
  // The page's person is unknown until then. The second check follows.
  const page = await world.asOwner(async (client) => {
    await client.query('begin; lock table sessions in access exclusive mode')
    const opening = await socket(null, '/ws/notifications/', { at: 'acme', headers: { cookie } })
    await opening.status
    for (let i = 0; i < 2; i++) await end()
    await client.query('commit')
    return opening
  })
  await page.settled()
  await inAcme(async (db) => notify(contextOf(db), { to: [who.id], message: 'Hello' }))
  await page.frame(({ message }) => message === 'Hello')
})

test('a right that only somebody’s other page lost leaves this one in peace', async () => {
  const who = await member()
  const browser = await opened(who)
  const [secondPage] = (await opened(who)).pages
  assert.equal((await browser.request('POST /api/logout/')).status, 200)
  await mustHearNothing(browser, { page: not_signed_in, chat: not_signed_in })
  await secondPage?.frame(({ task }) => task?.title === `Last ${count}`)
})

test('whose workspace is not paid for any more is out at the next frame or at the next look', async () => {
  const quick = await world.anotherServer({ sweep: 50 })
  const at = 'acme' as const
  const cookie = await sessionOf({ id: people.max.id, at })
  const open = (path: string, server: { app: typeof world.app }) => socket(null, path, { at, headers: { cookie }, server })
  const paths = ['/ws/notifications/', `/ws/chat/${rooms.secret}/`]
  const looked = await Promise.all(paths.map((path) => open(path, quick)))
  const framed = await Promise.all(paths.map((path) => open(path, secondServer)))
  for (const connection of [...looked, ...framed]) await connection.settled()
  await query(`update tenants set trial_ends_on = current_date - 5 where id = $1`, tenants.acme.id)
  for (const connection of looked) assert.equal(await connection.ended, payment_required)
  framed[0]?.send({ action: 'watch', topics: ['mine'] })
  framed[1]?.send({ message: 'Hello?', temp_id: 'late' })
  for (const connection of framed) {
    assert.equal(await connection.ended, payment_required)
    assert.ok(!connection.frames.some(({ type, message }) => type === 'watching' || message === 'Hello?'))
  }
  await query(`update tenants set trial_ends_on = current_date + 20 where id = $1`, tenants.acme.id)
})

test('who is in a workspace that is blocked hears nothing that happens afterwards', async () => {
  const browsers = [await opened('pam'), await opened(await member())]
  assert.equal((await as('sol')(`POST /api/toggle-block/${tenants.acme.id}/`, { is_blocked: true })).status, 200)
  for (const { pages, chats } of [...browsers, staying])
    for (const connection of [...pages, ...chats]) assert.equal(await connection.ended, forbidden)
})
