// Walks the endpoint table, so that an endpoint added tomorrow is tested tomorrow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint, may, type Role, roles } from 'contract'
import {
  changes,
  comments,
  dependencies,
  files,
  hrRows,
  imports,
  labels,
  members,
  type Name,
  password,
  people,
  projects,
  proposals,
  rooms,
  subtasks,
  tasks,
  templates,
  tenants,
  testApp,
  timeEntries,
  timeSheets,
  updates,
  uploads,
  views,
} from './world.ts'

const { as, query } = await testApp()
const [gusLoggedIn, debLoggedIn] = await query(
  `insert into sessions (tenant_id, person_id, expires_at)
   select tenant_id, id, now() + interval '1 day' from people where id in (${people.gus.id}, ${people.deb.id})
   order by tenant_id desc returning id::float8`,
)

const [ofGus, ofDeb] = await query(
  `insert into authenticators (tenant_id, person_id, kind, name, secret)
   select tenant_id, id, 'app', 'Phone', 'x' from people where id in (${people.gus.id}, ${people.deb.id})
   order by tenant_id desc returning id::float8`,
)

/** Someone of each role at acme, and rows they must not reach. A new kind of id in a path needs one of each here. */
const someone: Record<Role, Name> = {
  super_admin: 'sol',
  tenant_admin: 'ann',
  project_manager: 'pam',
  developer: 'dev',
  hr: 'hana',
}
const foreignIds: Record<string, Record<string, number | string>> = {
  "another tenant's": {
    tenant_id: tenants.globex.id,
    employee_id: people.gus.id,
    person_id: people.gus.id,
    administrator_id: people.gwen.id,
    project_id: projects.rocket,
    member_id: members.gus,
    task_id: tasks.engine,
    subtask_id: subtasks.nozzle,
    comment_id: comments.gus,
    change_id: changes.gus,
    blocker_id: dependencies.gus,
    template_id: templates.gil,
    label_id: labels.fuel,
    view_id: views.gil,
    update_id: updates.gil,
    proposal_id: proposals.gus,
    import_id: imports.gil,
    file_id: files.gus,
    upload_id: uploads.gus,
    room_id: rooms.rocket,
    entry_id: timeEntries.gus,
    sheet_id: timeSheets.gus,
    location_id: hrRows.globex,
    holiday_id: hrRows.globex,
    document_id: hrRows.globex,
    checklist_template_id: hrRows.globex,
    checklist_id: hrRows.globex,
    item_id: hrRows.globex,
    leave_type_id: hrRows.globex,
    leave_id: hrRows.globex,
    opening_id: hrRows.globex,
    application_id: hrRows.globex,
    interview_id: hrRows.globex,
    mail_template_id: hrRows.globex,
    // Nobody's: the day of a schedule, the year of rules, and a week.
    from: '2026-01-01',
    year: 2026,
    week: 0,
    key: 'ROC-1',
    session_id: Number(gusLoggedIn?.id),
    authenticator_id: Number(ofGus?.id),
    // Nobody has signed it.
    token: 0,
  },
  "another project's": {
    project_id: projects.secret,
    member_id: members.deb,
    task_id: tasks.plan,
    subtask_id: subtasks.plot,
    comment_id: comments.deb,
    change_id: changes.deb,
    blocker_id: dependencies.deb,
    view_id: views.max,
    update_id: updates.max,
    proposal_id: proposals.deb,
    import_id: imports.max,
    file_id: files.deb,
    upload_id: uploads.deb,
    room_id: rooms.secret,
    entry_id: timeEntries.deb,
    sheet_id: timeSheets.deb,
    key: 'SEC-1',
    session_id: Number(debLoggedIn?.id),
    authenticator_id: Number(ofDeb?.id),
  },
}

