import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, password, people, testApp } from '../testing/world.ts'

const { as, browser, query } = await testApp()

beforeEach(() => query('delete from limits'))

const fresh = 'Quite-New-2'
const changed = [200, { detail: 'Password updated successfully.' }]
const wrong = [400, { old_password: ['Current password is incorrect.'] }]
const change = (old_password: unknown, new_password: unknown) =>
  ['POST /api/password/change/', { old_password, new_password }] as const
/** A browser in which this person has logged in. */
async function loggedIn(email: string, secret = password, at: 'acme' | 'platform' = 'acme') {
  const request = browser(at)
  assert.equal((await request('POST /api/token/', { email, password: secret })).status, 200)
  return request
}
const reset = () =>
  query(`update people set password_hash = (select password_hash from people where id = $1) where id <> $1`, people.hana.id)

test('everybody sees their own profile, the super admin on the main domain', async () => {
  for (const [name, full_name, role] of [
    ['ann', 'Ann', 'tenant_admin'],
    ['pam', 'Pam', 'project_manager'],
    ['dev', 'Dev', 'developer'],
    ['hana', 'Hana', 'hr'],
    ['sol', 'Sol', 'super_admin'],
  ] as const) {
    const { status, body } = await as(name)('GET /api/profile/')
    assert.equal(status, 200)
    const { id, at } = people[name]
    assert.deepEqual(body, {
      id,
      full_name,
      email: `${name}@${at}.test`,
      role,
      job_title: 'Job',
      department: 'Engineering',
      date_joined: body.date_joined,
    })
  }
})

test('a person changes their full name, and nothing else', async () => {
  const before = (await as('dev')('GET /api/profile/')).body
  const sent = {
    full_name: '  Devon Developer ',
    id: people.ann.id,
    email: 'x@acme.test',
    role: 'tenant_admin',
    job_title: 'Boss',
    department: 'HR',
    date_joined: '2000-01-01T00:00:00Z',
    tenant_id: 2,
    is_active: false,
    manager_id: null,
  }
  const after = { ...before, full_name: 'Devon Developer' }
  assert.deepEqual(outcome(await as('dev')('PUT /api/profile/', sent)), [200, after])
  assert.deepEqual(outcome(await as('dev')('GET /api/profile/')), [200, after])
  assert.equal((await as('dev')('GET /api/me/')).body.name, 'Devon Developer')
  assert.equal((await as('sol')('PUT /api/profile/', { full_name: 'Solo' })).body.full_name, 'Solo')
  assert.deepEqual(await query('select full_name from people where id = $1', people.dana.id), [{ full_name: 'Dana' }])
})

test('a full name is needed, of 255 characters at most', async () => {
  const rename = (full_name: unknown) => as('dev')('PUT /api/profile/', { full_name })
  for (const none of ['', ' ', null, undefined])
    assert.deepEqual(outcome(await rename(none)), [400, { full_name: ['This field is required'] }])
  assert.deepEqual(Object.keys((await rename('x'.repeat(256))).body), ['full_name'])
  assert.deepEqual(Object.keys((await rename(7)).body), ['full_name'])
})

test('a new password ends every other session and every link, and keeps this session', async () => {
  const [current, elsewhere] = [await loggedIn('dev@acme.test'), await loggedIn('dev@acme.test')]
  const colleague = await loggedIn('dana@acme.test')
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 day')`,
    people.dev.id,
  )
  assert.deepEqual(outcome(await current(...change(password, fresh))), changed)
  assert.equal((await current('GET /api/me/')).status, 200)
  assert.equal((await current('POST /api/token/refresh/')).status, 200)
  assert.equal((await elsewhere('GET /api/me/')).status, 401)
  assert.equal((await elsewhere('POST /api/token/refresh/')).status, 401)
  assert.equal((await colleague('GET /api/me/')).status, 200)
  assert.deepEqual(await query('select 1 from password_links where ended_at is null'), [])
  assert.equal((await browser('acme')('POST /api/token/', { email: 'dev@acme.test', password })).status, 401)
  await loggedIn('dev@acme.test', fresh)
  await reset()
})

