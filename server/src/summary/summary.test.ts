import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { cashier } from '../billing/testing.ts'
import { endOfWeek, mondayOf } from '../capacity/hours.ts'
import { okBody, people, projects, tenants, testApp, today } from '../testing/world.ts'
import { composeSummary } from './mail.ts'
import { sendSummaries } from './schedule.ts'
import { pathToUnsubscribe } from './summary.ts'

const world = await testApp({ RATE_LIMIT: '0' })
const { as, query, pools, services, send } = world
const { setTime, mails } = cashier(world)
const errors: unknown[] = []
const log = { info: () => undefined, warn: () => undefined, error: (details: unknown) => void errors.push(details) }
const [ann, pam] = [as('ann'), as('pam')]
const { website, secret } = projects

const sendAt = (time: string) => sendSummaries({ pools, services, log, now: new Date(time) })
/** Composes a person's mail of the week of this date. */
const compose = (person_id: number = people.pam.id, date = today(), tenant_id: number = tenants.acme.id) =>
  composeSummary({ pools, services }, { tenant_id, person_id, week: mondayOf(date) })
const recipients = async (at: keyof typeof tenants) =>
  (await mails('weekly_summary')).filter(({ tenant_id }) => tenant_id === tenants[at].id).map(({ person_id }) => person_id)
const tokenOf = (person_id: number, tenant_id: number = tenants.acme.id) =>
  pathToUnsubscribe(services.tokens, { tenant_id, person_id })

beforeEach(async () => {
  await query(`delete from pgboss.job where name = 'mail'; delete from tasks; update people set gets_weekly_summary = true`)
  await query(`update tenants set summarised_on = null, timezone = 'UTC', is_blocked = id = ${tenants.shut.id} where id > 0`)
  await query(
    `update projects set name = 'Website', is_active = true, status = 'in_progress', end_date = null where id = ${website}`,
  )
  for (const at of ['acme', 'globex', 'shut'] as const) await setTime(at, { ends: 20 })
  await setTime('broke', { ends: -1 })
})

test('it leaves once a week, on Mondays from seven o’clock on, however many servers look at the same time', async () => {
  assert.equal(await sendAt('2030-01-07T06:59:00Z'), 0)
  const counts = await Promise.all(Array.from({ length: 6 }, () => sendAt('2030-01-07T07:00:00Z')))
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    2,
  )
  assert.equal(await sendAt('2030-01-07T23:59:00Z'), 0)
  assert.equal(await sendAt('2030-01-13T12:00:00Z'), 0)
  assert.equal(await sendAt('2030-01-14T12:00:00Z'), 2)
})

test('a Monday without a server is left out', async () => {
  assert.equal(await sendAt('2030-01-08T07:00:00Z'), 0)
})

test('Monday and the hour are those of the workspace’s time zone', async () => {
  await query(`update tenants set timezone = 'Pacific/Kiritimati' where id = ${tenants.acme.id}`)
  await query(`update tenants set timezone = 'Pacific/Pago_Pago' where id = ${tenants.globex.id}`)
  assert.equal(await sendAt('2030-01-06T16:59:00Z'), 0)
  assert.equal(await sendAt('2030-01-06T17:00:00Z'), 1)
  assert.equal(await sendAt('2030-01-07T17:59:00Z'), 0)
  assert.equal(await sendAt('2030-01-07T18:00:00Z'), 1)
})

