import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, testApp } from '../testing/world.ts'

const { as, asOwner, query, runWhileLocked } = await testApp()
const ann = as('ann')
const { ann: admin, pam, max, dev, dana, deb, una, gus, gil, gwen } = people

const list = async (query = '') => (await ann(`GET /api/audit-logs/${query}`)).body
const developersOf = async (query: string) =>
  (await list(query)).results.map(({ developer }: { developer: { full_name: string } }) => developer.full_name)

type Move = { of: number; from?: number | null; to?: number | null; at?: string; tenant?: number; by?: number }
const write = ({ of, from = null, to = null, at = 'now', tenant = 1, by = admin.id }: Move) =>
  query(
    `insert into assignments (tenant_id, developer_id, previous_manager_id, new_manager_id, assigned_by_id, assigned_at)
     values ($1, $2, $3, $4, $5, $6)`,
    tenant,
    of,
    from,
    to,
    by,
    at,
  )

beforeEach(() => query('delete from assignments'))

test('the history tells who moved whom, from whom to whom and when, the newest first', async () => {
  assert.deepEqual(await list(), { count: 0, next: null, previous: null, results: [] })
  for (const manager of [pam.id, max.id, null]) await ann('POST /api/pm-assignments/', { developer: una.id, manager })
  const { count, results } = await list()
  const [asPam, asMax] = [
    { id: pam.id, full_name: 'Pam' },
    { id: max.id, full_name: 'Max' },
  ]
  const both = { developer: { id: una.id, full_name: 'Una' }, assigned_by: { id: admin.id, full_name: 'Ann' } }
  assert.equal(count, 3)
  assert.deepEqual(
    results.map(({ id, assigned_at, ...entry }: { id: number; assigned_at: string }) => entry),
    [
      { ...both, previous_manager: asMax, new_manager: null },
      { ...both, previous_manager: asPam, new_manager: asMax },
      { ...both, previous_manager: null, new_manager: asPam },
    ],
  )
  for (const { assigned_at } of results) assert.ok(Math.abs(Date.parse(assigned_at) - Date.now()) < 600_000)
})

test('moves of one developer at the same moment stand in the history in the order in which they happened', async () => {
  await query('update people set manager_id = null where id = $1', una.id)
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      ann('POST /api/pm-assignments/', { developer: una.id, manager: i % 2 ? max.id : pam.id }),
    ),
  )
  const { results } = await list('?limit=100')
  let manager: unknown = null
  for (const entry of results.reverse()) {
    assert.deepEqual(entry.previous_manager, manager)
    manager = entry.new_manager
  }
})

test('the history tells when a move happened, not when it was asked for', async () => {
  await query('update people set manager_id = null where id = $1', una.id)
  const { released } = await runWhileLocked(`select from people where id = ${una.id} for update`, () =>
    ann('POST /api/pm-assignments/', { developer: una.id, manager: deb.manager_id }),
  )
  const [row] = await query('select assigned_at > $1 as is_later from assignments', released)
  assert.deepEqual(row, { is_later: true })
})

test('a person who has left the workspace stays in the history under their name', async () => {
  await write({ of: dev.id, from: pam.id, to: max.id })
  await query('update people set is_active = false where id = any($1)', [dev.id, pam.id])
  const [entry] = (await list()).results
  assert.deepEqual([entry.developer.full_name, entry.previous_manager.full_name], ['Dev', 'Pam'])
  await query('update people set is_active = true')
})

test('the history comes ten at a time, a thousand at most, and next and previous lead through all of it', async () => {
  for (let i = 0; i < 25; i++) await write({ of: i % 2 ? dev.id : dana.id, to: pam.id })
  const first = await list()
  assert.deepEqual([first.results.length, first.count, first.previous], [10, 25, null])
  const ids = []
  for (let next = '/api/audit-logs/?limit=10'; next; ) {
    const { body } = await ann(`GET ${next}`)
    ids.push(...body.results.map(({ id }: { id: number }) => id))
    next = body.next
  }
  assert.deepEqual(
    ids,
    (await list('?limit=1000')).results.map(({ id }: { id: number }) => id),
  )
  assert.equal(ids.length, 25)
  const { next, previous } = await list(`?developer=${dev.id}&from_date=2020-01-01&limit=5&offset=5`)
  for (const [link, offset] of [
    [next, 10],
    [previous, 0],
  ] as const) {
    const { pathname, searchParams } = new URL(link, 'http://acme.localhost')
    assert.equal(pathname, '/api/audit-logs/')
    assert.deepEqual(Object.fromEntries(searchParams), {
      developer: String(dev.id),
      from_date: '2020-01-01',
      limit: '5',
      offset: String(offset),
    })
  }
  assert.equal((await list('?limit=5000')).results.length, 25)
  assert.deepEqual((await list('?offset=900')).results, [])
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
  ])
    assert.deepEqual(outcome(await ann(`GET /api/audit-logs/?${query}`)), [400, { [field as string]: ['Not a valid number.'] }])
})

