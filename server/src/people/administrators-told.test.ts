// The notifications about administrators who come, go or own the workspace.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { okBody, password, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const ann = as('ann')
const page = '/tenant_admin/settings'
const names = new Map(Object.entries(people).map(([name, { id }]) => [id as number, name]))

/** Deletes the notifications since the last call, and returns them by the name of who gets them. */
async function takeNotifications() {
  const rows = await query('delete from notifications returning person_id::float8 as who, message, link')
  return Object.fromEntries(rows.map(({ who, message, link }) => [names.get(Number(who)) ?? who, [message, link]]))
}

test('the administrators are told who else becomes one, owns the workspace or is one no longer, and so is the person', async () => {
  const [row] = await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at) values (1, 'abe@acme.test', 'Abe', 'tenant_admin', now()) returning id::float8`,
  )
  names.set(Number(row?.id), 'abe')
  const hana = people.hana.id
  const nia = await okBody(ann('POST /api/administrators/', { full_name: 'Nia', email: 'nia@acme.test' }))
  assert.deepEqual(await takeNotifications(), { abe: ['Ann invited Nia as an administrator.', page] })
  await okBody(ann(`DELETE /api/administrators/${nia.id}/`))
  assert.deepEqual(await takeNotifications(), { abe: ['Ann deleted the administrator Nia.', page] })

  await okBody(ann('POST /api/administrators/promote/', { employee: hana }))
  assert.deepEqual(await takeNotifications(), {
    hana: ['Ann made you an administrator.', page],
    abe: ['Ann made Hana an administrator.', page],
  })
  await okBody(ann(`POST /api/administrators/${hana}/make-owner/`, { password }))
  assert.deepEqual(await takeNotifications(), {
    hana: ['Ann made you the owner of this workspace.', page],
    abe: ['Ann made Hana the owner of this workspace.', page],
  })
  await okBody(as('hana')(`POST /api/administrators/${people.ann.id}/make-owner/`, { password }))
  await takeNotifications()
  await okBody(ann(`POST /api/administrators/${hana}/step-down/`, { role: 'hr', job_title: 'Job', department: 'HR' }))
  assert.deepEqual(await takeNotifications(), {
    hana: ['Ann changed your role to HR.', '/hr'],
    abe: ['Hana is no longer an administrator.', page],
  })
})
