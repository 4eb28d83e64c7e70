// @long: Reads that declare what their answer depends on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comments, labels, members, type Name, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, dev] = [as('ann'), as('pam'), as('dev')]

const task = `/api/tasks/${tasks.home_page}/`
const project = `/api/projects/${projects.website}/`
const reads = [
  '/api/tasks/',
  `/api/tasks/?project=${projects.website}`,
  '/api/tasks/?status=todo&priority=medium&limit=1',
  `/api/tasks/?project=${projects.website}&after=${tasks.home_page}`,
  `${project}tasks/`,
  `${project}tasks/?search=page`,
  '/api/projects/',
]
const readers = ['ann', 'dev'] as const satisfies Name[]

const read = (name: Name, path: string, etag?: string) =>
  as(name, etag === undefined ? {} : { headers: { 'if-none-match': etag } })(`GET ${path}`)

/** What everybody gets from every read. */
const readAll = () =>
  Promise.all(
    readers.flatMap((name) =>
      reads.map(async (path) => {
        const { status, body, headers } = await read(name, path)
        return { name, path, status, body: JSON.stringify(body), etag: String(headers.etag ?? '') }
      }),
    ),
  )
type Answers = Awaited<ReturnType<typeof readAll>>

/** Revalidates what was read before. Returns what is read now, and how many answers differ. */
async function revalidate(before: Answers, change: string) {
  const now = await readAll()
  let differing = 0
  for (const [i, { name, path, status, body, etag }] of now.entries()) {
    const earlier = before[i] ?? assert.fail()
    const about = `${path} of ${name}, ${change}`
    const isSame = status === earlier.status && body === earlier.body
    if (!isSame) differing++
    if (status === 200 && !isSame) assert.notEqual(etag, earlier.etag, about)
    if (earlier.status !== 200) continue
    const again = await read(name, path, earlier.etag)
    const expected = status === 200 && etag === earlier.etag ? [304, undefined] : [status, body]
    assert.deepEqual([again.status, again.body && JSON.stringify(again.body)], expected, about)
  }
  return { now, differing }
}

/** Ids of rows that a change has made, for the next ones. */
const made: Record<string, number> = {}

async function make(key: string, path: string, body: object, by = pam) {
  const { id } = (await by(`POST ${path}`, body)).body
  made[key] = id
  return id
}

const memberOf = async (person_id: number) => {
  const [row] = await query(
    'select id::float8 from members where person_id = $1 and project_id = $2',
    person_id,
    projects.website,
  )
  return Number(row?.id)
}
const renamed = (name: Name, fields: object = {}) => ({
  full_name: name,
  job_title: 'Job',
  department: 'Engineering',
  role: people[name].role,
  ...fields,
})
const newTask = { project: projects.website, title: 'Second page', description: 'Long enough, surely.' }

