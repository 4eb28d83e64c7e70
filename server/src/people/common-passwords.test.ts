// Passwords that are guessed first, wherever one is chosen.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { demoPassword } from '../demo/people.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { outcome, password, people, testApp } from '../testing/world.ts'
import { pathOfLink } from './links.ts'

const { as, browser, query, services } = await testApp()
beforeEach(() => query('delete from limits'))

const tooCommon = 'This password is too common.'
const special = 'Password must include at least one special character.'
const upper = 'Password must include at least one uppercase letter.'
/** In the list as `p@ssw0rd` and `password1`. */
const [common, plain] = ['P@ssW0rd', 'Password1']

let counter = 0
const hire = (chosen: string) =>
  as('ann')('POST /api/employees/', {
    full_name: 'Nia New',
    email: `hired${++counter}@acme.test`,
    job_title: 'Job',
    department: 'IT',
    role: 'hr',
    password: chosen,
  })

async function link() {
  const [row] = await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 hour') returning key`,
    people.max.id,
  )
  const path = pathOfLink(services.tokens, { tenant_id: 1, person_id: people.max.id, key: String(row?.key) })
  const [, , uidb64, token] = path.split('/')
  return (new_password: string, linkToken: string | undefined = token) =>
    browser('acme')('POST /api/set-password/', { uidb64, token: linkToken, new_password })
}

test('a common password is refused at sign-up, beside everything else that is wrong with the form', async () => {
  const form = { tenant_name: 'Nova', domain_url: 'nova.localhost', email: 'owner@new.test', full_name: 'Olga Owner' }
  const signUp = async (fields: object) => outcome(await browser('platform')('POST /api/tenants/signup/', { ...form, ...fields }))
  const email = ['Please verify your email']
  assert.deepEqual(await signUp({ password: plain }), [400, { email, password: [tooCommon] }])
  assert.deepEqual(await signUp({ password: 'password', full_name: '' }), [
    400,
    { email, full_name: ['This field is required'], password: ['One uppercase letter', 'One number', tooCommon] },
  ])
})

test('a common password is refused for a new employee', async () => {
  assert.deepEqual(outcome(await hire(common)), [400, { password: [tooCommon] }])
  assert.deepEqual(outcome(await hire(plain)), [400, { password: [special, tooCommon] }])
})

test('a common password is refused when one’s own is changed', async () => {
  const change = (new_password: string) => as('dana')('POST /api/password/change/', { old_password: password, new_password })
  assert.deepEqual(outcome(await change(common)), [400, { new_password: [tooCommon] }])
  assert.deepEqual(outcome(await change('p@ssw0rd')), [400, { new_password: [upper, tooCommon] }])
  assert.equal((await change('Brand-new-1')).status, 200)
})

test('a common password is refused by a link, which stays good; a bad link wins over it', async () => {
  const setPassword = await link()
  assert.deepEqual(outcome(await setPassword(common)), [400, { new_password: [tooCommon] }])
  assert.deepEqual(outcome(await setPassword(plain)), [400, { new_password: [special, tooCommon] }])
  assert.deepEqual(outcome(await setPassword(common, 'x')), [400, { detail: 'Invalid or expired link.' }])
  assert.equal((await setPassword('Brand-new-1')).status, 200)
})

test('a password that only contains a common one is not common, nor are those of the demonstration and the documents', async () => {
  for (const chosen of [`${common}!`, 'Password-1', 'Str0ng!Passw0rd9', demoPassword, password, 'Pass-word1 '])
    assert.equal((await hire(chosen)).status, 201, chosen)
})

test('a common password that somebody has from before still logs in', async () => {
  await query('update people set password_hash = $1 where id = $2', await hashPassword(common), people.deb.id)
  assert.equal((await browser('acme')('POST /api/token/', { email: 'deb@acme.test', password: common })).status, 200)
})
