// A change of a project's content, concurrent with the project's deactivation. Whichever comes first completes first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, members, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query, runWhileLocked } = await testApp()
const [pam, dev] = [as('pam'), as('dev')]

const deactivate = () => pam(`PATCH /api/projects/${projects.website}/`, { is_active: false })
const reactivate = () => query('update projects set is_active = true where id = $1', projects.website)

/** Runs both in this order against a lock. `waited` is true if the deactivation was not answered before the lock's release. */
async function race(lockStatement: string, change: () => Promise<Answer>) {
  let isAnswered = false
  let waited = false
  const { answers } = await runWhileLocked<Answer | undefined>(
    lockStatement,
    change,
    async () => {
      const answer = await deactivate()
      isAnswered = true
      return answer
    },
    // Starts once the deactivation waits or has ended.
    async () => {
      waited = !isAnswered
      return undefined
    },
  )
  await reactivate()
  const [changed, deactivated] = answers
  assert.equal(deactivated?.status, 200)
  return { changed, waited }
}

// Everybody logs in before anything is locked.
await Promise.all([pam('GET /api/me/'), dev('GET /api/me/')])

const assigned = { assigned_to: people.dev.id }
const changes: [string, string, () => Promise<Answer>][] = [
  ...(
    [
      [
        'a new task',
        () => pam('POST /api/tasks/', { project: projects.website, title: 'T', description: 'Long enough.', ...assigned }),
      ],
      ['a changed task', () => pam(`PATCH /api/tasks/${tasks.home_page}/`, assigned)],
      ['a new subtask', () => pam('POST /api/subtasks/', { task: tasks.home_page, title: 'S', ...assigned })],
      ['an assigned subtask', () => pam(`PATCH /api/subtasks/${subtasks.header}/`, assigned)],
    ] as const
  ).map(([what, change]): [string, string, () => Promise<Answer>] => [
    what,
    `select from members where id = ${members.dev} for update`,
    change,
  ]),
  [
    'a comment',
    `select from people where id = ${people.dev.id} for update`,
    () => dev('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: 'C' }),
  ],
]

const late = {
  subtask: () => pam(`PATCH /api/subtasks/${subtasks.footer}/`, { title: 'Late' }),
  status: () => dev(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'done' }),
  task: () => pam(`PATCH /api/tasks/${tasks.home_page}/`, { title: 'Late' }),
  newSubtask: () => pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Late' }),
  removedSubtask: () => pam(`DELETE /api/subtasks/${subtasks.footer}/`),
  removedTask: () => pam(`DELETE /api/tasks/${tasks.home_page}/`),
}

for (const [what, lockStatement, change] of changes)
  test(`${what} under way holds the project: its deactivation comes afterwards`, async () => {
    const { changed, waited } = await race(lockStatement, change)
    assert.match(String(changed?.status), /^20[01]$/)
    assert.ok(waited)
  })

test('a change that waits for another one of the same thing holds the project meanwhile', async () => {
  for (const [lockStatement, change] of [
    [`select from subtasks where id = ${subtasks.footer} for update`, late.subtask],
    [`select from tasks where id = ${tasks.home_page} for update`, late.task],
  ] as const) {
    const { changed, waited } = await race(lockStatement, change)
    assert.deepEqual([changed?.status, waited], [200, true])
  }
})

test('a change that comes while the project is being deactivated finds it inactive', async () => {
  for (const change of Object.values(late)) {
    const { answers } = await runWhileLocked(`select from projects where id = ${projects.website} for update`, deactivate, change)
    await reactivate()
    const [deactivated, changed] = answers
    assert.equal(deactivated?.status, 200)
    assert.deepEqual([changed?.status, changed?.body], [400, { detail: 'Project is inactive.' }])
  }
})

test('an inactive project comes before all else that is wrong with a new task, and what is wrong otherwise is said at once', async () => {
  const create = async (project: number) => {
    const wrong = { title: 'T', description: 'Long enough.', assigned_to: people.una.id, label_ids: [987] }
    const { status, body } = await pam('POST /api/tasks/', { project, ...wrong })
    return [status, body]
  }
  assert.deepEqual(await create(projects.old), [400, { detail: 'Project is inactive.' }])
  const label_ids = ['Choose only labels of this workspace.']
  assert.deepEqual(await create(projects.secret), [400, { project: ['Choose one of your projects.'], label_ids }])
  const assigned_to = ['The assignee must be a member of the project.']
  assert.deepEqual(await create(projects.website), [400, { assigned_to, label_ids }])
})