test('active administrators and managers get it who have not turned it off, in workspaces that are open', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, is_active) values (1, 'x@acme.test', 'X', 'tenant_admin', false)`,
  )
  await okBody(as('max')('PUT /api/weekly-summary/', { is_on: false }))
  await sendAt('2030-01-07T07:00:00Z')
  assert.deepEqual(
    await recipients('acme'),
    [people.ann.id, people.pam.id].sort((a, b) => a - b),
  )
  assert.deepEqual([await recipients('broke'), await recipients('shut')], [[], []])
  await query(`delete from people where email = 'x@acme.test'`)
})

test('trouble with one workspace keeps no other from getting it', async () => {
  await query(`alter table tenants add constraint trouble check (id <> ${tenants.globex.id} or summarised_on is null)`)
  assert.equal(await sendAt('2030-01-07T07:00:00Z'), 1)
  assert.equal(errors.length, 1)
  await query('alter table tenants drop constraint trouble')
  assert.equal(await sendAt('2030-01-07T07:05:00Z'), 1)
})

/** Two tasks that were finished last week, one in the week before, and four that need somebody. */
async function addWork() {
  await query(
    `insert into tasks (tenant_id, project_id, title, status, created_at, done_at)
     select 1, $1, 'Done', 'done', now() - interval '30 days', $2::date - days from unnest(array[1, 2, 8]) days`,
    website,
    mondayOf(today()),
  )
  const [task] = await query(
    `insert into tasks (tenant_id, project_id, title, due_date, assigned_to_id) values (1, $1, 'Plan evil.test', '2020-03-04', $2)
     returning id::float8`,
    website,
    people.dev.id,
  )
  // Dev works half the day.
  await query('delete from schedules')
  await query(
    `insert into schedules (tenant_id, person_id, from_day, minutes) values (1, $1, '2020-01-01', '{240,240,240,240,240,0,0}')`,
    people.dev.id,
  )
  const capacity = 20
  const hours = capacity + 1
  await query(
    `insert into subtasks (tenant_id, task_id, title, assigned_to_id, estimated_hours, due_date, status)
     values (1, $1, 'Big', $2, null, '2020-03-05', 'todo'), (1, $1, 'Now', $2, $3, $4, 'done'),
       (1, $1, 'Free', null, null, null, 'todo')`,
    task?.id,
    people.dev.id,
    hours,
    endOfWeek(today(), 1),
  )
  await query(`insert into tasks (tenant_id, project_id, title, due_date) values (1, $1, 'Hidden', '2020-01-01')`, secret)
  return { task: Number(task?.id), hours, capacity }
}

test('a manager reads what was finished, what is late and who needs work, with the way there', async () => {
  const { task, hours, capacity } = await addWork()
  const mail = await compose()
  assert.ok(mail)
  assert.equal(mail.to, 'pam@acme.test')
  assert.equal(mail.subject, 'Acme: 2 finished last week, 2 overdue')
  const at = 'http://acme.localhost:8000/project_manager'
  for (const text of [
    'Hello Pam, last week 2 tasks and subtasks were finished, the week before 1.',
    '1 project is late, 0 at risk',
    '- Website: late. 2 overdue\n',
    `${at}/projects/${website}`,
    '2 overdue\n- Plan evil.\u200btest: Website, due 4 March 2020, Dev\n',
    `${at}/tasks/${task}\n`,
    '- 1 subtask has nobody assigned.',
    `- Dev has ${hours} h due this week, of ${capacity} h.`,
    '- Without open work: Dana.',
    `Open the dashboard:\n${at}\n`,
    `Unsubscribe: http://acme.localhost:8000${tokenOf(people.pam.id)}\n`,
  ])
    assert.ok(mail.text.includes(text), `${text}\n\n${mail.text}`)
  assert.doesNotMatch(mail.text + mail.html, /Hidden|evil\.test/)
  for (const link of [`${at}/tasks/${task}`, `${mail.unsubscribe}`]) assert.ok(mail.html.includes(`href="${link}"`), link)
})

test('an administrator reads of every project, a manager of their own, and nobody of another workspace', async () => {
  await addWork()
  const [admin, max, gwen] = [
    await compose(people.ann.id),
    await compose(people.max.id),
    await compose(people.gwen.id, today(), 2),
  ]
  assert.match(admin?.text ?? '', /Hidden: Secret[\s\S]*Plan evil/)
  assert.match(admin?.text ?? '', new RegExp(`/tenant_admin/projects/${website}\n`))
  assert.match(max?.text ?? '', /Hidden/)
  assert.doesNotMatch(max?.text ?? '', /Website|Plan evil/)
  assert.doesNotMatch(gwen?.text ?? '', /Hidden|Website|Plan evil/)
  assert.equal(await compose(people.gwen.id), null)
})

