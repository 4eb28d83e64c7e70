import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, WorkFile } from 'contract'
import { testApp } from '../testing/world.ts'
import { createDemo } from './demo.ts'
import { demoPassword } from './people.ts'

const { browser, pools, query, services } = await testApp({ DEMO: '1', RATE_LIMIT: '0' })
await createDemo(pools, { living: services })

const count = async (what: string) => {
  const [row] = await query(`select count(*)::int as n from ${what}`)
  return Number(row?.n)
}
const inDemo = (table: string) => `${table} where tenant_id = (select id from tenants where subdomain = 'demo')`

test('the demonstration is a company of twelve, whose initials tell them apart, in the middle of its work', async () => {
  const people = await query(`select full_name from ${inDemo('people')}`)
  const initials = people.map(({ full_name }) =>
    String(full_name)
      .split(' ')
      .map(([letter]) => letter)
      .join(''),
  )
  assert.deepEqual([initials.length, new Set(initials).size], [12, 12])
  assert.equal(await count(inDemo('projects')), 5)
  const subtasks = inDemo('subtasks')
  assert.ok((await count(subtasks)) >= 150)
  assert.ok((await count(`${subtasks} and status = 'done'`)) >= 60)
  assert.ok((await count(`${subtasks} and status <> 'done' and due_date < current_date`)) >= 5)
  assert.ok((await count(`${subtasks} and status <> 'done' and due_date >= current_date`)) >= 40)
  assert.ok((await count(`${subtasks} and assigned_to_id is null`)) >= 5)
})

test('nothing of it has happened in the future', async () => {
  for (const [table, column] of [
    ['comments', 'created_at'],
    ['files', 'created_at'],
    ['chat_messages', 'created_at'],
    ['notifications', 'created_at'],
    ['project_updates', 'created_at'],
    ['assignments', 'assigned_at'],
    ['tasks', 'done_at'],
    ['subtasks', 'done_at'],
  ] as const)
    assert.equal(await count(`${inDemo(table)} and ${column} > now()`), 0, table)
})

test('each link of a notification leads to something that its reader may see', async () => {
  for (const role of ['tenant_admin', 'project_manager', 'developer'] as const) {
    const reader = browser('demo')
    await reader('POST /api/demo/', { role })
    const { results } = (await reader('GET /api/notifications/')).body
    assert.ok(results.length >= 3, role)
    for (const { link } of results) {
      const [, kind, id] = /\/(projects|tasks)\/(\d+)$/.exec(link) ?? []
      if (kind) assert.equal((await reader(`GET /api/${kind}/${id}/`)).status, 200, link)
    }
  }
})

test('its tasks have files: pictures with their previews, a document and a table', async () => {
  const pam = browser('demo')
  assert.equal((await pam('POST /api/token/', { email: 'pam@demo.test', password: demoPassword })).status, 200)
  const { results } = (await pam('GET /api/tasks/?limit=1000')).body
  const attached = results.flatMap(({ files }: Task) => files)
  assert.deepEqual(
    new Map(attached.map(({ name, type, preview }: WorkFile) => [name, [type, preview]])),
    new Map([
      ['Home page, third draft.png', ['image/png', { width: 1280, height: 800 }]],
      ['Home page on a phone.png', ['image/png', { width: 780, height: 1688 }]],
      ['Rides with the prototype.pdf', ['application/pdf', null]],
      ['The two differences.csv', ['text/plain', null]],
    ]),
  )
  for (const { id, size } of attached) {
    const { status, headers } = await pam(`GET /api/files/${id}/content/`)
    assert.deepEqual([status, headers['content-length']], [200, String(size)])
  }
})
