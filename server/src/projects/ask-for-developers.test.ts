import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const { ann, pam, dev, dana, una } = people

beforeEach(async () => {
  await query('delete from limits')
  await query('delete from notifications')
  await query('update people set manager_id = $1, is_active = true where id = any($2)', pam.id, [dev.id, dana.id])
  await query('update people set manager_id = null where id = $1', una.id)
})

const takeFrom = (...developers: number[]) => query('update people set manager_id = null where id = any($1)', developers)
const ask = () => as('pam')('POST /api/my-developers/request/')
const asked = [200, { detail: 'Your administrator has been asked for developers.' }]
const notifications = () => query('select person_id::float8 as who, message, link from notifications order by id')
const message = 'Pam has no developers and asks you for some.'

test('a manager without developers asks, and the administrators are led to those who have no manager', async () => {
  await takeFrom(dev.id, dana.id)
  assert.deepEqual(outcome(await ask()), asked)
  assert.deepEqual(await notifications(), [{ who: ann.id, message, link: '/tenant_admin/reassign' }])
})

test('if nobody is free, the administrators are led to the form of a new developer for this manager', async () => {
  await query('update people set is_active = false where id = any($1)', [dev.id, dana.id])
  await query('update people set manager_id = $1 where id = $2', people.max.id, una.id)
  assert.deepEqual(outcome(await ask()), asked)
  const link = `/tenant_admin/employees?add=developer&manager=${pam.id}`
  assert.deepEqual(await notifications(), [{ who: ann.id, message, link }])
})

test('a manager who has a developer cannot ask', async () => {
  await takeFrom(dev.id)
  assert.deepEqual(outcome(await ask()), [400, { detail: 'You have developers already.' }])
  assert.deepEqual(await notifications(), [])
})

test('however often a manager asks, the administrators are notified once a day', async () => {
  await takeFrom(dev.id, dana.id)
  for (const answer of await Promise.all(Array.from({ length: 12 }, ask))) assert.deepEqual(outcome(answer), asked)
  assert.equal((await notifications()).length, 1)
  await query('update limits set resets_at = now()')
  assert.deepEqual(outcome(await ask()), asked)
  assert.equal((await notifications()).length, 2)
})
