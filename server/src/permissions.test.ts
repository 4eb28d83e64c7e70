// The sheet of permissions is the contract: each built call keeps it, and the calls not built yet stand here, in one list that only shrinks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint, may, type Role, type Socket, sockets } from 'contract'
import { type Actor, callOf, mustBeDecided, permissions } from './kit/permissions.ts'
import { comments, labels, members, type Name, people, projects, subtasks, tasks, tenants, testApp } from './world.ts'

const { as, socket } = await testApp()

const pending = [
  'GET /api/chat-rooms/',
  'GET /api/chat-rooms/:/messages/',
  'GET /api/users/',
  'POST /api/private-chat/',
  'WS /ws/chat/:/',
]

/** Served beside the table: they look at no session. */
const besideTheTable = ['GET /healthz/']
/** Public in the table, as they judge the cookies themselves. */
const judgesItself = ['POST /api/token/refresh/']

const endpoints = new Map(
  Object.values(api)
    .flatMap((domain) => Object.values(domain) as Endpoint[])
    .map((endpoint) => [callOf(endpoint.route), endpoint]),
)
const live = new Map((Object.values(sockets) as Socket[]).map((one) => [callOf(one.route), one]))
const rows = permissions().map((row) => ({ ...row, call: callOf(row.call) }))

/** The actors of the sheet, seen from Pam's project Website. */
const actors = {
  super_admin: { role: 'super_admin', who: 'sol' },
  tenant_admin: { role: 'tenant_admin', who: 'ann' },
  project_manager_owner: { role: 'project_manager', who: 'pam' },
  project_manager_other: { role: 'project_manager', who: 'max' },
  developer_member: { role: 'developer', who: 'dev' },
  developer_other: { role: 'developer', who: 'deb' },
  hr: { role: 'hr', who: 'hana' },
} as const satisfies Partial<Record<Actor, { role: Role; who: Name }>>
type Seen = keyof typeof actors

const ids: Record<string, number> = {
  tenant_id: tenants.globex.id,
  project_id: projects.website,
  task_id: tasks.home_page,
  subtask_id: subtasks.footer,
  member_id: members.pam,
  comment_id: comments.dev,
  employee_id: people.dana.id,
  label_id: labels.design,
}

const aimed = (route: string) => route.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? assert.fail(`No ${name} to aim at`)))

test('the pending list holds exactly the decided calls that are not built', () => {
  const unbuilt = rows.flatMap(({ call }) =>
    call && !endpoints.has(call) && !live.has(call) && !besideTheTable.includes(call) ? [call] : [],
  )
  assert.deepEqual(new Set(unbuilt), new Set(pending))
})

test('every call has a row', () => {
  mustBeDecided([...endpoints.values(), ...live.values()].map(({ route }) => route))
  assert.throws(() => mustBeDecided(['GET /api/undecided/']), /No row/)
})

for (const row of rows) {
  const endpoint = endpoints.get(row.call)
  if (!endpoint) continue
  test(`${endpoint.route} admits the roles of its row`, () => {
    if (!judgesItself.includes(row.call ?? '')) assert.equal(endpoint.access === 'public', row.anonymous !== '401', 'anonymous')
    for (const { role } of Object.values(actors)) {
      const cells = (Object.keys(actors) as Seen[]).filter((actor) => actors[actor].role === role).map((actor) => row[actor])
      assert.equal(
        may(role, endpoint),
        cells.some((cell) => cell !== '403'),
        role,
      )
    }
  })

  if (!endpoint.params) continue
  const route = aimed(endpoint.route)
  for (const actor of Object.keys(actors) as Seen[]) {
    const expected = row[actor]
    if (expected !== '403' && expected !== '404') continue
    test(`${endpoint.route} answers ${expected} to ${actor}`, async () => {
      const { who } = actors[actor]
      const { status } = await as(who)(route, endpoint.body && { full_name: 'X', job_title: 'X', department: 'IT', role: 'hr' })
      assert.equal(status, Number(expected))
    })
  }
}

/** Each actor of the sheet at their own workspace; another tenant's person is told apart by their cookie elsewhere. */
const callers = { ...actors, anonymous: { who: null }, other_tenant: { who: 'gil' } } as const
for (const row of rows) {
  const one = live.get(row.call)
  if (!one) continue
  for (const actor of Object.keys(callers) as (keyof typeof callers)[])
    test(`${one.route} is as the sheet says for ${actor}: ${row[actor]}`, async () => {
      const opened = await socket(callers[actor].who, aimed(one.route).slice('WS '.length))
      assert.equal(await opened.status, 101)
      if (row[actor].startsWith('open')) await opened.settled()
      else assert.equal(await opened.ended, Number(row[actor]))
    })
}
