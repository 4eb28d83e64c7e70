import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceRoles } from 'contract'
import { testApp } from '../testing/world.ts'
import { createDemo } from './demo.ts'

const here = await testApp({ DEMO: '1', RATE_LIMIT: '0' })
const elsewhere = await testApp({ DEMO: '0' })
await createDemo(here.pools, { living: here.services })

test('anybody enters the demonstration as somebody of each role', async () => {
  const guest = here.browser('demo')
  const { status, body } = await guest('GET /api/demo/')
  assert.equal(status, 200)
  assert.equal(body.is_public, false)
  assert.deepEqual(body.people.map(({ role }: { role: string }) => role).toSorted(), [...workspaceRoles].toSorted())
  for (const role of workspaceRoles) {
    const visitor = here.browser('demo')
    assert.equal((await visitor('POST /api/demo/', { role })).body.role, role)
    assert.equal((await visitor('GET /api/me/')).body.role, role)
  }
  assert.equal((await guest('POST /api/demo/', { role: 'super_admin' })).status, 400)
})

test('no other workspace can be entered, and none where there is no demonstration', async () => {
  for (const [app, host] of [
    [here, 'acme'],
    [elsewhere, 'acme'],
  ] as const) {
    const guest = app.browser(host)
    assert.equal((await guest('GET /api/demo/')).status, 404)
    assert.equal((await guest('POST /api/demo/', { role: 'tenant_admin' })).status, 404)
  }
})

test('one address enters it 60 times an hour', async () => {
  const visitor = here.browser('demo')
  const statuses = new Set<number>()
  for (let n = 0; n < 70; n++) statuses.add((await visitor('POST /api/demo/', { role: 'hr' })).status)
  assert.deepEqual([...statuses], [200, 429])
})
