// Query strings.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, testApp } from '../../testing/world.ts'

const { as } = await testApp()

test('a query that says one thing twice is told so in the same words as any other mistake', async () => {
  for (const [who, route, body] of [
    ['ann', '/api/employees/?limit=1&limit=2', { limit: ['Not a valid number.'] }],
    ['ann', '/api/employees/?offset=1&offset=2', { offset: ['Not a valid number.'] }],
    ['ann', '/api/audit-logs/?developer=1&developer=2', { developer: ['Not a valid id.'] }],
    ['ann', `/api/audit-logs/?developer=${'9'.repeat(60)}`, { developer: ['Not a valid id.'] }],
    ['pam', '/api/tasks/?project=1&project=2', { project: ['Not a valid id.'] }],
    ['pam', '/api/my-developers/?project_id=1&project_id=2', { project_id: ['Not a valid id.'] }],
  ] as const)
    assert.deepEqual(outcome(await as(who)(`GET ${route}`)), [400, body], route)
})

test('a filter that is left empty filters nothing', async () => {
  for (const [who, list, filters] of [
    ['ann', '/api/employees/', 'role=&search='],
    ['ann', '/api/audit-logs/', 'developer=&from_date=&to_date='],
    ['pam', '/api/tasks/', 'status=&priority='],
  ] as const) {
    const [all, filtered] = [await as(who)(`GET ${list}`), await as(who)(`GET ${list}?${filters}`)]
    assert.deepEqual([filtered.status, filtered.body.results], [200, all.body.results], list)
  }
})
