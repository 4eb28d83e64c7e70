// @sampled: Makes every call of the contract that changes a project's content, as every role, in an inactive project.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { api, type Endpoint, type Role } from 'contract'
import { upload } from '../files/testing.ts'
import { sampled } from '../testing/sampling.ts'
import { labels, okBody, outcome, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp()
const actors = { tenant_admin: as('ann'), project_manager: as('pam'), developer: as('dev') } as const
type Actor = keyof typeof actors
const { tenant_admin: ann, project_manager: pam } = actors

const inactive = [400, { detail: 'Project is inactive.' }]

const description = 'Long enough, surely.'

/** Creates a project of Pam's with Dev as a member, content of each kind, and deleted content that the actor may restore. */
async function scene(actor: Actor) {
  // Requests and proposals are limited by the hour, and files that arrive at once by their number.
  await query(`delete from limits; update uploads set touched_at = now() - interval '2 hours'`)
  const project = (await okBody(pam('POST /api/projects/', { name: 'Garden' }))).id
  const { members } = await okBody(
    pam('POST /api/members/bulk-assign/', { project, developers: [people.dev.id, people.dana.id] }),
  )
  const task = async () => (await okBody(pam('POST /api/tasks/', { project, title: 'T', description }))).id
  const [task_id, deletedTask] = [await task(), await task()]
  const { key } = await okBody(pam('POST /api/tasks/', { project, title: 'K', description }))
  const { key: itself } = await okBody(pam(`GET /api/tasks/${task_id}/`))
  const last = await okBody(pam('POST /api/tasks/', { project, title: 'W', description }))
  const waiting = await okBody(pam(`POST /api/tasks/${last.id}/blockers/`, { blocked_by: itself }))
  const blocker = waiting.blocked_by[0].id
  const subtask = async () =>
    (await okBody(pam('POST /api/subtasks/', { task: task_id, title: 'S', assigned_to: people.dev.id }))).id
  const { id: free } = await okBody(pam('POST /api/subtasks/', { task: task_id, title: 'F' }))
  const [subtask_id, deletedSubtask] = [await subtask(), await subtask()]
  const newComment = async () =>
    (await okBody(actors[actor]('POST /api/comments/', { content_type: 'task', object_id: task_id, text: 'C' }))).id
  const [comment, deletedComment] = [await newComment(), await newComment()]
  await okBody(pam(`DELETE /api/tasks/${deletedTask}/`))
  await okBody(pam(`DELETE /api/subtasks/${deletedSubtask}/`))
  await okBody(actors[actor](`DELETE /api/comments/${deletedComment}/`))
  const { id: proposal } = await okBody(actors.developer(`POST /api/tasks/${task_id}/proposals/`, { title: 'P' }))
  const { id: view } = await okBody(pam(`POST /api/projects/${project}/views/`, { name: 'V', query: '', is_shared: true }))
  const { id: update } = await okBody(
    actors[actor === 'developer' ? 'project_manager' : actor](`POST /api/projects/${project}/updates/`, {
      state: 'late',
      text: 'U',
    }),
  )
  const { import: imported } = await okBody(pam(`POST /api/projects/${project}/imports/`, { text: 'Title\nI' }))
  const { import: undone } = await okBody(pam(`POST /api/projects/${project}/imports/`, { text: 'Title\nU' }))
  await okBody(pam(`POST /api/imports/${undone.id}/undo/`))
  const newFile = async () =>
    (await okBody(upload(actors[actor], task_id, { name: 'F', bytes: Buffer.from(randomUUID()) }))).file.id
  const [file, deletedFile] = [await newFile(), await newFile()]
  await okBody(actors[actor](`DELETE /api/files/${deletedFile}/`))
  const arriving = await okBody(actors[actor](`POST /api/tasks/${task_id}/uploads/`, { name: 'F', size: 1 }))
  const worker = actors[actor === 'tenant_admin' ? 'project_manager' : actor]
  const { id: entry } = await okBody(worker(`POST /api/subtasks/${subtask_id}/time/`, { day: today(), minutes: 1 }))
  const member = members.find(({ employee }: { employee: { id: number } }) => employee.id === people.dana.id).id
  return {
    project,
    member,
    view,
    update,
    key,
    blocker,
    entry,
    free,
    proposal,
    imported: imported.id,
    undone: undone.id,
    task_id,
    deletedTask,
    subtask_id,
    deletedSubtask,
    comment,
    deletedComment,
    file,
    deletedFile,
    arriving: arriving.id,
  }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** The path and body of each call, which would succeed in an active project for everybody who may make the call. */
const calls: Record<string, (of: Scene, actor: Actor) => [path: string, body?: object]> = {
  'PATCH /api/projects/:project_id/': ({ project }) => [`${project}/`, { name: 'Park' }],
  'POST /api/projects/:project_id/views/': ({ project }) => [`${project}/views/`, { name: 'N', query: '', is_shared: true }],
  'PATCH /api/views/:view_id/': ({ view }) => [`${view}/`, { name: 'Changed' }],
  'DELETE /api/views/:view_id/': ({ view }) => [`${view}/`],
  'POST /api/projects/:project_id/updates/': ({ project }) => [`${project}/updates/`, { state: 'late', text: 'N' }],
  'DELETE /api/updates/:update_id/': ({ update }) => [`${update}/`],
  'POST /api/members/bulk-assign/': ({ project }) => ['', { project, developers: [people.dev.id] }],
  'DELETE /api/members/:member_id/': ({ member }) => [`${member}/`],
  'POST /api/tasks/': ({ project }) => ['', { project, title: 'N', description }],
  'PATCH /api/tasks/:task_id/': ({ task_id }) => [`${task_id}/`, { title: 'Changed', label_ids: [labels.design] }],
  'DELETE /api/tasks/:task_id/': ({ task_id }) => [`${task_id}/`],
  'POST /api/tasks/:task_id/restore/': ({ deletedTask }) => [`${deletedTask}/restore/`],
  'POST /api/tasks/:task_id/copy/': ({ task_id }) => [`${task_id}/copy/`, { title: 'N' }],
  'POST /api/subtasks/': ({ task_id }) => ['', { task: task_id, title: 'N' }],
  'PATCH /api/subtasks/:subtask_id/': ({ subtask_id }, actor) => [
    `${subtask_id}/`,
    actor === 'developer' ? { status: 'done' } : { title: 'Changed', assigned_to_id: null },
  ],
  'DELETE /api/subtasks/:subtask_id/': ({ subtask_id }) => [`${subtask_id}/`],
  'POST /api/subtasks/:subtask_id/restore/': ({ deletedSubtask }) => [`${deletedSubtask}/restore/`],
  'POST /api/subtasks/:subtask_id/request/': ({ free }) => [`${free}/request/`],
  'POST /api/tasks/:task_id/proposals/': ({ task_id }) => [`${task_id}/proposals/`, { title: 'N' }],
  'POST /api/proposals/:proposal_id/accept/': ({ proposal }) => [`${proposal}/accept/`],
  'POST /api/proposals/:proposal_id/decline/': ({ proposal }) => [`${proposal}/decline/`],
  'POST /api/projects/:project_id/imports/preview/': ({ project }) => [`${project}/imports/preview/`, { text: 'Title\nN' }],
  'POST /api/projects/:project_id/imports/': ({ project }) => [`${project}/imports/`, { text: 'Title\nN' }],
  'POST /api/imports/:import_id/undo/': ({ imported }) => [`${imported}/undo/`],
  'POST /api/imports/:import_id/restore/': ({ undone }) => [`${undone}/restore/`],
  'POST /api/tasks/:task_id/blockers/': ({ task_id, key }) => [`${task_id}/blockers/`, { blocked_by: key }],
  'POST /api/subtasks/:subtask_id/blockers/': ({ subtask_id, key }) => [`${subtask_id}/blockers/`, { blocked_by: key }],
  'POST /api/subtasks/:subtask_id/timer/': ({ subtask_id }) => [`${subtask_id}/timer/`],
  'POST /api/subtasks/:subtask_id/time/': ({ subtask_id }) => [`${subtask_id}/time/`, { day: today(), minutes: 1 }],
  'POST /api/tasks/:task_id/timer/': ({ task_id }) => [`${task_id}/timer/`],
  'POST /api/tasks/:task_id/time/': ({ task_id }) => [`${task_id}/time/`, { day: today(), minutes: 1 }],
  'PATCH /api/time/:entry_id/': ({ entry }) => [`${entry}/`, { minutes: 2 }],
  'DELETE /api/time/:entry_id/': ({ entry }) => [`${entry}/`],
  'DELETE /api/blockers/:blocker_id/': ({ blocker }) => [`${blocker}/`],
  'POST /api/comments/': ({ task_id }) => ['', { content_type: 'task', object_id: task_id, text: 'N' }],
  'PATCH /api/comments/:comment_id/': ({ comment }) => [`${comment}/`, { text: 'Changed' }],
  'PUT /api/comments/:comment_id/reactions/': ({ comment }) => [`${comment}/reactions/`, { reactions: ['👍'] }],
  'DELETE /api/comments/:comment_id/': ({ comment }) => [`${comment}/`],
  'POST /api/comments/:comment_id/restore/': ({ deletedComment }) => [`${deletedComment}/restore/`],
  'POST /api/tasks/:task_id/uploads/': ({ task_id }) => [`${task_id}/uploads/`, { name: 'N', size: 1 }],
  'PUT /api/uploads/:upload_id/': ({ arriving }) => [`${arriving}/`, Buffer.from('N')],
  'DELETE /api/files/:file_id/': ({ file }) => [`${file}/`],
  'POST /api/files/:file_id/restore/': ({ deletedFile }) => [`${deletedFile}/restore/`],
}

const contents = ({ project, task_id }: Scene) =>
  query(
    `select (select row_to_json(p) from projects p where p.id = $1) as project,
       (select json_agg(m order by m.id) from members m where m.project_id = $1) as members,
       (select json_agg(v order by v.id) from saved_views v where v.project_id = $1) as views,
       (select json_agg(u order by u.id) from project_updates u where u.project_id = $1) as updates,
       (select json_agg(x order by x.id) from subtask_proposals x where x.project_id = $1) as proposals,
       (select json_agg(i order by i.id) from imports i where i.project_id = $1) as imports,
       (select json_agg(t order by t.id) from tasks t where t.project_id = $1) as tasks,
       (select json_agg(s order by s.id) from subtasks s where s.task_id = $2) as subtasks,
       (select json_agg(c order by c.id) from comments c where c.task_id = $2) as comments,
       (select json_agg(f order by f.id) from files f where f.task_id = $2) as files,
       (select json_agg(e order by e.id) from time_entries e where e.project_id = $1) as time,
       (select json_agg(r) from timers r where r.project_id = $1) as timers,
       (select json_agg(l) from task_labels l where l.task_id = $2) as labels`,
    project,
    task_id,
  )

/** A project that does not exist yet, an upload that has changed nothing yet, and a template that changes nothing in the project. */
const unconcerned: readonly string[] = [api.projects.create.route, api.uploads.cancel.route, api.templates.save.route]

const changing = Object.values(api)
  .flatMap((group): Endpoint[] => Object.values(group))
  .filter(({ route }) =>
    /^(?!GET )\S+ \/api\/(projects|members|views|updates|proposals|imports|tasks|subtasks|blockers|comments|uploads|files|time\/:entry_id)\//.test(
      route,
    ),
  )
  .filter(({ route }) => !unconcerned.includes(route))

const mayReach = ({ access }: Endpoint, role: Role) => access !== 'public' && access !== 'signed_in' && access.includes(role)

const attempts = changing.flatMap((endpoint) =>
  (Object.keys(actors) as Actor[]).filter((actor) => mayReach(endpoint, actor)).map((actor) => ({ endpoint, actor })),
)

test('every call that changes something in a project is tried in an inactive one', () => {
  assert.deepEqual(new Set(Object.keys(calls)), new Set(changing.map(({ route }) => route)))
})

for (const { endpoint, actor } of sampled(attempts, 15))
  test(`in an inactive project ${endpoint.route} is refused to a ${actor}`, async () => {
    const call = calls[endpoint.route]
    assert.ok(call)
    const callIn = async (of: Scene) => {
      const [path, body] = call(of, actor)
      return actors[actor](endpoint.route.replace(/:.*$/, '') + path, body)
    }
    const [active, resting] = [await scene(actor), await scene(actor)]
    await okBody(pam(`PATCH /api/projects/${resting.project}/`, { is_active: false }))
    const before = await contents(resting)
    const twin = await callIn(active)
    const answer = await callIn(resting)
    // A call that is refused in an active project is refused in the same words here.
    assert.deepEqual(outcome(answer), twin.status < 300 ? inactive : outcome(twin))
    assert.ok(twin.status < 300 || twin.status === 403, `${twin.status} ${JSON.stringify(twin.body)}`)
    assert.deepEqual(await contents(resting), before)
  })

test('an inactive project can be read, and only be made active: by its manager or the admin, with nothing else in the call', async () => {
  const of = await scene('project_manager')
  const path = `PATCH /api/projects/${of.project}/`
  await okBody(ann(path, { is_active: false }))
  for (const actor of Object.values(actors))
    for (const read of [
      `projects/${of.project}/`,
      `projects/${of.project}/tasks/`,
      `tasks/?project=${of.project}`,
      `tasks/${of.task_id}/`,
    ])
      assert.equal((await actor(`GET /api/${read}`)).status, 200, read)
  for (const body of [
    {},
    { is_active: false },
    { is_active: true, name: 'Park' },
    { is_active: true, assigned_pm: people.max.id },
    { assigned_pm: people.max.id },
  ])
    for (const request of [ann, pam]) assert.deepEqual(outcome(await request(path, body)), inactive, JSON.stringify(body))
  assert.equal((await actors.developer(path, { is_active: true })).status, 403)
  assert.equal((await as('max')(path, { is_active: true })).status, 404)
  for (const request of [ann, pam]) {
    assert.equal((await okBody(request(path, { is_active: true }))).is_active, true)
    await okBody(actors.developer(`PATCH /api/subtasks/${of.subtask_id}/`, { status: 'in_progress' }))
    await okBody(request(path, { is_active: false }))
  }
})

test('a project whose manager has left is made active by the admin, who then gives it to another', async () => {
  const form = { full_name: 'Mia', job_title: 'Job', department: 'IT' }
  const ends = [
    (id: number) => ann(`DELETE /api/employees/${id}/`),
    (id: number) => ann(`PUT /api/employees/${id}/`, { ...form, role: 'hr' }),
  ]
  for (const [i, end] of ends.entries()) {
    const mia = (await okBody(ann('POST /api/employees/', { ...form, role: 'project_manager', email: `mia${i}@acme.test` }))).id
    const project = (await okBody(ann('POST /api/projects/', { name: 'Orphan', assigned_pm: mia }))).id
    const path = `PATCH /api/projects/${project}/`
    assert.equal((await end(mia)).status, 400)
    await okBody(ann(path, { is_active: false }))
    await okBody(end(mia))
    const active = await okBody(ann(path, { is_active: true }))
    assert.deepEqual([active.assigned_pm, active.has_manager], [mia, false])
    const { assigned_pm, has_manager, members } = await okBody(ann(path, { assigned_pm: people.max.id }))
    assert.deepEqual([assigned_pm, has_manager, members.length], [people.max.id, true, 1])
    assert.deepEqual(
      await query('select 1 from notifications where person_id = $1 and message like $2', mia, '%in your place.'),
      [],
    )
    await okBody(as('max')(path, { name: 'Adopted' }))
  }
})
