import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reservedSubdomains } from 'contract'
import { outcome, testApp } from '../testing/world.ts'
import { digitsOf } from './codes.ts'
import { countSignups } from './testing.ts'

const { as, asOwner, browser, query, send, services } = await testApp()

const secret = 'Brandnew1'
let counter = 0

/** A browser in which an address has just been verified, and a form that is in order. */
async function owner(fields: object = {}) {
  const n = ++counter
  const email = `owner${n}@new.test`
  const request = browser('platform')
  await request('POST /api/tenants/send-otp/', { email })
  const [row] = await query('select key from signup_codes where email = $1', email)
  const otp = digitsOf(services.tokens, { key: String(row?.key), email })
  assert.equal((await request('POST /api/tenants/verify-otp/', { email, otp })).status, 200)
  const form = {
    tenant_name: `New ${n}`,
    domain_url: `new-${n}.localhost`,
    email,
    password: secret,
    full_name: 'Olga Owner',
    ...fields,
  }
  return { request, form, email, signUp: (other: object = {}) => request('POST /api/tenants/signup/', { ...form, ...other }) }
}
const tenantBy = async (subdomain: string) =>
  (
    await query(
      `select t.id::int, t.name, t.schema, t.timezone, t.on_trial, t.paid_until, t.is_blocked,
         t.trial_ends_on - (now() at time zone t.timezone)::date as days from tenants t where subdomain = $1`,
      subdomain,
    )
  )[0]
const available = async (body: object) => {
  const answer = await browser('platform')('POST /api/tenants/check-availability/', body)
  return [answer.body.subdomain_available, answer.body.tenant_name_available]
}

test('a free subdomain and name are available, a taken one is not, in whatever case or spacing of the name', async () => {
  await query(`update tenants set name = 'Big  Acme', name_key = 'big acme' where subdomain = 'acme'`)
  assert.deepEqual(await available({ subdomain: 'fresh', tenant_name: 'Fresh' }), [true, true])
  assert.deepEqual(await available({ subdomain: 'acme', tenant_name: 'Fresh' }), [false, true])
  for (const tenant_name of ['Big Acme', 'BIG ACME', '  big\t  acme ', 'Big\u00a0Acme'])
    assert.deepEqual(await available({ subdomain: 'fresh', tenant_name }), [true, false], tenant_name)
  assert.deepEqual(await available({ subdomain: 'fresh', tenant_name: 'BigAcme' }), [true, true])
})

test('a reserved or badly formed subdomain is not available, and an empty question is no error', async () => {
  const bad = ['ab', '-abc', 'abc-', 'a--b', 'a_b', 'a.b', 'ABC', 'äbc', '', 'a'.repeat(64), ...reservedSubdomains]
  for (const subdomain of bad) assert.deepEqual(await available({ subdomain, tenant_name: 'X' }), [false, true], subdomain)
  for (const subdomain of ['abc', 'a-b', '123', 'a'.repeat(63)])
    assert.deepEqual(await available({ subdomain, tenant_name: 'X' }), [true, true], subdomain)
  assert.deepEqual(await available({}), [false, false])
})

test('a sign-up makes workspace, trial, admin and mail together, and the owner can log in', async () => {
  const { signUp, email } = await owner({
    tenant_name: '  Nova   Labs ',
    domain_url: 'Nova-Labs.localhost:8000',
    timezone: 'Asia/Tokyo',
  })
  assert.deepEqual(outcome(await signUp()), [
    201,
    {
      detail: `Workspace created! Login link sent to ${email}`,
      tenant: { name: 'Nova   Labs', subdomain: 'nova-labs' },
      login_url: 'http://nova-labs.localhost:8000/login',
    },
  ])
  const tenant = await tenantBy('nova-labs')
  assert.deepEqual(tenant, {
    id: tenant?.id,
    name: 'Nova   Labs',
    schema: 'nova_labs',
    timezone: 'Asia/Tokyo',
    on_trial: true,
    paid_until: null,
    is_blocked: false,
    days: 30,
  })
  const people = await query(
    'select id::float8, email, full_name, role, is_owner, accepted_at is not null as accepted from people where tenant_id = $1',
    tenant?.id,
  )
  assert.deepEqual(people, [
    { id: people[0]?.id, email, full_name: 'Olga Owner', role: 'tenant_admin', is_owner: true, accepted: true },
  ])
  const jobs = await query(`select data from pgboss.job where name = 'mail' and data->>'template' = 'login_link'`)
  assert.deepEqual(jobs, [{ data: { template: 'login_link', tenant_id: tenant?.id, person_id: people[0]?.id } }])

  const at = 'nova-labs.localhost:8000'
  assert.equal((await send(at, {}, 'POST /api/token/', { email, password: secret })).body.role, 'tenant_admin')
  assert.equal((await send(at, {}, 'POST /api/token/', { email, password: 'Brandnew2' })).status, 401)
})