/** One change after another, each of which shows somewhere. */
const changes: Record<string, () => Promise<unknown>> = {
  'a task is created': () => make('task', '/api/tasks/', { ...newTask, assigned_to: people.dev.id }),
  'a task is changed': () => pam(`PATCH ${task}`, { title: 'Start page', priority: 'high' }),
  'a task changes back': () => pam(`PATCH ${task}`, { title: 'Home page', priority: 'medium' }),
  'a task is done': () => pam(`PATCH ${task}`, { status: 'done' }),
  'a task is reopened': () => pam(`PATCH ${task}`, { status: 'todo' }),
  'a task is assigned': () => pam(`PATCH ${task}`, { assigned_to: people.dev.id }),
  'a label is created and given': async () =>
    pam(`PATCH ${task}`, {
      label_ids: [labels.design, await make('label', '/api/labels/', { name: 'New', color: '#112233' }, ann)],
    }),
  'a label is renamed': () => ann(`PATCH /api/labels/${made.label}/`, { name: 'Renamed' }),
  'a label gets another colour': () => ann(`PATCH /api/labels/${made.label}/`, { color: '#445566' }),
  'a label is deleted': () => ann(`DELETE /api/labels/${made.label}/`),
  'a label is restored': () => ann(`POST /api/labels/${made.label}/restore/`),
  'a label is taken from a task': () => pam(`PATCH ${task}`, { label_ids: [labels.design] }),
  'a subtask is created': () => make('subtask', '/api/subtasks/', { task: tasks.home_page, title: 'Middle' }),
  'a subtask is assigned': () => pam(`PATCH /api/subtasks/${made.subtask}/`, { assigned_to: people.dev.id }),
  'a developer works on a subtask': () => dev(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'in_progress' }),
  'a subtask is deleted': () => pam(`DELETE /api/subtasks/${made.subtask}/`),
  'a subtask is restored': () => pam(`POST /api/subtasks/${made.subtask}/restore/`),
  'a subtask is moved to somebody else': () => pam(`PATCH /api/subtasks/${made.subtask}/`, { assigned_to: people.pam.id }),
  'a comment is added': () =>
    make('comment', '/api/comments/', { content_type: 'task', object_id: tasks.home_page, text: 'Well.' }, dev),
  'a comment is deleted': () => dev(`DELETE /api/comments/${made.comment}/`),
  'a comment is restored': () => dev(`POST /api/comments/${made.comment}/restore/`),
  'a first comment is deleted': () => dev(`DELETE /api/comments/${comments.dev}/`),
  'a task is deleted': () => pam(`DELETE /api/tasks/${made.task}/`),
  'a task is restored': () => pam(`POST /api/tasks/${made.task}/restore/`),
  'a person renames themselves': () => dev('PUT /api/profile/', { full_name: 'Devon' }),
  'a person is renamed': () => ann(`PUT /api/employees/${people.dev.id}/`, renamed('dev')),
  'an address changes': () => query(`update people set email = 'devon@acme.test' where id = $1`, people.dev.id),
  'a project is renamed': () => pam(`PATCH ${project}`, { name: 'Web' }),
  'a project is described': () => pam(`PATCH ${project}`, { description: 'All the pages of Acme.' }),
  'somebody joins a project': () =>
    pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] }),
  'somebody leaves a project': async () => pam(`DELETE /api/members/${await memberOf(people.dana.id)}/`),
  'somebody with an open task leaves': async () => {
    await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'done' })
    return pam(`DELETE /api/members/${members.dev}/`)
  },
  'somebody returns': () =>
    pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dev.id, people.dana.id] }),
  'work is given': () => pam(`PATCH ${task}`, { assigned_to: people.dana.id }),
  'a person is deleted': () => ann(`DELETE /api/employees/${people.dana.id}/`),
  'a project is created': () => make('project', '/api/projects/', { name: 'Another', description: 'Another project of Pam’s.' }),
  'a project is deactivated': () => pam(`PATCH ${project}`, { is_active: false }),
  'a project is activated': () => pam(`PATCH ${project}`, { is_active: true }),
  'a manager hands over': () => ann(`PATCH ${project}`, { assigned_pm: people.max.id }),
  'a manager takes over': () => ann(`PATCH ${project}`, { assigned_pm: people.pam.id }),
  'a manager of an inactive project gets another role': async () => {
    await ann(`PATCH ${project}`, { is_active: false })
    await ann(`PATCH /api/projects/${made.project}/`, { is_active: false })
    return ann(`PUT /api/employees/${people.pam.id}/`, renamed('pam', { role: 'hr' }))
  },
}

test('whatever changes an answer changes its fingerprint, and what is the same is answered 304', async () => {
  let known = await readAll()
  assert.equal((await revalidate(known, 'nothing has changed')).differing, 0)
  for (const [what, change] of Object.entries(changes)) {
    const answer = await change()
    const status = answer && typeof answer === 'object' && 'status' in answer ? Number(answer.status) : 200
    assert.ok(status < 300, `${what}: ${JSON.stringify(answer)}`)
    const { now, differing } = await revalidate(known, what)
    assert.ok(differing, `${what}: nobody sees that`)
    known = now
  }
})