test('a long list is cut, and says by how much', async () => {
  await query(
    `insert into tasks (tenant_id, project_id, title, due_date) select 1, $1, 'Task ' || n, '2020-03-04' from generate_series(1, 60) n`,
    website,
  )
  const text = (await compose())?.text ?? ''
  assert.match(text, /60 overdue\n(- Task \d+: .*\n.*\n){5}- and 55 more\n/)
})

test('the mail is not sent once its week is over, or to somebody who may not read it or does not want it', async () => {
  await addWork()
  assert.ok(await compose())
  assert.equal(await compose(people.pam.id, '2020-01-01'), null)
  assert.equal(await compose(people.dev.id), null)
  assert.equal(await compose(0), null)
  for (const [change, undo] of [
    [
      `update people set is_active = false where id = ${people.pam.id}`,
      `update people set is_active = true where id = ${people.pam.id}`,
    ],
    [`update tenants set is_blocked = true where id = 1`, `update tenants set is_blocked = false where id = 1`],
    [
      `update tenants set trial_ends_on = current_date - 2 where id = 1`,
      `update tenants set trial_ends_on = current_date + 9 where id = 1`,
    ],
    [`update people set gets_weekly_summary = false`, `update people set gets_weekly_summary = true`],
  ] as const) {
    await query(change)
    assert.equal(await compose(), null, change)
    await query(undo)
  }
})

test('of a workspace without any work there is nothing to tell', async () => {
  assert.equal(await compose(), null)
  await query(`insert into tasks (tenant_id, project_id, title) values (1, $1, 'Later')`, website)
  // Developers without work are news.
  assert.match((await compose())?.text ?? '', /Without open work/)
})

const oneClick = (host: string, token: string, headers = {}) =>
  send(host, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, `POST ${token}`, 'List-Unsubscribe=One-Click')
const isOn = async (request: typeof ann) => (await okBody(request('GET /api/weekly-summary/'))).is_on

test('a mail program unsubscribes with one request, and the profile turns the mail on again', async () => {
  assert.equal(await isOn(pam), true)
  for (let i = 0; i < 2; i++) {
    const { status, body } = await oneClick('acme.localhost', tokenOf(people.pam.id))
    assert.deepEqual([status, body], [200, { detail: 'You will not get the weekly summary any more.' }])
    assert.deepEqual([await isOn(pam), await isOn(ann)], [false, true])
  }
  assert.deepEqual(await okBody(pam('PUT /api/weekly-summary/', { is_on: true })), { is_on: true })
  assert.equal(await isOn(pam), true)
})

test('it works while the workspace is blocked or unpaid', async () => {
  await query(`update tenants set is_blocked = true, trial_ends_on = current_date - 2 where id = 1`)
  assert.equal((await oneClick('acme.localhost', tokenOf(people.pam.id))).status, 200)
  await query(`update tenants set is_blocked = false where id = 1`)
  await setTime('acme', { ends: 20 })
  assert.equal(await isOn(pam), false)
})

test('a token works at its own workspace alone, and no other text does', async () => {
  const own = tokenOf(people.pam.id)
  for (const [host, path] of [
    ['globex.localhost', own],
    ['localhost', own],
    ['acme.localhost', tokenOf(people.gwen.id, tenants.globex.id)],
    ['acme.localhost', `${own}x`],
    ['acme.localhost', '/unsubscribe/1.2.x'],
    ['acme.localhost', '/unsubscribe/%00'],
  ] as const)
    assert.equal((await oneClick(host, path)).status, 404, host + path)
  assert.equal((await oneClick('acme.localhost', own, { origin: 'http://evil.test' })).status, 403)
  assert.equal(await isOn(pam), true)
})