test('the super admin changes their password on the main domain', async () => {
  const [current, elsewhere] = [
    await loggedIn('sol@platform.test', password, 'platform'),
    await loggedIn('sol@platform.test', password, 'platform'),
  ]
  assert.deepEqual(outcome(await current(...change(password, fresh))), changed)
  assert.equal((await current('GET /api/profile/')).status, 200)
  assert.equal((await elsewhere('GET /api/profile/')).status, 401)
  await reset()
})

test('both passwords are needed; the new one keeps every rule, each broken one with its message', async () => {
  const request = as('dana')
  const needed = ['This field is required']
  for (const none of ['', null, undefined])
    assert.deepEqual(outcome(await request(...change(none, none))), [400, { old_password: needed, new_password: needed }])
  assert.deepEqual(outcome(await request(...change(password, 'é'))), [
    400,
    {
      new_password: [
        'Password must be at least 8 characters long.',
        'Password must include at least one uppercase letter.',
        'Password must include at least one lowercase letter.',
        'Password must include at least one digit.',
      ],
    },
  ])
  assert.deepEqual(outcome(await request(...change(password, 'NoSpecial1'))), [
    400,
    { new_password: ['Password must include at least one special character.'] },
  ])
  assert.deepEqual(await query('select 1 from limits'), [])
})

test('a wrong current password changes nothing and ends nothing', async () => {
  const [current, elsewhere] = [await loggedIn('dev@acme.test'), await loggedIn('dev@acme.test')]
  for (const guess of ['Wrong-1', `${password} `, password.toLowerCase()])
    assert.deepEqual(outcome(await current(...change(guess, fresh))), wrong)
  for (const request of [current, elsewhere]) assert.equal((await request('GET /api/me/')).status, 200)
  await loggedIn('dev@acme.test')
})

test('of fifty guesses with a stolen session ten are verified; the owner logs in all the same', async () => {
  const thief = await loggedIn('dev@acme.test')
  const answers = await Promise.all(Array.from({ length: 50 }, () => thief(...change('Wrong-1', fresh))))
  const { 400: verified = [], 429: waiting = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([verified.length, waiting.length], [10, 40])
  for (const answer of verified) assert.deepEqual(outcome(answer), wrong)
  for (const { headers } of waiting) assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await thief(...change(password, fresh))).status, 429)
  const owner = await loggedIn('dev@acme.test')
  assert.equal((await as('dana')(...change('Wrong-1', fresh))).status, 400)
  await query('update limits set resets_at = now()')
  assert.deepEqual(outcome(await owner(...change(password, fresh))), changed)
  assert.equal((await thief('GET /api/me/')).status, 401)
  await reset()
})

test('failed log-ins keep nobody from changing their password, and a right one counts against nobody', async () => {
  const current = await loggedIn('dev@acme.test')
  await Promise.all(
    Array.from({ length: 11 }, () => browser('acme')('POST /api/token/', { email: 'dev@acme.test', password: 'Wrong-1' })),
  )
  const secrets = [password, ...Array.from({ length: 12 }, (_, i) => `Quite-New-${i}`)]
  for (const [i, next] of secrets.slice(1).entries())
    assert.deepEqual(outcome(await current(...change(secrets[i], next))), changed)
  await reset()
})

test('of two changes at the same moment one wins, from one browser or from two', async () => {
  for (let round = 0; round < 6; round++) {
    const first = await loggedIn('dev@acme.test')
    const second = round % 2 ? first : await loggedIn('dev@acme.test')
    const answers = await Promise.all([first(...change(password, 'First-new-1')), second(...change(password, 'Second-new-1'))])
    const winner = answers.findIndex(({ status }) => status === 200)
    const [won, lost] = [answers[winner], answers[1 - winner]]
    assert.deepEqual(won && outcome(won), changed)
    assert.ok(lost?.status === 400 || lost?.status === 401, String(lost?.status))
    await loggedIn('dev@acme.test', winner ? 'Second-new-1' : 'First-new-1')
    await reset()
  }
})
