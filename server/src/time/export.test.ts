import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from 'contract'
import { type Name, okBody, people, projects, subtasks } from '../testing/world.ts'
import { mondayBefore, timeWorld } from './testing.ts'

const { as, asOwner, query, clear, newSubtask, spend, submit } = await timeWorld()
const { footer, plot, nozzle } = subtasks
const week = mondayBefore(1)
const head = 'Day,Person,Project,Key,Subtask,Minutes,Hours,Note,Status'
const table = async (who: Name, filter = ''): Promise<string[]> => {
  const { status, body, headers } = await as(who)(`GET /api/time/export/${filter}`)
  assert.equal(status, 200)
  assert.match(String(headers['content-disposition']), /-time-\d{4}-\d\d-\d\d\.csv/)
  const [first, ...lines] = body.trimEnd().split('\r\n')
  // Excel knows UTF-8 by the byte order mark.
  assert.equal(first, `\ufeff${head}`)
  return lines
}
const places = (lines: string[]) => lines.map((line) => line.split(',').slice(1, 3).join(' '))

beforeEach(async () => {
  await clear()
  await query('delete from limits')
})

test('an export has a line for each entry, with its hours and the status of its week', async () => {
  await spend('dev', footer, { day: week, minutes: 90, note: 'Blue, and green' })
  await spend('dev', footer, { day: addDays(week, -1), minutes: 20 })
  await okBody(submit('dev', week))
  assert.deepEqual(await table('dev'), [
    `${addDays(week, -1)},Dev,Website,WEB-3,Footer,20,0.33,,Open`,
    `${week},Dev,Website,WEB-3,Footer,90,1.50,"Blue, and green",Submitted`,
  ])
})

test('no cell of an export becomes a formula', async () => {
  const subtask = await newSubtask('@SUM(A1:A9)')
  await spend('dev', subtask, { day: week, minutes: 60, note: '=HYPERLINK("http://evil.test")' })
  await spend('dev', subtask, { day: week, minutes: 60, note: '+1' })
  const [first, second] = await table('dev')
  assert.match(first ?? '', /,'@SUM\(A1:A9\),60,1\.00,"'=HYPERLINK\(""http:\/\/evil\.test""\)",Open$/)
  assert.match(second ?? '', /,'\+1,Open$/)
})

test('an administrator exports all time, a manager that of their projects and their own, a developer their own', async () => {
  await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
    projects.secret,
    people.dev.id,
  )
  await spend('dev', footer, { day: week, minutes: 10 })
  await spend('dev', plot, { day: week, minutes: 20 })
  await spend('deb', plot, { day: week, minutes: 30 })
  await spend('pam', footer, { day: addDays(week, 1), minutes: 40 })
  await spend('gus', nozzle, { day: week, minutes: 50 })
  // Pam's own time in a project that somebody else has now.
  await query('update time_entries set project_id = $1 where person_id = $2', projects.secret, people.pam.id)
  const all = ['Dev Website', 'Dev Secret', 'Deb Secret', 'Pam Secret']
  assert.deepEqual(places(await table('ann')), all)
  assert.deepEqual(places(await table('pam')), ['Dev Website', 'Pam Secret'])
  assert.deepEqual(places(await table('max')), ['Dev Secret', 'Deb Secret', 'Pam Secret'])
  assert.deepEqual(places(await table('dev')), ['Dev Website', 'Dev Secret'])
  assert.deepEqual(places(await table('gwen')), ['Gus Rocket'])
  assert.deepEqual(places(await table('ann', `?person=${people.dev.id}&project=${projects.secret}`)), ['Dev Secret'])
  assert.deepEqual(places(await table('ann', `?from=${addDays(week, 1)}&to=${addDays(week, 1)}`)), ['Pam Secret'])
  assert.deepEqual(await table('ann', `?to=${addDays(week, -1)}`), [])
  assert.deepEqual(await table('max', `?person=${people.gus.id}`), [])
  assert.deepEqual(await table('dev', '?project=x'), [])
  assert.equal((await as('hana')('GET /api/time/export/')).status, 403)
})

test('an export is recorded in the security log, and limited by the hour', async () => {
  for (let i = 0; i < 12; i++) await table('dev')
  assert.equal((await as('dev')('GET /api/time/export/')).status, 429)
  await table('pam')
  const { results } = await okBody(as('ann')('GET /api/security-log/?kind=data_exported&limit=1'))
  assert.deepEqual([results[0].actor.name, results[0].about], ['Pam', 'Time'])
})

test('a workspace’s exports take one connection, wait for each other, and are refused if one runs for long', async () => {
  await spend('dev', footer, { day: week, minutes: 10 })
  const open = `select 1 from pg_stat_activity where application_name = 'atrium export' and datname = current_database()`
  const blocking = asOwner(async (client) => {
    await client.query('begin; lock table time_entries')
    const first = as('dev')('GET /api/time/export/')
    const isStuck = `select 1 from pg_locks where not granted and relation = 'time_entries'::regclass`
    while (!(await query(isStuck)).length) await sleep(10)
    const others = await Promise.all(Array.from({ length: 9 }, () => as('dev')('GET /api/time/export/')))
    const connections = await query(open)
    await client.query('rollback')
    return { first: await first, others, connections }
  })
  const { first, others, connections } = await blocking
  assert.equal(connections.length, 1)
  assert.equal(first.status, 200)
  const detail = 'An export is running already. Please try again when it has ended.'
  for (const { status, body } of others) assert.deepEqual([status, body], [429, { detail }])
  const both = await Promise.all([table('dev'), table('dev')])
  assert.deepEqual(both[0], both[1])
})