test('role, trial, payment, state and id are never the sender’s to choose', async () => {
  const { signUp, form, email } = await owner()
  await signUp({
    role: 'super_admin',
    on_trial: false,
    paid_until: '2099-01-01',
    trial_ends_on: '2099-01-01',
    is_blocked: true,
    id: 7,
    schema: 'public',
  })
  const tenant = await tenantBy(form.domain_url.split('.')[0] ?? '')
  assert.deepEqual([tenant?.on_trial, tenant?.paid_until, tenant?.is_blocked, tenant?.days], [true, null, false, 30])
  assert.equal(tenant?.schema, form.domain_url.replace('.localhost', '').replaceAll('-', '_'))
  assert.deepEqual(await query('select role from people where email = $1', email), [{ role: 'tenant_admin' }])
})

for (const timezone of [undefined, 'Mars/Olympus', '', 7, null, 'x'.repeat(200), '\u0000', "UTC'; drop table tenants; --"])
  test(`a time zone that nobody knows becomes UTC: ${String(JSON.stringify(timezone)).slice(0, 30)}`, async () => {
    const { signUp, form } = await owner({ timezone })
    assert.equal((await signUp()).status, 201)
    assert.equal((await tenantBy(form.domain_url.replace('.localhost', '')))?.timezone, 'UTC')
  })

test('every complaint about a form comes at once, on its field', async () => {
  const needed = ['This field is required']
  assert.deepEqual(outcome(await browser('platform')('POST /api/tenants/signup/', {})), [
    400,
    { tenant_name: needed, domain_url: needed, email: needed, password: needed, full_name: needed },
  ])
  const { signUp } = await owner()
  assert.deepEqual(outcome(await signUp({ password: 'short' })), [
    400,
    { password: ['At least 8 characters', 'One uppercase letter', 'One number'] },
  ])
  assert.deepEqual(outcome(await signUp({ tenant_name: ' GLOBEX ', domain_url: 'globex.localhost', email: 'other@new.test' })), [
    400,
    {
      subdomain: ['Subdomain not available'],
      tenant_name: ['Organization name already taken'],
      email: ['Please verify your email'],
    },
  ])
  assert.equal((await signUp()).status, 201)
})

test('a workspace lies right under our main domain, and has a well-formed name of its own', async () => {
  const { signUp } = await owner()
  for (const domain_url of [
    'good.elsewhere',
    'good',
    '.localhost',
    'a.b.localhost',
    'a--b.localhost',
    'http://good.localhost',
    'goodlocalhost',
  ])
    assert.deepEqual(outcome(await signUp({ domain_url })), [400, { subdomain: ['Invalid subdomain format'] }], domain_url)
  assert.deepEqual(outcome(await signUp({ domain_url: 'admin.localhost' })), [400, { subdomain: ['Subdomain not available'] }])
})

const unverified = [400, { email: ['Please verify your email'] }]

