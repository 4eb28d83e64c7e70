import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpiredRows, keptDays, scheduleHousekeeping } from './housekeeping.ts'
import { people, tenants, testApp } from './testing/world.ts'

const { query, pools, services, as } = await testApp()

/** Each table gets rows of Acme and Globex: one of each that expires in a day, and one that expired a day ago. */
async function scene() {
  await query(
    'delete from notifications; delete from sessions; delete from password_links; delete from signup_codes; delete from answers',
  )
  for (const [tenant, person] of [
    [tenants.acme.id, people.dev.id],
    [tenants.globex.id, people.gus.id],
  ])
    for (const days of [-1, 1]) {
      const ago = (table: keyof typeof keptDays) => `now() - interval '${keptDays[table] + days} days'`
      await query(`
        insert into notifications (tenant_id, person_id, message, created_at) values (${tenant}, ${person}, 'Told', ${ago('notifications')});
        insert into sessions (tenant_id, person_id, expires_at) values (${tenant}, ${person}, ${ago('sessions')});
        insert into sessions (tenant_id, person_id, expires_at, ended_at) values (${tenant}, ${person}, now() - interval '20 days', ${ago('sessions')});
        insert into password_links (tenant_id, person_id, purpose, expires_at) values (${tenant}, ${person}, 'reset', ${ago('password_links')});
        insert into password_links (tenant_id, person_id, purpose, expires_at, ended_at) values (${tenant}, ${person}, 'reset', now(), ${ago('password_links')});
        insert into answers (tenant_id, person_id, key, request, answer, created_at) values (${tenant}, ${person}, '${days}', '', '{}', ${ago('answers')});
        insert into signup_codes (email, expires_at) values ('${tenant}@new.test', ${ago('signup_codes')})`)
    }
}

const counts = () =>
  query(`select (select count(*)::int from notifications) as notifications, (select count(*)::int from sessions) as sessions,
    (select count(*)::int from password_links) as links, (select count(*)::int from signup_codes) as codes,
    (select count(*)::int from answers) as answers`)

test('what is past its time is deleted in every workspace, and nothing else', async () => {
  await scene()
  await query(`insert into notifications (tenant_id, person_id, message) values (1, ${people.dev.id}, 'New')`)
  assert.equal((await as('dev')('GET /api/me/')).status, 200)
  assert.equal(await deleteExpiredRows(pools), 14)
  assert.deepEqual(await counts(), [{ notifications: 3, sessions: 5, links: 4, codes: 2, answers: 2 }])
  assert.equal(await deleteExpiredRows(pools), 0)
  assert.equal((await as('dev')('GET /api/me/')).status, 200)
})

test('across tenants the platform sees and deletes nothing that is younger than a month', async () => {
  await scene()
  await query(`update notifications set created_at = now() - interval '29 days'`)
  await query(`update sessions set ended_at = now() - interval '29 days'`)
  await query(`update password_links set ended_at = now() - interval '29 days'`)
  for (const table of ['notifications', 'sessions', 'password_links']) {
    const inPlatform = `begin; set local app.tenant_id = '0'`
    const client = await pools.platform.connect()
    await client.query(inPlatform)
    assert.equal((await client.query(`select 1 from ${table} where tenant_id > 0`)).rowCount, 0, table)
    assert.equal((await client.query(`delete from ${table} where tenant_id > 0`)).rowCount, 0, table)
    await client.query('rollback')
    client.release()
  }
})

test('it is done once a night, however many servers there are', async () => {
  for (let server = 0; server < 2; server++) await scheduleHousekeeping(services, pools, { info() {}, warn() {}, error() {} })
  assert.deepEqual(await query(`select name, cron, timezone from pgboss.schedule`), [
    { name: 'housekeeping', cron: '17 3 * * *', timezone: 'UTC' },
  ])
})