test('one developer’s history; of somebody unknown, of another workspace or of no id there is none', async () => {
  await write({ of: dev.id, to: pam.id })
  await write({ of: dana.id, to: pam.id })
  await write({ of: gus.id, to: gil.id, tenant: 2, by: gwen.id })
  assert.deepEqual(await developersOf(`?developer=${dev.id}`), ['Dev'])
  assert.deepEqual(await developersOf('?developer='), ['Dana', 'Dev'])
  const nothing = { count: 0, next: null, previous: null, results: [] }
  for (const developer of [gus.id, 987_654, 'x', 0, '1.5', '99999999999999999'])
    assert.deepEqual(outcome(await ann(`GET /api/audit-logs/?developer=${developer}`)), [200, nothing])
  assert.equal((await as('gwen')('GET /api/audit-logs/')).body.count, 1)
})

test('the days asked for are whole days of the workspace’s time zone', async () => {
  await write({ of: dev.id, at: '2026-03-09 23:59:59.999999+13' })
  await write({ of: dana.id, at: '2026-03-10 00:00:00+13' })
  await write({ of: deb.id, at: '2026-03-10 23:59:59.999999+13' })
  await write({ of: una.id, at: '2026-03-11 00:00:00+13' })
  await query(`update tenants set timezone = 'Pacific/Auckland' where id = 1`)
  assert.deepEqual(await developersOf('?from_date=2026-03-10&to_date=2026-03-10'), ['Deb', 'Dana'])
  assert.deepEqual(await developersOf('?from_date=2026-03-10'), ['Una', 'Deb', 'Dana'])
  assert.deepEqual(await developersOf('?to_date=2026-03-10'), ['Deb', 'Dana', 'Dev'])
  assert.deepEqual(await developersOf('?from_date=&to_date=2026-03-09'), ['Dev'])
  assert.deepEqual(await developersOf(`?developer=${deb.id}&from_date=2026-03-10&to_date=2026-03-11`), ['Deb'])
  await query(`update tenants set timezone = 'UTC' where id = 1`)
  assert.deepEqual(await developersOf('?from_date=2026-03-10&to_date=2026-03-10'), ['Una', 'Deb'])
  assert.deepEqual(await developersOf('?from_date=0001-01-01&to_date=9999-12-31'), ['Una', 'Deb', 'Dana', 'Dev'])
})

test('a day that is none is a mistake in its field, and the last day is not before the first', async () => {
  const wrong = ['Use the date format YYYY-MM-DD.']
  for (const bad of ['2026-02-30', 'x', '10.03.2026', '2026-3-1', '2026-03-01T00:00', '%00'])
    assert.deepEqual(outcome(await ann(`GET /api/audit-logs/?from_date=${bad}&to_date=${bad}`)), [
      400,
      { from_date: wrong, to_date: wrong },
    ])
  assert.deepEqual(outcome(await ann('GET /api/audit-logs/?from_date=2026-03-02&to_date=2026-03-01')), [
    400,
    { to_date: ['The last day cannot be before the first.'] },
  ])
})

test('a page of a long history walks along an index', async () => {
  await asOwner(async (client) => {
    await client.query(
      `insert into assignments (tenant_id, developer_id, assigned_by_id, assigned_at)
      select 1 + n % 2, case n % 2 when 0 then $1::int else $2::int end, case n % 2 when 0 then $3::int else $4::int end,
        now() - n * interval '1 minute' from generate_series(1, 20000) n`,
      [dev.id, gus.id, admin.id, gwen.id],
    )
    await client.query(`analyze assignments`)
    const planOf = async (filter: string) => {
      const { rows } = await client.query(`explain select * from assignments a where a.tenant_id = 1 ${filter}
        order by a.assigned_at desc, a.id desc limit 10 offset 20`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    assert.match(await planOf(''), /Index Scan using assignments_newest/)
    assert.match(await planOf(`and a.assigned_at < '2026-01-01'`), /Index Scan using assignments_newest/)
    assert.match(await planOf(`and a.developer_id = ${dana.id}`), /Index Scan using assignments_newest_of_developer/)
  })
  assert.equal((await list()).count, 10_000)
})
