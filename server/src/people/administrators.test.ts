// Several administrators of a workspace, one of whom owns it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { okBody, outcome, password, people, projects, subtasks, testApp } from '../testing/world.ts'

const { as, browser, query } = await testApp()
const ann = as('ann')

const insert = (name: string, rest: { role?: string; accepted?: boolean } = {}) =>
  query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select 1, lower($1) || '@acme.test', $1, $3, password_hash, case when $4 then now() end from people where id = $2 returning id::float8`,
    name,
    people.ann.id,
    rest.role ?? 'tenant_admin',
    rest.accepted ?? true,
  ).then(([row]) => Number(row?.id))

async function logIn(name: string) {
  const request = browser('acme')
  await okBody(request('POST /api/token/', { email: `${name.toLowerCase()}@acme.test`, password }))
  return request
}
const namesOf = async () =>
  (await okBody(ann('GET /api/administrators/'))).map(({ full_name }: { full_name: string }) => full_name)
const owners = () => query('select full_name from people where tenant_id = 1 and is_owner')
const ownersOnly = [403, { detail: 'Only the owner of the workspace can do this.' }]
const employee = { role: 'hr', job_title: 'Clerk', department: 'HR' }
const mails = (template: string) => query(`delete from pgboss.job where data->>'template' = $1 returning data`, template)

let ids = { abby: 0, bob: 0 }
/** Ann owns Acme. Abby and Bob are administrators, too. */
async function begin() {
  await query(`update people set is_owner = false where tenant_id = 1`)
  await query(`update people set is_owner = true where id = $1`, people.ann.id)
  await query(`update people set is_active = false where tenant_id = 1 and id > 1000`)
  ids = { abby: await insert('Abby'), bob: await insert('Bob') }
}
beforeEach(async () => {
  await query('delete from limits')
  await query(`delete from pgboss.job where name = 'mail'`)
  await begin()
})

test('every administrator sees all of them, the owner first; employees are listed elsewhere', async () => {
  const list = await okBody(ann('GET /api/administrators/'))
  assert.deepEqual(list[0], {
    id: people.ann.id,
    full_name: 'Ann',
    email: 'ann@acme.test',
    is_owner: true,
    invitation_status: 'accepted',
    invitation_expires_at: null,
    is_undeliverable: false,
    has_second_factor: false,
    date_joined: list[0].date_joined,
  })
  assert.deepEqual(await namesOf(), ['Ann', 'Abby', 'Bob'])
  assert.deepEqual(await okBody((await logIn('Abby'))('GET /api/administrators/')), list)
  const shown = JSON.stringify(await okBody(ann('GET /api/employees/')))
  for (const name of ['abby', 'bob', 'ann']) assert.ok(!shown.includes(`${name}@acme.test`), name)
})

test('a person learns whether they own the workspace', async () => {
  assert.equal((await okBody(ann('GET /api/me/'))).is_owner, true)
  assert.equal((await okBody((await logIn('Abby'))('GET /api/me/'))).is_owner, false)
  assert.equal((await okBody(as('pam')('GET /api/me/'))).is_owner, false)
})

test('every administrator invites others, who choose a password by the link and are administrators then', async () => {
  const abby = await logIn('Abby')
  const { id, ...shown } = await okBody(abby('POST /api/administrators/', { full_name: 'Nia', email: 'NIA@acme.test' }))
  assert.deepEqual([shown.email, shown.is_owner, shown.invitation_status], ['nia@acme.test', false, 'pending'])
  assert.equal((await mails('invitation')).length, 1)
  const { link } = await okBody(ann(`POST /api/administrators/${id}/invitation-link/`))
  const [uidb64, token] = new URL(link).pathname.split('/').slice(-2)
  await okBody(browser('acme')('POST /api/set-password/', { uidb64, token, new_password: 'Brand-new-1' }))
  const nia = browser('acme')
  assert.equal((await okBody(nia('POST /api/token/', { email: 'nia@acme.test', password: 'Brand-new-1' }))).role, 'tenant_admin')
  assert.ok((await okBody(nia('GET /api/administrators/'))).length === 4)
})

test('who has not accepted the invitation is neither named as an administrator nor notified; the owner always is', async () => {
  const { id } = await okBody(ann('POST /api/administrators/', { full_name: 'Nia', email: 'mistyped@acme.test' }))
  const named = async () =>
    (await okBody(as('pam')('GET /api/payment-info/'))).administrators.map(({ full_name }: { full_name: string }) => full_name)
  assert.deepEqual(await named(), ['Ann', 'Abby', 'Bob'])
  await okBody(ann(`POST /api/administrators/${ids.bob}/make-owner/`, { password }))
  assert.equal((await mails('ownership')).length, 1)
  const told = await query('select distinct person_id::float8 id from notifications where person_id = any($1)', [id, ids.abby])
  assert.deepEqual(told, [{ id: ids.abby }])
  await query('update people set accepted_at = null where id = any($1)', [people.ann.id, ids.bob])
  assert.deepEqual(await named(), ['Bob', 'Abby'])
  await query('update people set accepted_at = now() where id = any($1)', [people.ann.id, id])
  assert.deepEqual(await named(), ['Bob', 'Ann', 'Abby', 'Nia'])
})

test('an invitation is limited, resent and copied like an employee’s', async () => {
  const { id } = await okBody(ann('POST /api/administrators/', { full_name: 'Nia', email: 'nina@acme.test' }))
  const resend = () => ann(`POST /api/administrators/${id}/resend-invitation/`)
  assert.deepEqual(outcome(await resend()), [200, { detail: 'Invitation resent successfully.' }])
  assert.equal((await resend()).status, 429)
  for (const call of ['resend-invitation', 'invitation-link'])
    assert.deepEqual(outcome(await ann(`POST /api/administrators/${ids.abby}/${call}/`)), [
      400,
      { detail: 'This person has already accepted the invitation.' },
    ])
  await query(`update limits set count = 1000000 where key = 'invitations 1'`)
  const another = await ann('POST /api/administrators/', { full_name: 'Nia', email: 'nadia@acme.test' })
  assert.equal(another.status, 429)
  assert.deepEqual(await namesOf(), ['Ann', 'Abby', 'Bob', 'Nia'])
})

test('an employee becomes an administrator, is told by mail, and keeps their session', async () => {
  const id = await insert('Hugo', { role: 'hr' })
  const hugo = await logIn('Hugo')
  const shown = await okBody((await logIn('Bob'))('POST /api/administrators/promote/', { employee: id }))
  assert.deepEqual([shown.id, shown.is_owner], [id, false])
  assert.equal((await okBody(hugo('GET /api/me/'))).role, 'tenant_admin')
  assert.ok((await namesOf()).includes('Hugo'))
  assert.deepEqual(await mails('promotion'), [{ data: { template: 'promotion', tenant_id: 1, person_id: id, by_id: ids.bob } }])
  assert.deepEqual(outcome(await ann('POST /api/administrators/promote/', { employee: id })), [
    400,
    { employee: ['Hugo is an administrator already.'] },
  ])
})

test('who runs active projects or has open subtasks becomes an administrator only once others have them', async () => {
  const promote = async (employee: number) => outcome(await ann('POST /api/administrators/promote/', { employee }))
  assert.deepEqual(await promote(people.pam.id), [
    400,
    { detail: 'Pam manages 1 active project and cannot be given another role: another project manager must take over first.' },
  ])
  assert.deepEqual(await promote(people.dev.id), [
    400,
    { employee: ['This developer still has 2 open subtasks, which must be reassigned first.'] },
  ])
  assert.equal(
    (await query(`select 1 from people where role <> 'tenant_admin' and id in ($1, $2)`, people.pam.id, people.dev.id)).length,
    2,
  )
  assert.equal(
    (await query('select 1 from members where project_id = $1 and person_id = $2', projects.website, people.dev.id)).length,
    1,
  )

  await query('update subtasks set assigned_to_id = null where id in ($1, $2)', subtasks.footer, subtasks.fax)
  assert.equal((await promote(people.dev.id))[0], 200)
  assert.deepEqual(await query('select manager_id, role from people where id = $1', people.dev.id), [
    { manager_id: null, role: 'tenant_admin' },
  ])
  assert.deepEqual(await query('select 1 from members where person_id = $1', people.dev.id), [])
  await okBody(ann(`POST /api/administrators/${people.dev.id}/step-down/`, employee))
})

test('only the owner deletes another administrator, whose access ends at once', async () => {
  const [abby, bob] = [await logIn('Abby'), await logIn('Bob')]
  assert.deepEqual(outcome(await abby(`DELETE /api/administrators/${ids.bob}/`)), ownersOnly)
  assert.equal((await bob('GET /api/me/')).status, 200)
  assert.equal((await ann(`DELETE /api/administrators/${ids.bob}/`)).status, 204)
  assert.equal((await bob('GET /api/me/')).status, 401)
  assert.deepEqual(await namesOf(), ['Ann', 'Abby'])
  assert.equal((await ann(`DELETE /api/administrators/${ids.bob}/`)).status, 404)
  assert.equal((await ann(`DELETE /api/administrators/${people.pam.id}/`)).status, 404)
})

test('the owner makes another administrator an employee again; others only themselves', async () => {
  const [abby, bob] = [await logIn('Abby'), await logIn('Bob')]
  const stepDown = (id: number, body = employee) => [`POST /api/administrators/${id}/step-down/`, body] as const
  assert.deepEqual(outcome(await abby(...stepDown(ids.bob))), ownersOnly)
  const shown = await okBody(abby(...stepDown(ids.abby)))
  assert.deepEqual([shown.id, shown.role, shown.job_title, shown.department], [ids.abby, 'hr', 'Clerk', 'HR'])
  assert.equal((await okBody(abby('GET /api/me/'))).role, 'hr')
  assert.equal((await abby('GET /api/administrators/')).status, 403)
  await okBody(ann(...stepDown(ids.bob, { ...employee, role: 'project_manager' })))
  assert.equal((await okBody(bob('GET /api/me/'))).role, 'project_manager')
  assert.deepEqual(await namesOf(), ['Ann'])
  assert.equal((await okBody(ann('GET /api/employees/?search=abby@acme.test'))).count, 1)
})

test('the owner is neither deleted nor given another role, by any call', async () => {
  const mustTransfer = (act: string) => [
    400,
    { detail: `The owner of the workspace cannot ${act}: the ownership must be transferred first.` },
  ]
  const { id } = people.ann
  assert.deepEqual(outcome(await ann(`DELETE /api/administrators/${id}/`)), mustTransfer('be deleted'))
  assert.deepEqual(outcome(await ann(`POST /api/administrators/${id}/step-down/`, employee)), mustTransfer('step down'))
  const abby = await logIn('Abby')
  assert.deepEqual(outcome(await abby(`DELETE /api/administrators/${id}/`)), ownersOnly)
  assert.deepEqual(outcome(await abby(`POST /api/administrators/${id}/step-down/`, employee)), ownersOnly)
  assert.equal((await abby(`DELETE /api/employees/${id}/`)).status, 400)
  for (const change of ['is_active = false', `role = 'hr'`])
    await assert.rejects(query(`update people set ${change} where id = $1`, id), /owner_check/)
  await assert.rejects(query(`update people set is_owner = true where id = $1`, ids.abby), /people_owner/)
})

test('the owner transfers the ownership with their password, and both get a mail', async () => {
  const transfer = (secret = password) => ann(`POST /api/administrators/${ids.abby}/make-owner/`, { password: secret })
  const wrong = [400, { password: ['Current password is incorrect.'] }]
  assert.deepEqual(outcome(await transfer('Wrong-1')), wrong)
  assert.deepEqual(await owners(), [{ full_name: 'Ann' }])
  assert.equal((await okBody(transfer())).is_owner, true)
  assert.deepEqual(await owners(), [{ full_name: 'Abby' }])
  const data = { tenant_id: 1, owner_id: ids.abby, former_id: people.ann.id }
  for (const template of ['ownership', 'former_ownership'])
    assert.deepEqual(await mails(template), [{ data: { template, ...data } }])
  assert.equal((await okBody(ann('GET /api/me/'))).is_owner, false)
  assert.deepEqual(outcome(await transfer()), ownersOnly)
  assert.deepEqual(outcome(await ann(`DELETE /api/administrators/${ids.bob}/`)), ownersOnly)
  assert.equal((await (await logIn('Abby'))(`DELETE /api/administrators/${ids.bob}/`)).status, 204)
})

test('the ownership goes to an administrator who has accepted the invitation, and to nobody else', async () => {
  const transfer = async (id: number, request = ann) =>
    outcome(await request(`POST /api/administrators/${id}/make-owner/`, { password }))
  assert.deepEqual(await transfer(people.ann.id), [400, { detail: 'You already own this workspace.' }])
  const nia = await insert('Nia', { accepted: false })
  assert.deepEqual(await transfer(nia), [400, { detail: 'Nia has not accepted the invitation yet.' }])
  for (const id of [people.pam.id, people.gwen.id, 999_999]) assert.equal((await transfer(id))[0], 404)
  assert.deepEqual(await transfer(ids.bob, await logIn('Abby')), ownersOnly)
  assert.deepEqual(await owners(), [{ full_name: 'Ann' }])
})

test('of fifty guesses at the owner’s password with a stolen session ten are verified', async () => {
  const guess = () => ann(`POST /api/administrators/${ids.abby}/make-owner/`, { password: 'Wrong-1' })
  const counts = Object.groupBy(await Promise.all(Array.from({ length: 50 }, guess)), ({ status }) => String(status))
  assert.deepEqual([counts['400']?.length, counts['429']?.length], [10, 40])
  assert.equal((await ann(`POST /api/administrators/${ids.abby}/make-owner/`, { password })).status, 429)
  assert.equal((await ann('POST /api/password/change/', { old_password: password, new_password: 'Brand-new-1' })).status, 429)
})

test('of transfers to two people at once one succeeds, and one person owns the workspace', async () => {
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      [ids.abby, ids.bob].map((id) => ann(`POST /api/administrators/${id}/make-owner/`, { password })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
    const winner = answers[0]?.status === 200 ? 'Abby' : 'Bob'
    assert.deepEqual(await owners(), [{ full_name: winner }])
    await begin()
  }
})

test('while everybody removes everybody, and the ownership moves, a workspace keeps one owner who is an administrator', async () => {
  for (let round = 0; round < 6; round++) {
    const [abby, bob] = [await logIn('Abby'), await logIn('Bob')]
    const answers = await Promise.all([
      ann(`POST /api/administrators/${ids.abby}/make-owner/`, { password }),
      abby(`POST /api/administrators/${ids.abby}/step-down/`, employee),
      ann(`DELETE /api/administrators/${ids.abby}/`),
      abby(`DELETE /api/administrators/${ids.bob}/`),
      abby(`POST /api/administrators/${people.ann.id}/step-down/`, employee),
      bob(`DELETE /api/administrators/${ids.abby}/`),
      bob(`POST /api/administrators/${ids.bob}/step-down/`, employee),
    ])
    for (const { status, body } of answers) assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
    const found = await query('select is_active, role from people where tenant_id = 1 and is_owner')
    assert.deepEqual(found, [{ is_active: true, role: 'tenant_admin' }])
    await query(`update people set role = 'tenant_admin' where id = $1`, people.ann.id)
    await begin()
  }
})

test('of two who make one employee an administrator at once one succeeds', async () => {
  const id = await insert('Ida', { role: 'hr' })
  const abby = await logIn('Abby')
  const promote = (request: typeof ann) => request('POST /api/administrators/promote/', { employee: id })
  const answers = await Promise.all([promote(ann), promote(abby)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})