test('a verified address is verified for the browser that did it, for that address and for half an hour', async () => {
  const { request, form, email, signUp } = await owner()
  const elsewhere = browser('platform')
  assert.deepEqual(outcome(await elsewhere('POST /api/tenants/signup/', form)), unverified)
  assert.deepEqual(outcome(await signUp({ email: 'other@new.test' })), unverified)
  await query(`update signup_codes set verified_at = now() - interval '30 minutes' where email = $1`, email)
  assert.deepEqual(outcome(await signUp()), unverified)
  await query(`update signup_codes set verified_at = now() - interval '29 minutes' where email = $1`, email)
  const cookie = request.jar.get('atrium_signup') ?? ''
  elsewhere.jar.set('atrium_signup', cookie.replace(/.{6}$/, 'forged'))
  assert.deepEqual(outcome(await elsewhere('POST /api/tenants/signup/', form)), unverified)
  assert.equal((await signUp()).status, 201)
})

test('a verification serves one sign-up, also when two come at once', async () => {
  const { request, form, email, signUp } = await owner()
  const cookie = request.jar.get('atrium_signup') ?? ''
  const answers = await Promise.all([signUp(), signUp({ tenant_name: 'Second of it', domain_url: 'second-of-it.localhost' })])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400])
  assert.deepEqual(await query('select count(*)::int as n from people where email = $1', email), [{ n: 1 }])
  request.jar.set('atrium_signup', cookie)
  assert.deepEqual(
    outcome(await signUp({ ...form, tenant_name: 'Third of it', domain_url: 'third-of-it.localhost' })),
    unverified,
  )
  assert.equal(await tenantBy('third-of-it'), undefined)
})

test('the same e-mail may own several workspaces, each with its own verification', async () => {
  const { request, form, email, signUp } = await owner()
  assert.equal((await signUp()).status, 201)
  await query(`update signup_codes set created_at = created_at - interval '2 minutes' where email = $1`, email)
  await request('POST /api/tenants/send-otp/', { email })
  const [row] = await query('select key from signup_codes where email = $1 order by id desc limit 1', email)
  await request('POST /api/tenants/verify-otp/', { email, otp: digitsOf(services.tokens, { key: String(row?.key), email }) })
  const repeated = await request('POST /api/tenants/signup/', {
    ...form,
    tenant_name: 'Another one',
    domain_url: 'another-one.localhost',
  })
  assert.equal(repeated.status, 201)
})

for (const [what, shared, wrong] of [
  ['subdomain', { domain_url: 'contested.localhost' }, { subdomain: ['Subdomain not available'] }],
  ['name', { tenant_name: 'Contested' }, { tenant_name: ['Organization name already taken'] }],
] as const)
  test(`of sign-ups racing for one ${what} one wins, the others are told and leave nothing behind`, async () => {
    for (let round = 0; round < 4; round++) {
      const tag = `${what}-${round}`
      const form = JSON.parse(JSON.stringify(shared).replaceAll('ontested', `ontested-${tag}`)) as object
      const owners = await Promise.all(Array.from({ length: 3 }, () => owner(form)))
      const madeSince = await countSignups(query)
      const answers = await Promise.all(owners.map(({ signUp }) => signUp()))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400])
      for (const answer of answers) if (answer.status === 400) assert.deepEqual(answer.body, wrong)
      assert.deepEqual(await madeSince(), { tenants: 1, people: 1, mails: 1, used: 1 })

      const loser = owners[answers.findIndex(({ status }) => status === 400)]
      assert.equal((await loser?.signUp({ tenant_name: `Loser ${tag}`, domain_url: `loser-${tag}.localhost` }))?.status, 201)
    }
  })

test('a sign-up that fails at its last step leaves no workspace, and can be made later', async () => {
  const { signUp, form } = await owner()
  const madeSince = await countSignups(query)
  const mails = (verb: 'revoke' | 'grant') =>
    asOwner((client) =>
      client.query(`${verb} insert on all tables in schema pgboss ${verb === 'grant' ? 'to' : 'from'} atrium_platform`),
    )
  await mails('revoke')
  try {
    assert.equal((await signUp()).status, 500)
  } finally {
    await mails('grant')
  }
  assert.deepEqual(await madeSince(), { tenants: 0, people: 0, mails: 0, used: 0 })
  assert.equal((await signUp()).status, 201)
  assert.equal(
    (
      await as(null, { at: 'platform' })('POST /api/tenants/check-availability/', {
        subdomain: form.domain_url.split('.')[0],
        tenant_name: '',
      })
    ).body.subdomain_available,
    false,
  )
})
