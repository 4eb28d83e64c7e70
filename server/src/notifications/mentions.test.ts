// A text notifies those whom it mentions, once, with a link to a page that they may open.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { statements } from '../kit/db/db.ts'
import { type Name, okBody, people, projects, rooms, tasks, testApp } from '../testing/world.ts'

const { as, query, socket } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev] = [as('ann'), as('pam'), as('dev')]
const { website } = projects

const at = (...who: Name[]) => who.map((name) => `[@${name}](person:${people[name].id})`).join(' ')
/** All people of the workspace, and somebody of another one. */
const everybody = at('ann', 'pam', 'max', 'dev', 'dana', 'deb', 'una', 'hana', 'gus')
const long = (text: string) => `Long enough: ${text}`

const names = new Map(Object.entries(people).map(([name, { id }]) => [id as number, name]))
type Told = [who: string | undefined, message: string, link: string]
async function told(): Promise<Told[]> {
  const rows = await query('delete from notifications returning person_id::float8 as who, message, link')
  const named = rows.map(({ who, message, link }): Told => [names.get(Number(who)), String(message), String(link)])
  return named.sort(([a = ''], [b = '']) => a.localeCompare(b))
}
const to = (message: string, link: string, ...who: Name[]): Told[] => who.map((name) => [name, message, link])
const taskPage = (id: number) => `/project_manager/tasks/${id}`

