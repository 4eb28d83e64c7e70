import assert from 'node:assert/strict'
import { test } from 'node:test'
import { departments } from 'contract'
import { type Answer, outcome, password, people, testApp } from '../testing/world.ts'

const { as, browser, query } = await testApp()
const ann = as('ann')

const form = { full_name: 'Nia New', job_title: 'Developer', department: 'Engineering', role: 'developer' }
let counter = 0
const newcomer = (fields: object = {}) => ({ ...form, email: `new${++counter}@acme.test`, ...fields })
const namesOf = ({ body }: Answer) => body.results.map(({ full_name }: { full_name: string }) => full_name)

test('the admin sees the people they manage by name: not themselves, nobody deleted, nobody of another workspace', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, is_active) values (1, 'gone@acme.test', 'Gone', 'hr', false)`,
  )
  const { status, body } = await ann('GET /api/employees/')
  assert.equal(status, 200)
  assert.deepEqual(namesOf({ body } as Answer), ['Dana', 'Deb', 'Dev', 'Hana', 'Max', 'Pam', 'Una'])
  assert.deepEqual([body.count, body.next, body.previous], [7, null, null])
  const { date_joined, ...dana } = body.results[0]
  assert.match(date_joined, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.deepEqual(dana, {
    id: people.dana.id,
    full_name: 'Dana',
    email: 'dana@acme.test',
    role: 'developer',
    job_title: 'Job',
    department: 'Engineering',
    is_active: true,
    invitation_status: 'accepted',
    invitation_expires_at: null,
    has_second_factor: false,
    is_undeliverable: false,
  })
})

test('the list is filtered by role and searched in name, e-mail, job and department', async () => {
  const namesFor = async (query: string) => namesOf(await ann(`GET /api/employees/?${query}`))
  assert.deepEqual(await namesFor('role=project_manager'), ['Max', 'Pam'])
  assert.deepEqual(await namesFor('role=HR'), ['Hana'])
  assert.deepEqual(await namesFor('search=dE'), ['Deb', 'Dev'])
  assert.deepEqual(await namesFor('search=pam%40acme'), ['Pam'])
  assert.deepEqual(await namesFor('search=%20una%20'), ['Una'])
  assert.equal((await namesFor('search=engineer')).length, 7)
  assert.deepEqual(await namesFor('search=de&role=hr'), [])
  assert.deepEqual(await namesFor('search=acme.test%20PAM'), ['Pam'])
  assert.deepEqual(await namesFor('search=d%C3%A9v'), ['Dev'])
  for (const wildcard of ['%25', '_', '%5C']) assert.deepEqual(await namesFor(`search=${wildcard}`), [])
  assert.deepEqual(Object.keys((await ann('GET /api/employees/?role=tenant_admin')).body), ['role'])
})

test('people are sorted as people sort names, and found without the marks of their letters', async () => {
  const names = ['Anna', 'Çelik', 'Dörte', 'Émile', 'émile b', 'İlker', 'Łukasz', 'Øyvind', 'Özge', 'Ян', '山田']
  for (const [i, full_name] of names.entries())
    await query(
      `insert into people (tenant_id, email, full_name, role) values (1, $1, $2, 'hr')`,
      `sorted${i}@acme.test`,
      full_name,
    )
  const listed = (rows: { full_name: string; email: string }[]) =>
    rows.filter(({ email }) => email.startsWith('sorted')).map(({ full_name }) => full_name)
  assert.deepEqual(listed((await as('ann')('GET /api/employees/?search=sorted')).body.results), names)
  assert.deepEqual(listed((await as('dev')('GET /api/users/?search=sorted')).body), names)
  for (const [search, expected] of [
    ['lukasz', 'Łukasz'],
    ['ŁUKASZ', 'Łukasz'],
    ['ozge', 'Özge'],
    ['oyvind', 'Øyvind'],
    ['ilker', 'İlker'],
    ['celik', 'Çelik'],
    ['emile b', 'émile b'],
    ['ян', 'Ян'],
    ['田', '山田'],
    ['d\u00adorte', 'Dörte'],
  ] as const) {
    const q = new URLSearchParams({ search })
    assert.deepEqual(listed((await as('ann')(`GET /api/employees/?${q}`)).body.results), [expected], search)
    assert.deepEqual(listed((await as('dev')(`GET /api/users/?${q}`)).body), [expected], search)
  }
  await query(`delete from people where email like 'sorted%'`)
})

test('a search ignores accents in the name as well as in the words', async () => {
  await ann('POST /api/employees/', newcomer({ full_name: 'Zoë Ångström' }))
  for (const search of ['zoe', 'ZOË', 'angstrom zoe', 'Å zo'])
    assert.deepEqual(namesOf(await ann(`GET /api/employees/?search=${encodeURIComponent(search)}`)), ['Zoë Ångström'], search)
  await query(`delete from password_links where person_id in (select id from people where full_name like 'Zo%')`)
  await query(`delete from people where full_name like 'Zo%'`)
})

test('the list comes in pages, and next and previous lead through all of them', async () => {
  const first = await ann('GET /api/employees/?limit=3&search=acme')
  assert.deepEqual([first.body.count, first.body.previous], [7, null])
  assert.match(first.body.next, /^\/api\/employees\/\?/)
  const second = await ann(`GET ${first.body.next}`)
  const third = await ann(`GET ${second.body.next}`)
  assert.deepEqual([first, second, third].flatMap(namesOf), ['Dana', 'Deb', 'Dev', 'Hana', 'Max', 'Pam', 'Una'])
  assert.equal(third.body.next, null)
  assert.deepEqual(namesOf(await ann(`GET ${third.body.previous}`)), namesOf(second))
  assert.deepEqual((await ann('GET /api/employees/?offset=50')).body.results, [])
  for (const bad of ['limit=0', 'limit=-1', 'limit=x', 'limit=1e3', 'offset=-1', 'offset=99999999999', 'limit=1&limit=2'])
    assert.equal((await ann(`GET /api/employees/?${bad}`)).status, 400, bad)
  assert.equal((await ann('GET /api/employees/?limit=5000')).status, 200)
})

test('an employee without a password is invited by mail, and cannot log in before they set one', async () => {
  const body = newcomer({ email: ' Nia@Acme.TEST ', full_name: '  Nia New ' })
  const created = await ann('POST /api/employees/', body)
  const { id, date_joined, invitation_expires_at, ...person } = created.body
  assert.equal(created.status, 201)
  assert.ok(id && date_joined && invitation_expires_at > date_joined)
  const flags = { is_active: true, is_undeliverable: false, has_second_factor: false }
  const shown = { ...form, ...flags, email: 'nia@acme.test', invitation_status: 'pending' }
  assert.deepEqual(person, shown)

  const [job] = await query(
    `select j.data->>'template' as template, l.purpose, round(extract(epoch from l.expires_at - now()) / 3600)::int as hours
     from password_links l join pgboss.job j on j.name = 'mail' and (j.data->>'link_id')::bigint = l.id where l.person_id = $1`,
    id,
  )
  assert.deepEqual(job, { template: 'invitation', purpose: 'invitation', hours: 72 })
  assert.equal((await browser('acme')('POST /api/token/', { email: 'nia@acme.test', password })).status, 401)
})

test('an employee with a password can log in at once, is invited all the same, and the password is nowhere told', async () => {
  const { email } = newcomer()
  const created = await ann('POST /api/employees/', { ...form, email, password })
  assert.equal(created.status, 201)
  assert.equal(created.body.invitation_status, 'pending')
  assert.ok(!JSON.stringify(created.body).includes('assword'))
  const links = await query('select purpose from password_links where person_id = $1', created.body.id)
  assert.deepEqual(links, [{ purpose: 'invitation' }])
  assert.equal((await browser('acme')('POST /api/token/', { email, password })).status, 200)
  const [listed] = (await ann(`GET /api/employees/?search=${email}`)).body.results
  assert.equal(listed.invitation_status, 'accepted')
})

test('a weak password is told every rule that it breaks, an empty one is none', async () => {
  assert.deepEqual(outcome(await ann('POST /api/employees/', newcomer({ password: 'short' }))), [
    400,
    {
      password: [
        'Password must be at least 8 characters long.',
        'Password must include at least one uppercase letter.',
        'Password must include at least one digit.',
        'Password must include at least one special character.',
      ],
    },
  ])
  for (const none of ['', null]) assert.equal((await ann('POST /api/employees/', newcomer({ password: none }))).status, 201)
})

test('every field is asked for at once; role and department are closed lists', async () => {
  const needed = ['This field is required']
  assert.deepEqual(outcome(await ann('POST /api/employees/', { full_name: ' ' })), [
    400,
    { full_name: needed, email: needed, job_title: needed, department: needed, role: needed },
  ])
  for (const role of ['tenant_admin', 'super_admin', 'boss', 7])
    assert.deepEqual(Object.keys((await ann('POST /api/employees/', newcomer({ role }))).body), ['role'])
  for (const department of ['Sales', 'engineeringx', {}])
    assert.deepEqual(Object.keys((await ann('POST /api/employees/', newcomer({ department }))).body), ['department'])
  assert.deepEqual((await ann('POST /api/employees/', newcomer({ email: 'not-an-email' }))).body, {
    email: ['Invalid email format'],
  })
  const spelled = await ann('POST /api/employees/', newcomer({ role: 'Project_Manager', department: 'r&d' }))
  assert.deepEqual([spelled.body.role, spelled.body.department], ['project_manager', 'R&D'])
  for (const department of departments)
    assert.equal((await ann('POST /api/employees/', newcomer({ department }))).status, 201, department)
})

test('tenant, id, state and manager are never the sender’s to choose', async () => {
  const sent = newcomer({ id: 4711, tenant_id: 2, is_active: false, manager_id: people.pam.id, accepted_at: '2020-01-01' })
  const { body } = await ann('POST /api/employees/', sent)
  const [row] = await query('select tenant_id::int, is_active, manager_id, accepted_at from people where id = $1', body.id)
  assert.notEqual(body.id, 4711)
  assert.deepEqual(row, { tenant_id: 1, is_active: true, manager_id: null, accepted_at: null })
})

test('a new developer is assigned to the chosen project manager, who is told of it', async () => {
  const { status, body } = await ann('POST /api/employees/', newcomer({ manager: people.pam.id }))
  assert.equal(status, 201)
  const mine = (await as('pam')('GET /api/my-developers/')).body
  assert.ok(mine.some(({ id }: { id: number }) => id === body.id))
  const [told] = (await as('pam')('GET /api/notifications/')).body.results
  assert.equal(told.message, 'Nia New has been assigned to you.')
  const [logged] = (await ann(`GET /api/audit-logs/?developer=${body.id}`)).body.results
  assert.deepEqual([logged.previous_manager, logged.new_manager.full_name], [null, 'Pam'])
  for (const nobody of [undefined, null, 0, ''])
    assert.equal((await ann('POST /api/employees/', newcomer({ manager: nobody }))).status, 201)
})

test('only a developer is assigned, and only to a project manager of this workspace', async () => {
  const create = async (fields: object) => {
    const { status, body } = await ann('POST /api/employees/', newcomer(fields))
    return [status, body]
  }
  const nobodys = [400, { manager: ['Choose a project manager of this workspace.'] }]
  for (const manager of [people.dev.id, people.ann.id, people.gil.id, 404]) assert.deepEqual(await create({ manager }), nobodys)
  assert.deepEqual(await create({ role: 'hr', manager: people.pam.id }), [
    400,
    { manager: ['Only developers are assigned to a project manager.'] },
  ])
  assert.deepEqual(await create({ manager: 'Pam' }), [400, { manager: ['Not a valid id.'] }])
  const { body } = await ann('POST /api/employees/', newcomer({ full_name: '', manager: people.dev.id }))
  assert.deepEqual(body.manager, ['Choose a project manager of this workspace.'])
})

const duplicate = [400, { email: ['An employee with this email already exists.'] }]

test('an e-mail is used once among the active people of a workspace, in whatever case', async () => {
  for (const email of ['pam@acme.test', 'PAM@Acme.Test', ' pam@acme.test', 'ann@acme.test'])
    assert.deepEqual(outcome(await ann('POST /api/employees/', newcomer({ email }))), duplicate)
  assert.equal((await as('gwen')('POST /api/employees/', newcomer({ email: 'pam@acme.test' }))).status, 201)
})

test('of ten parallel creations with one e-mail exactly one succeeds, and one invitation goes out', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      ann('POST /api/employees/', newcomer({ email: i % 2 ? 'race@acme.test' : 'Race@acme.test' })),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array(9).fill(400)])
  for (const answer of answers) if (answer.status === 400) assert.deepEqual(outcome(answer), duplicate)
  const [row] = await query(
    `select count(distinct p.id)::int as people, count(l.id)::int as links from people p
     left join password_links l on l.person_id = p.id where p.email = 'race@acme.test'`,
  )
  assert.deepEqual(row, { people: 1, links: 1 })
})

test('a deleted person’s e-mail is free again', async () => {
  const body = newcomer()
  const { id } = (await ann('POST /api/employees/', body)).body
  assert.equal((await ann('POST /api/employees/', body)).status, 400)
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 204)
  const repeated = await ann('POST /api/employees/', body)
  assert.equal(repeated.status, 201)
  assert.notEqual(repeated.body.id, id)
})

test('an update changes name, job, department and role; e-mail and password are not read', async () => {
  const { id, email } = (await ann('POST /api/employees/', newcomer({ password }))).body
  const change = { full_name: 'Nia Old', job_title: 'Head', department: 'IT', role: 'hr' }
  const { status, body } = await ann(`PUT /api/employees/${id}/`, { ...change, email: 7, password: 'x', is_active: false })
  assert.equal(status, 200)
  assert.deepEqual({ ...body, ...change, email }, body)
  assert.equal(body.is_active, true)
  assert.equal((await browser('acme')('POST /api/token/', { email, password })).status, 200)
})

test('an update needs every field', async () => {
  assert.deepEqual(outcome(await ann(`PUT /api/employees/${people.una.id}/`, { full_name: 'Una' })), [
    400,
    {
      job_title: ['This field is required'],
      department: ['This field is required'],
      role: ['This field is required'],
    },
  ])
})

test('the workspace administrator is no employee: not listed, not changed, not deleted', async () => {
  const refused = [400, { detail: 'The workspace administrator cannot be changed here.' }]
  assert.deepEqual(outcome(await ann(`PUT /api/employees/${people.ann.id}/`, { ...form, role: 'hr' })), refused)
  assert.deepEqual(outcome(await ann(`DELETE /api/employees/${people.ann.id}/`)), refused)
  assert.equal((await ann(`POST /api/employees/${people.ann.id}/resend-invitation/`)).status, 404)
})