/** Valid bodies, for calls that validate the body before they load the row. */
const bodies: Record<string, object> = {
  'POST /api/tasks/:task_id/uploads/': { name: 'a.txt', size: 1 },
  'POST /api/chat-rooms/:room_id/uploads/': { name: 'a.txt', size: 1 },
  'PUT /api/uploads/:upload_id/': Buffer.from('text'),
  'POST /api/tasks/:task_id/blockers/': { blocked_by: 'WEB-1' },
  'POST /api/subtasks/:subtask_id/blockers/': { blocked_by: 'WEB-1' },
  'POST /api/tasks/:task_id/copy/': { title: 'X' },
  'POST /api/projects/:project_id/template/': { name: 'X' },
  'POST /api/templates/:template_id/projects/': { name: 'X' },
  'PUT /api/employees/:employee_id/': { full_name: 'X', job_title: 'X', department: 'IT', role: 'hr' },
  'POST /api/administrators/:administrator_id/step-down/': { job_title: 'X', department: 'IT', role: 'hr' },
  'POST /api/administrators/:administrator_id/make-owner/': { password: 'Password-1' },
  'POST /api/second-factor/:authenticator_id/remove/': { password },
}

const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])

for (const endpoint of endpoints) {
  const aimedAt = (ids: Record<string, number | string>) =>
    endpoint.route.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? assert.fail(`No ${name} to aim at`)))
  const anywhere = aimedAt(foreignIds["another tenant's"] ?? {})
  const ownHost = endpoint.host === 'platform' ? 'platform' : 'acme'
  const payload = bodies[endpoint.route] ?? (endpoint.body && {})
  const request = (who: Name | null, at: 'platform' | 'acme' | 'globex' | 'broke' | 'shut' = ownHost, route = anywhere) =>
    as(who, { at })(route, payload)
  const status = async (...args: Parameters<typeof request>) => (await request(...args)).status

  if (!endpoint.even_blocked && endpoint.host !== 'platform')
    test(`${endpoint.route} is closed in a blocked workspace`, async () => {
      const { status, body } = await request('sam', 'shut')
      assert.deepEqual([status, body.code], [403, 'tenant_blocked'])
    })

  if (endpoint.access === 'public') {
    if (endpoint.host !== 'both')
      test(`${endpoint.route} exists on its own host only`, async () =>
        assert.equal(await status(null, ownHost === 'acme' ? 'platform' : 'acme'), 404))
    continue
  }

  test(`${endpoint.route} wants a session`, async () => {
    const { status, body } = await request(null)
    assert.deepEqual([status, body], [401, { detail: 'Authentication credentials were not provided.' }])
  })
  test(`${endpoint.route} wants this workspace's session`, async () => {
    const { status, body } = await request('gil', ownHost)
    assert.deepEqual([status, body.code], [401, 'token_not_valid'])
  })
  if (endpoint.host !== 'platform' && !endpoint.even_unpaid)
    test(`${endpoint.route} wants payment`, async () => {
      const payers = { tenant_admin: 'bo', project_manager: 'bea', developer: 'ben', hr: 'bess' } as const
      const [who] = Object.entries(payers).flatMap(([role, name]) => (may(role as Role, endpoint) ? [name] : []))
      const { status, body } = await request(who ?? assert.fail('Nobody may call this.'), 'broke')
      assert.deepEqual([status, body.code], [403, 'payment_required'])
    })
  if (endpoint.host === 'workspace')
    test(`${endpoint.route} refuses a super admin`, async () => assert.equal(await status('sol', 'platform'), 403))

  for (const role of roles) {
    if (role === 'super_admin') continue
    const who = someone[role]
    if (!may(role, endpoint)) {
      test(`${endpoint.route} refuses a ${role}`, async () => assert.equal(await status(who, 'acme'), 403))
      continue
    }
    if (!endpoint.params) continue
    for (const [whose, ids] of Object.entries(foreignIds)) {
      const knows = Object.keys(endpoint.params.shape).every((name) => name in ids)
      // An admin sees every project of the workspace.
      if (!knows || (role === 'tenant_admin' && whose === "another project's")) continue
      test(`${endpoint.route} hides ${whose} row from a ${role}`, async () => {
        const hidden = await request(who, 'acme', aimedAt(ids))
        const absent = await request(who, 'acme', endpoint.route.replace(/:\w+/g, '987654321'))
        const malformed = await request(who, 'acme', endpoint.route.replace(/:\w+/g, 'x'))
        for (const { status, body } of [hidden, absent, malformed])
          assert.deepEqual([status, body], [404, { detail: 'Not found.' }])
      })
    }
  }
}