const comment = (request: typeof ann, text: string, fields: object = {}) =>
  okBody(request('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text, files: [], ...fields }))
const newTask = (description: string, fields: object = {}) =>
  okBody(pam('POST /api/tasks/', { project: website, title: 'Weeds', description: long(description), ...fields }))

beforeEach(() => query('delete from notifications'))

test('a comment notifies those whom it mentions and who see the task, in place of the ordinary words', async () => {
  const page = taskPage(tasks.home_page)
  const { id } = await comment(ann, everybody)
  assert.deepEqual(
    await told(),
    to('Ann mentioned you in a comment on WEB-1 “Home page”.', `${page}#comment-${id}`, 'dev', 'pam'),
  )
  const { id: second } = await comment(dev, `${at('ann')} ${at('ann', 'dev')}`)
  assert.deepEqual(await told(), [
    ...to('Dev mentioned you in a comment on WEB-1 “Home page”.', `${page}#comment-${second}`, 'ann'),
    ...to('Dev commented on WEB-1 “Home page”.', page, 'pam'),
  ])
  await comment(ann, `\`${at('dev')}\` @pam`)
  assert.deepEqual(await told(), to('Ann commented on WEB-1 “Home page”.', page, 'dev', 'pam'))
})

test('who has left is not notified', async () => {
  await query('update people set is_active = false where id = $1', people.dev.id)
  await comment(ann, everybody)
  assert.deepEqual(
    (await told()).filter(([, message]) => message.includes('mentioned')).map(([who]) => who),
    ['pam'],
  )
  await query('update people set is_active = true where id = $1', people.dev.id)
})

test('a description notifies those whom it mentions for the first time', async () => {
  const { id, key } = await newTask(everybody)
  const words = (by: string, title = 'Weeds') => `${by} mentioned you in ${key} “${title}”.`
  assert.deepEqual(await told(), to(words('Pam'), taskPage(id), 'ann', 'dev'))
  const change = (fields: object) => okBody(pam(`PATCH /api/tasks/${id}/`, fields))
  await change({ description: `Again ${everybody}`, title: 'Herbs' })
  await change({ title: 'Herbs' })
  assert.deepEqual(await told(), [])
  await change({ description: at('dev') })
  await change({ description: at('dev', 'ann') })
  assert.deepEqual(await told(), to(words('Pam', 'Herbs'), taskPage(id), 'ann'))
  await okBody(pam(`DELETE /api/tasks/${id}/`))
  await okBody(pam(`POST /api/tasks/${id}/restore/`))
  assert.deepEqual(await told(), [])
})

test('who is assigned a subtask, or loses one, is told so and not of the mention as well', async () => {
  const { id: task } = await newTask('')
  const fields = { task, title: 'Pull', description: at('dev', 'ann') }
  const { id, key } = await okBody(pam('POST /api/subtasks/', { ...fields, assigned_to: people.dev.id }))
  const page = taskPage(task)
  const mentioned = `Pam mentioned you in ${key} “Pull”.`
  const assigned = `Pam assigned you the subtask ${key} “Pull” in “Website”.`
  assert.deepEqual(await told(), [...to(mentioned, page, 'ann'), ...to(assigned, '/developer', 'dev')])
  const change = (fields: object) => okBody(pam(`PATCH /api/subtasks/${id}/`, fields))
  await change({ description: '' })
  await change({ description: at('dev'), assigned_to: null })
  assert.deepEqual(await told(), to(`Pam took the subtask ${key} “Pull” in “Website” from you.`, '/developer', 'dev'))
  await change({ description: at('dev', 'max', 'ann') })
  assert.deepEqual(await told(), to(mentioned, page, 'ann'))
  await okBody(pam('POST /api/subtasks/', { ...fields, title: 'Done', status: 'done', assigned_to: people.dev.id }))
  assert.deepEqual(
    (await told()).map(([who, , link]) => [who, link]),
    [
      ['ann', page],
      ['dev', page],
    ],
  )
})

test('a project leads each role to its own page, and administrators are told once', async () => {
  const { id } = await okBody(pam('POST /api/projects/', { name: 'Garden', description: long(everybody) }))
  const page = (role: string) => `/${role}/projects/${id}`
  const words = 'Pam mentioned you in the project “Garden”.'
  assert.deepEqual(await told(), to(words, page('tenant_admin'), 'ann'))
  await okBody(pam('POST /api/members/bulk-assign/', { project: id, developers: [people.dev.id] }))
  const change = (request: typeof ann, fields: object) => okBody(request(`PATCH /api/projects/${id}/`, fields))
  await change(pam, { description: long('') })
  await told()
  await change(pam, { description: long(everybody), status: 'completed' })
  assert.deepEqual(await told(), [...to(words, page('tenant_admin'), 'ann'), ...to(words, page('developer'), 'dev')])
  await change(ann, { description: '', assigned_pm: people.max.id })
  await told()
  await change(ann, { description: long(everybody), assigned_pm: people.pam.id })
  assert.deepEqual(await told(), [
    ...to('Ann mentioned you in the project “Garden”.', page('developer'), 'dev'),
    ...to('Ann made Pam the project manager of “Garden” in your place.', '/project_manager', 'max'),
    ...to('Ann made you the project manager of “Garden”.', page('project_manager'), 'pam'),
  ])
  const { id: byAnn } = await okBody(
    ann('POST /api/projects/', { name: 'Park', description: long(everybody), assigned_pm: people.pam.id }),
  )
  const given = 'Ann made you the project manager of “Park”.'
  assert.deepEqual(await told(), to(given, `/project_manager/projects/${byAnn}`, 'pam'))
})

test('a status update tells those whom it mentions so, and the others that it was posted', async () => {
  const post = (request: typeof ann, text: string) =>
    okBody(request(`POST /api/projects/${website}/updates/`, { state: 'late', text }))
  await post(pam, `${at('dev', 'max', 'pam')}`)
  assert.deepEqual(await told(), [
    ...to('Pam posted an update: “Website” is late.', `/tenant_admin/projects/${website}`, 'ann'),
    ...to('Pam mentioned you in an update of “Website”.', `/developer/projects/${website}`, 'dev'),
  ])
  await post(ann, everybody)
  assert.deepEqual(await told(), [
    ...to('Ann mentioned you in an update of “Website”.', `/developer/projects/${website}`, 'dev'),
    ...to('Ann mentioned you in an update of “Website”.', `/project_manager/projects/${website}`, 'pam'),
  ])
})

async function say(who: Name, room: number, message: string) {
  const opened = await socket(who, `/ws/chat/${room}/`)
  await opened.settled()
  opened.send({ message, temp_id: 'said' })
  await opened.frame(({ temp_id }) => temp_id === 'said')
  return opened
}

async function newestIn(room: number) {
  const [newest] = await query('select max(id)::float8 as id from chat_messages where room_id = $1', room)
  return `/chat/${room}?message=${newest?.id}`
}

test('a chat message notifies those of the room whom it mentions, once, however often it is sent', async () => {
  const opened = await say('dev', rooms.website, everybody)
  opened.send({ message: everybody, temp_id: 'said' })
  await opened.settled()
  opened.close()
  assert.deepEqual(await told(), to('Dev mentioned you in the chat “Website”.', await newestIn(rooms.website), 'pam'))
  const { id } = await okBody(as('hana')('POST /api/private-chat/', { participants: [people.hana.id, people.deb.id] }))
  ;(await say('hana', id, everybody)).close()
  assert.deepEqual(await told(), to('Hana mentioned you in a chat message.', await newestIn(id), 'deb'))
})

test('a message that is refused notifies nobody', async () => {
  const opened = await say('dev', rooms.old, everybody)
  assert.ok(opened.frames.some(({ type }) => type === 'error'))
  opened.close()
  assert.equal((await pam('POST /api/comments/', { content_type: 'task', object_id: tasks.plan, text: everybody })).status, 400)
  assert.equal((await dev(`PATCH /api/tasks/${tasks.home_page}/`, { description: everybody })).status, 403)
  assert.deepEqual(await told(), [])
})

test('a text without a mention costs no statement', async () => {
  const { seen } = statements
  const sentBy = async (work: () => Promise<unknown>) => {
    const sent: string[] = []
    statements.seen = (text, values) => {
      // What was published before is deleted at a time of its own.
      if (!text.includes('delete from outbox')) sent.push(text)
      seen?.(text, values)
    }
    await work()
    statements.seen = seen
    return sent
  }
  const { id } = await newTask('')
  const change = (fields: object) => sentBy(() => okBody(pam(`PATCH /api/tasks/${id}/`, fields)))
  const [other, none, some] = [
    await change({ priority: 'high' }),
    await change({ description: long('More.') }),
    await change({ description: at('dev') }),
  ]
  // The history reads the former text.
  assert.equal(none.length, other.length + 1)
  assert.ok(some.length > none.length)
  const { id: room } = await okBody(pam('POST /api/private-chat/', { participants: [people.pam.id, people.una.id] }))
  const isAsked = async (message: string) => {
    const sent = await sentBy(async () => (await say('una', room, message)).close())
    await query('update chat_messages set temp_id = null')
    return sent.some((text) => text.includes('room.project_name'))
  }
  assert.deepEqual([await isAsked('Hello'), await isAsked(at('pam'))], [false, true])
})
