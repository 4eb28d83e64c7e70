// HR is told when others give or change access to it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { okBody, password, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const ann = as('ann')

beforeEach(() => query('delete from limits; delete from notifications'))

const messagesTo = async (id: number) =>
  (await query('select message from notifications where person_id = $1 order by id', id)).map(({ message }) => message)
const job = { job_title: 'Clerk', department: 'HR' }
let count = 0
const newcomer = (fields: object = {}) => ({ ...job, full_name: 'Hal', email: `hal${++count}@acme.test`, role: 'hr', ...fields })

test('HR is told of each account that others add to it, and that its password is known', async () => {
  await okBody(ann('POST /api/employees/', newcomer()))
  await okBody(ann('POST /api/employees/', newcomer({ password })))
  await okBody(ann('POST /api/employees/import/', { text: 'Hil,hil@acme.test,HR,,HR\nDon,don@acme.test,Developer,,IT' }))
  await okBody(ann('POST /api/employees/', newcomer({ role: 'developer' })))
  assert.deepEqual(await messagesTo(people.hana.id), [
    'Ann added Hal to HR.',
    'Ann added Hal to HR, and chose the password.',
    'Ann added Hil to HR.',
  ])
})

test('HR and the person are told when others give the role, or change who gets in', async () => {
  const { id } = await okBody(ann('POST /api/employees/', newcomer({ role: 'developer' })))
  await okBody(ann(`PUT /api/employees/${id}/`, { ...job, full_name: 'Hal', role: 'hr' }))
  await okBody(ann(`POST /api/employees/${id}/invitation-link/`))
  await okBody(ann(`POST /api/employees/${id}/correct-email/`, { email: 'right-hal@acme.test' }))
  await query('update people set accepted_at = now(), has_second_factor = true where id = $1', id)
  await okBody(ann(`POST /api/people/${id}/reset-second-factor/`, { password }))
  const messages = (whom: string) => [
    `Ann gave ${whom} the role HR.`,
    `Ann copied the link by which ${whom} can set a password for HR.`,
    `Ann changed the address of ${whom}, to which the invitation to HR goes.`,
    `Ann reset the second factor of ${whom}, in HR.`,
  ]
  assert.deepEqual(await messagesTo(people.hana.id), messages('Hal'))
  assert.deepEqual(await messagesTo(id), messages('you'))
})

test('an administrator who becomes HR is told to HR', async () => {
  const [abby] = await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at)
     values (1, 'abby@acme.test', 'Abby', 'tenant_admin', now()) returning id::float8`,
  )
  await okBody(ann(`POST /api/administrators/${abby?.id}/step-down/`, { ...job, role: 'hr' }))
  assert.deepEqual(await messagesTo(people.hana.id), ['Ann added Abby to HR.'])
})

test('what happens to other people is not told to HR', async () => {
  const { id } = await okBody(ann('POST /api/employees/', newcomer({ role: 'developer' })))
  await okBody(ann(`POST /api/employees/${id}/invitation-link/`))
  await okBody(ann(`PUT /api/employees/${id}/`, { ...job, full_name: 'Hal', role: 'project_manager' }))
  assert.deepEqual(await messagesTo(people.hana.id), [])
})
