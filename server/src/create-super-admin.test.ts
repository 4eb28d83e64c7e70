import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOn } from './testing-commands.ts'
import { people, testApp } from './world.ts'

const { as, browser, look, sessionOf, ...database } = await testApp()
const { run } = commandsOn(database)

const create = (...args: string[]) => run('create-super-admin', args)
const logIn = (email: string, password: string) => browser('platform')('POST /api/token/', { email, password })
const owners = () => look(`select id::int, email, full_name, role, is_active from people where tenant_id = 0 order by id`)

test('a platform owner is made, and logs in on the main domain at once', async () => {
  const before = await owners()
  assert.deepEqual(await create('--email', ' New@Platform.TEST ', '--password', 'Brand-new-1'), {
    code: 0,
    out: 'new@platform.test is a super admin and logs in at http://localhost:8000/login\n',
    err: '',
  })
  const made = (await owners()).slice(before.length)
  assert.deepEqual(made, [
    { id: made[0]?.id, email: 'new@platform.test', full_name: 'Super Admin', role: 'super_admin', is_active: true },
  ])
  const { status, body } = await logIn('new@platform.test', 'Brand-new-1')
  assert.deepEqual([status, body.role], [200, 'super_admin'])
  assert.equal((await browser('acme')('POST /api/token/', { email: 'new@platform.test', password: 'Brand-new-1' })).status, 403)
})

test('one that is there gets the new password, keeps name and id, and is logged out everywhere', async () => {
  const before = await owners()
  const cookie = await sessionOf('sol')
  const me = () => as(null, { at: 'platform', headers: { cookie } })('GET /api/me/')
  await look(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (0, $1, 'reset', now() + interval '1 hour')`,
    people.sol.id,
  )
  assert.equal((await me()).status, 200)
  assert.equal((await create('--email', 'SOL@platform.test', '--password', 'Brand-new-2')).code, 0)
  assert.deepEqual(await owners(), before)
  assert.equal((await me()).body.code, 'token_not_valid')
  assert.deepEqual(await look('select id from password_links where person_id = $1 and ended_at is null', people.sol.id), [])
  assert.equal((await logIn('sol@platform.test', 'Brand-new-2')).status, 200)
  assert.equal((await logIn('sol@platform.test', 'Password-1')).status, 401)
  assert.equal((await create('--email', 'sol@platform.test', '--password', 'Brand-new-2', '--name', ' Sol Super ')).code, 0)
  assert.equal((await owners()).find(({ id }) => id === people.sol.id)?.full_name, 'Sol Super')
})

test('a workspace’s person of that address stays who they are', async () => {
  const ann = () => look('select * from people where id = $1', people.ann.id)
  const before = await ann()
  const cookie = await sessionOf('ann')
  assert.equal((await create('--email', 'ann@acme.test', '--password', 'Brand-new-3')).code, 0)
  assert.deepEqual(await ann(), before)
  assert.equal((await as(null, { headers: { cookie } })('GET /api/me/')).status, 200)
  assert.equal((await logIn('ann@acme.test', 'Brand-new-3')).body.role, 'super_admin')
  assert.equal(
    (await browser('acme')('POST /api/token/', { email: 'ann@acme.test', password: 'Password-1' })).body.role,
    'tenant_admin',
  )
})

test('what is wrong is said in one line, and changes nothing', async () => {
  const before = await look('select t::text from people t order by tenant_id, id')
  const usage = 'Usage: npm run create-super-admin -- --email ADDRESS --password PASSWORD [--name NAME]'
  const rules = {
    length: 'Password must be at least 8 characters long.',
    upper: 'Password must include at least one uppercase letter.',
    lower: 'Password must include at least one lowercase letter.',
    digit: 'Password must include at least one digit.',
    special: 'Password must include at least one special character.',
  }
  for (const [args, line] of [
    [[], usage],
    [['--email', 'sol@platform.test'], usage],
    [['--password', 'Brand-new-4'], usage],
    [['--email', 'sol@platform.test', '--password', ''], usage],
    [['--mail', 'sol@platform.test', '--password', 'Brand-new-4'], usage],
    [['--email', 'sol@', '--password', 'Brand-new-4'], 'Invalid email format'],
    [['--email', 'sol@platform.test', '--password', 'weak'], [rules.length, rules.upper, rules.digit, rules.special].join(' ')],
    [['--email', 'sol@platform.test', '--password', ' '], Object.values(rules).join(' ')],
    [['--email', 'sol@platform.test', '--password', 'Nospecial1'], rules.special],
  ] as const)
    assert.deepEqual(await create(...args), { code: 1, out: '', err: `${line}\n` }, String(args))
  assert.deepEqual(await look('select t::text from people t order by tenant_id, id'), before)
})

test('it waits for nothing that a running server does, and two at once make one owner', async () => {
  const both = await Promise.all(
    ['Brand-new-5', 'Brand-new-6'].map((password) => create('--email', 'twin@platform.test', '--password', password)),
  )
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.equal((await owners()).filter(({ email }) => email === 'twin@platform.test').length, 1)
  const answers = await Promise.all(['Brand-new-5', 'Brand-new-6'].map((password) => logIn('twin@platform.test', password)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
})
