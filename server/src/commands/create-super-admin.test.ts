// @long
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { commandsOn } from '../testing/commands.ts'
import { people, testApp } from '../testing/world.ts'

const { as, browser, query, sessionOf, ...database } = await testApp()
const { run, runAtTerminal } = commandsOn(database)
const hasScript = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false
const visible = 'Other users of this machine can see --password, and the shell may keep it. Leave it out to be asked for it.\n'

const create = (...args: string[]) => run('create-super-admin', args)
const logIn = (email: string, password: string) => browser('platform')('POST /api/token/', { email, password })
const owners = () => query(`select id::float8, email, full_name, role, is_active from people where tenant_id = 0 order by id`)

test('a platform owner is made, and logs in on the main domain at once', async () => {
  const before = await owners()
  assert.deepEqual(await create('--email', ' New@Platform.TEST ', '--password', 'Brand-new-1'), {
    code: 0,
    out: 'new@platform.test is a super admin and logs in at http://localhost:8000/login\n',
    err: visible,
  })
  const created = (await owners()).slice(before.length)
  assert.deepEqual(created, [
    { id: created[0]?.id, email: 'new@platform.test', full_name: 'Super Admin', role: 'super_admin', is_active: true },
  ])
  const { status, body } = await logIn('new@platform.test', 'Brand-new-1')
  assert.deepEqual([status, body.role], [200, 'super_admin'])
  assert.equal((await browser('acme')('POST /api/token/', { email: 'new@platform.test', password: 'Brand-new-1' })).status, 403)
})

test('one that is there gets the new password, keeps name and id, and is logged out everywhere', async () => {
  const before = await owners()
  const cookie = await sessionOf('sol')
  const me = () => as(null, { at: 'platform', headers: { cookie } })('GET /api/me/')
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (0, $1, 'reset', now() + interval '1 hour')`,
    people.sol.id,
  )
  assert.equal((await me()).status, 200)
  assert.equal((await create('--email', 'SOL@platform.test', '--password', 'Brand-new-2')).code, 0)
  assert.deepEqual(await owners(), before)
  assert.equal((await me()).body.code, 'token_not_valid')
  assert.deepEqual(await query('select id from password_links where person_id = $1 and ended_at is null', people.sol.id), [])
  assert.equal((await logIn('sol@platform.test', 'Brand-new-2')).status, 200)
  assert.equal((await logIn('sol@platform.test', 'Password-1')).status, 401)
  assert.equal((await create('--email', 'sol@platform.test', '--password', 'Brand-new-2', '--name', ' Sol Super ')).code, 0)
  assert.equal((await owners()).find(({ id }) => id === people.sol.id)?.full_name, 'Sol Super')
})

test('a workspace’s person of that address stays who they are', async () => {
  const ann = () => query('select * from people where id = $1', people.ann.id)
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
  const before = await query('select t::text from people t order by tenant_id, id')
  const usage = 'Usage: npm run create-super-admin -- --email ADDRESS [--password PASSWORD] [--name NAME]'
  const rules = {
    length: 'Password must be at least 8 characters long.',
    upper: 'Password must include at least one uppercase letter.',
    lower: 'Password must include at least one lowercase letter.',
    digit: 'Password must include at least one digit.',
    special: 'Password must include at least one special character.',
  }
  for (const [args, line] of [
    [[], usage],
    [['--email', 'sol@platform.test'], 'No password was given.'],
    [['--email', 'sol@platform.test', '--name', 'S'.repeat(256)], 'Ensure this field has no more than 255 characters.'],
    [['--password', 'Brand-new-4'], usage],
    [['--email', 'sol@platform.test', '--password', ''], usage],
    [['--mail', 'sol@platform.test', '--password', 'Brand-new-4'], usage],
    [['--email', 'sol@', '--password', 'Brand-new-4'], 'Invalid email format'],
    [['--email', 'sol@platform.test', '--password', 'weak'], [rules.length, rules.upper, rules.digit, rules.special].join(' ')],
    [['--email', 'sol@platform.test', '--password', ' '], Object.values(rules).join(' ')],
    [['--email', 'sol@platform.test', '--password', 'Nospecial1'], rules.special],
    [['--email', 'sol@platform.test', '--password', 'P@ssw0rd'], 'This password is too common.'],
  ] as const) {
    const { code, out, err } = await create(...args)
    assert.deepEqual([code, out, err.replace(visible, '')], [1, '', `${line}\n`], String(args))
  }
  assert.deepEqual(await query('select t::text from people t order by tenant_id, id'), before)
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

test('from a script, the password is the first line of the standard input', async () => {
  const args = ['--email', 'piped@platform.test']
  assert.deepEqual(await run('create-super-admin', args, { input: 'Piped-in-1\nPiped-in-2\n' }), {
    code: 0,
    out: 'piped@platform.test is a super admin and logs in at http://localhost:8000/login\n',
    err: '',
  })
  assert.equal((await logIn('piped@platform.test', 'Piped-in-1')).status, 200)
  const weak = await run('create-super-admin', args, { input: 'P@ssw0rd' })
  assert.deepEqual([weak.code, weak.err], [1, 'This password is too common.\n'])
  assert.equal((await logIn('piped@platform.test', 'Piped-in-1')).status, 200)
})

const atTerminal = { skip: hasScript ? false : 'there is no script of util-linux' }

test('at a terminal the password is asked for twice, and never shown', atTerminal, async () => {
  const { code, shown } = await runAtTerminal(
    'create-super-admin',
    ['--email', 'typed@platform.test'],
    [
      ['Password: ', 'Typed-oops\u007f\u007f\u007f\u007fin-1\r'],
      ['The same again: ', 'Typed-in-1\r'],
    ],
  )
  assert.deepEqual(
    [code, shown.replaceAll('\r', '')],
    [0, 'Password: \nThe same again: \ntyped@platform.test is a super admin and logs in at http://localhost:8000/login\n'],
  )
  assert.equal((await logIn('typed@platform.test', 'Typed-in-1')).status, 200)
})

test('two different passwords, none, or an interruption at a terminal make nobody', atTerminal, async () => {
  const before = await owners()
  for (const [answers, expected] of [
    [
      ['Typed-in-1\r', 'Typed-in-2\r'],
      [1, 'Password: \nThe same again: \nPasswords do not match.\n'],
    ],
    [['\r'], [1, 'Password: \nNo password was given.\n']],
    [['\u0004'], [1, 'Password: \nNo password was given.\n']],
    [['\u0003'], [130, 'Password: ']],
  ] as const) {
    const questions = answers.map((answer, i) => [i ? 'The same again: ' : 'Password: ', answer] as [string, string])
    const { code, shown } = await runAtTerminal('create-super-admin', ['--email', 'nobody@platform.test'], questions)
    assert.deepEqual([code, shown.replaceAll('\r', '')], expected, JSON.stringify(answers))
  }
  assert.deepEqual(await owners(), before)
})
