// @long
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeCodes } from 'contract'
import { connectedAsOwner } from '../database.ts'
import type { Mail } from '../kit/mail/mailer.ts'
import { type Deletion, finishDeletion } from '../tenants/deletion.ts'
import { exportTenant } from '../tenants/export.ts'
import { commandsOn } from '../testing/commands.ts'
import { okBody, outcome, password, people, storeScene, tasks, tenants, testApp } from '../testing/world.ts'
import { portOf } from '../testing/world-sockets.ts'

const { app, as, asOwner, browser, cookiesOf, hostOf, owner_url, query, services, socket, ...database } = await testApp()
await storeScene(services.store)
const { folder, run } = commandsOn({ ...database, owner_url })

const exportCall = 'GET /api/workspace/export/'
const deleteCall = 'POST /api/workspace/delete/'
beforeEach(() => query(`delete from limits where key like 'export %' or key like 'password %'`))

const linesOf = (all: string) => all.split('\n').slice(1)

/** All rows of these tenants, as text. */
async function rowsOf(...ids: number[]) {
  const tables = await query(`select table_name::text as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema = 'public' order by 1`)
  const held: Record<string, unknown> = {}
  for (const { name } of tables)
    held[String(name)] = await query(`select t::text as row from ${name} t where tenant_id = any($1) order by 1`, ids)
  held.tenants = await query('select t::text as row from tenants t where id = any($1) order by 1', ids)
  return held
}

test('an administrator gets the file that the command writes', async () => {
  const { status, headers, body: lines } = await as('ann')(exportCall)
  assert.equal(status, 200)
  assert.match(String(headers['content-disposition']), /^attachment; filename="acme-\d{4}-\d\d-\d\d\.jsonl"$/)
  assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  const file = path.join(folder, 'acme.jsonl')
  assert.equal((await run('export-tenant', ['--subdomain', 'acme', '--out', file])).code, 0)
  const ofCommand = readFileSync(file, 'utf8')
  const headerOf = (all: string) => JSON.parse(all.split('\n')[0] ?? '')
  const { tables, private: hidden, ...header } = headerOf(lines)
  const { tables: allTables, ...headerOfCommand } = headerOf(ofCommand)
  assert.deepEqual(header, { ...headerOfCommand, exported_at: header.exported_at })
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)
  assert.deepEqual(
    namesOf(tables),
    namesOf(allTables).filter((name) => !hidden.tables.includes(name)),
  )
  const written = new Set(linesOf(lines))
  const missing = linesOf(ofCommand).filter((line) => line.startsWith('{"table"') && !written.has(line))
  assert.ok(missing.length > 15)
  for (const line of missing) assert.ok([...hidden.tables, ...hidden.rows_of].includes(JSON.parse(line).table), line)
  assert.doesNotMatch(lines, /visa|Somewhere|wedding|applicants\.test/)
  assert.doesNotMatch(lines, /argon2|globex|Rocket/i)
})

test('the file holds what its administrator may see, of the chats, notifications, views and files of others, too', async () => {
  const { ann, pam, dev } = people
  const chat = async (who: 'ann' | 'pam', with_id: number) => {
    const room = await okBody(as(who)('POST /api/private-chat/', { participants: [people[who].id, with_id] }))
    const [{ id: message_id } = {}] = await query(
      `insert into chat_messages (tenant_id, room_id, sender_id, content) values ($1, $2, $3, $4) returning id`,
      ...[tenants.acme.id, room.id, people[who].id, `Only for ${who} and one other`],
    )
    await query(`insert into files (tenant_id, content_id, room_id, message_id, name, person_id)
      select tenant_id, id, ${room.id}, ${message_id}, '${who}.txt', ${people[who].id} from file_contents where tenant_id = ${tenants.acme.id} limit 1`)
    return Number(room.id)
  }
  const own = await chat('ann', dev.id)
  const theirs = await chat('pam', dev.id)
  await query(
    `insert into notifications (tenant_id, person_id, message) select $1, p, 'Only for ' || p from unnest($2::bigint[]) p`,
    ...[tenants.acme.id, [ann.id, pam.id]],
  )
  await query(
    `insert into saved_views (tenant_id, project_id, person_id, is_shared, name, query) select $1, 1, p, false, 'Only for ' || p, '' from unnest($2::bigint[]) p`,
    ...[tenants.acme.id, [ann.id, pam.id]],
  )
  await query(
    `insert into trash (tenant_id, kind, row_id, deleted_by, content) select $1, 'label', p, p, '{}' from unnest($2::bigint[]) p`,
    ...[tenants.acme.id, [ann.id, pam.id]],
  )

  const { body } = await as('ann')(exportCall)
  const rows = linesOf(String(body))
    .filter((line) => line.startsWith('{"table"'))
    .map((line) => JSON.parse(line))
  const exported = (table: string) => rows.filter((line) => line.table === table).map(({ row }) => row)
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)
  const read = (call: Parameters<ReturnType<typeof as>>[0]) => okBody(as('ann')(call))

  assert.deepEqual(idsOf(exported('chat_rooms')), idsOf(await read('GET /api/chat-rooms/')))
  assert.deepEqual(idsOf(exported('chat_rooms')), [own])
  assert.deepEqual(idsOf(exported('chat_messages')), idsOf(await read(`GET /api/chat-rooms/${own}/messages/`)))
  assert.deepEqual(idsOf(exported('notifications')), idsOf((await read('GET /api/notifications/')).results))
  const views = await Promise.all([1, 2, 3].map((id) => read(`GET /api/projects/${id}/views/`)))
  assert.deepEqual(idsOf(exported('saved_views')), idsOf(views.flatMap(({ results }) => results)))
  for (const { room_id, message_id } of exported('files')) assert.ok(room_id === own || message_id === null)
  assert.deepEqual(new Set(exported('trash').map(({ deleted_by }) => deleted_by)), new Set([ann.id]))
  assert.deepEqual(exported('timers'), [])
  assert.doesNotMatch(String(body), new RegExp(`"room_id":${theirs}|pam.txt|Only for (pam|${pam.id})`))
})

test('row security guards the file, even where a statement does not', async () => {
  // A connection of the workspace sees nothing of another, whichever tenant it asks for.
  const client = await services.connectAlone(tenants.acme.id)
  try {
    const { rows } = await client.query('select distinct tenant_id::int from people')
    assert.deepEqual(rows, [{ tenant_id: tenants.acme.id }])
    assert.equal(await exportTenant(client, services.store, { subdomain: 'globex', reader_id: people.ann.id }), null)
    // The transaction names the tenant: a distributed database does not forward what a connection names.
    await client.query('commit')
    assert.deepEqual((await client.query('select from people')).rows, [])
  } finally {
    await client.end()
  }
})

test('one export runs in a workspace at a time, and six an hour', async () => {
  const blocking = asOwner(async (client) => {
    await client.query('begin; lock table comments')
    const first = as('ann')(exportCall)
    while (!(await query(`select 1 from pg_locks where not granted and relation = 'comments'::regclass`)).length) await sleep(10)
    const second = await as('ann')(exportCall)
    assert.deepEqual(
      [second.status, second.headers['retry-after'], second.body],
      [429, '30', { detail: 'An export is running already. Please try again when it has ended.' }],
    )
    await client.query('rollback')
    return first
  })
  assert.equal((await blocking).status, 200)
  for (let n = 0; n < 4; n++) assert.equal((await as('ann')(exportCall)).status, 200)
  const seventh = await as('ann')(exportCall)
  assert.equal(seventh.status, 429)
  assert.ok(Number(seventh.headers['retry-after']) > 3000)
})

test('a browser that goes away, and a database that fails, end the file unfinished and leave nothing behind', async () => {
  await query(
    `insert into comments (tenant_id, task_id, author_id, text)
    select 1, $1, $2, repeat('word ', 1000) from generate_series(1, 4000)`,
    tasks.home_page,
    people.ann.id,
  )
  const url = `http://127.0.0.1:${await portOf(app)}/api/workspace/export/`
  const headers = { host: hostOf('acme'), cookie: await cookiesOf('ann') }
  const connections = `from pg_stat_activity where application_name = 'atrium export' and datname = current_database()`
  const breaks: ((file: IncomingMessage) => Promise<unknown>)[] = [
    async (file) => file.destroy(),
    async (file) => {
      await query(`select pg_terminate_backend(pid) ${connections}`)
      await assert.rejects(text(file))
    },
  ]
  for (const breakOff of breaks) {
    const asked = get(url, { headers }).on('error', () => undefined)
    const [file] = (await once(asked, 'response')) as [IncomingMessage]
    // The rest is written as fast as it is read.
    await once(file, 'readable')
    await breakOff(file)
    while ((await query(`select 1 ${connections}`)).length) await sleep(10)
  }
  assert.equal((await as('ann')(exportCall)).status, 200)
})

test('an export is open while payment is due, and not to others than administrators', async () => {
  assert.equal((await as('bo')(exportCall)).status, 200)
  assert.equal((await as('bea')(exportCall)).status, 403)
})

test('nothing is deleted without the workspace’s name and the right password', async () => {
  const before = await rowsOf(1, 2, 3)
  const remove = as('ann')
  for (const [body, problem] of [
    [{}, { confirm: ['This field is required'], password: ['This field is required'] }],
    [{ confirm: 'globex', password }, { confirm: ['Type acme to confirm.'] }],
    [{ confirm: 'acme', password: 'wrong' }, { password: ['Current password is incorrect.'] }],
  ] as const)
    assert.deepEqual(outcome(await remove(deleteCall, body)), [400, problem])
  for (let n = 0; n < 9; n++) await remove(deleteCall, { confirm: 'acme', password: 'wrong' })
  assert.equal((await remove(deleteCall, { confirm: 'acme', password })).status, 429)
  assert.deepEqual(await rowsOf(1, 2, 3), before)
  assert.deepEqual(await query(`select 1 from pgboss.job where name = 'delete_workspace'`), [])
})

test('only the owner of a workspace deletes it', async () => {
  await query(`update people set role = 'tenant_admin' where id = $1`, people.bea.id)
  const { status, body } = await as('bea')(deleteCall, { confirm: 'broke', password })
  assert.deepEqual([status, body.detail], [403, 'Only the owner of the workspace can do this.'])
  assert.equal((await as('bea')(exportCall)).status, 200)
})

test('nobody deletes a workspace who loses the ownership, or whose password changes, while theirs is verified', async () => {
  const { id } = people.gwen
  const [{ password_hash } = {}] = await query('select password_hash from people where id = $1', id)
  for (const [change, refusal] of [
    ['is_owner = false', [403, { detail: 'Only the owner of the workspace can do this.' }]],
    [`password_hash = 'another'`, [400, { password: ['Current password is incorrect.'] }]],
  ] as const) {
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const answer = await asOwner(async (client) => {
      await client.query(`begin; update people set ${change} where id = ${id}`)
      let isAnswered = false
      const deletion = as('gwen')(deleteCall, { confirm: 'globex', password }).finally(() => {
        isAnswered = true
      })
      while (!isAnswered && !(await query(waits)).length) await sleep(10)
      await client.query('commit')
      return deletion
    })
    assert.deepEqual(outcome(answer), refusal)
    await query('update people set is_owner = true, password_hash = $2 where id = $1', id, password_hash)
  }
})

test('a deleted workspace is gone for everybody at once, and the platform does not list it', async () => {
  const bob = await socket('gus', '/ws/notifications/')
  await bob.settled()
  const { status, body, cookies } = await as('gwen')(deleteCall, { confirm: ' Globex ', password })
  assert.deepEqual([status, body], [200, { detail: 'Globex is being deleted.' }])
  assert.equal(cookies.filter((cookie) => /Max-Age=0/.test(cookie)).length, 2)
  assert.equal(await bob.ended, closeCodes.not_signed_in)
  const gone = [404, { detail: 'Workspace not found.', code: 'workspace_not_found' }]
  for (const answer of [
    await as('gwen')('GET /api/me/'),
    await as('gil')('POST /api/projects/', { name: 'Too late' }),
    await browser('globex')('POST /api/token/', { email: 'gwen@globex.test', password }),
  ])
    assert.deepEqual(outcome(answer), gone)
  const listed = await as('sol')('GET /api/super-admin-dashboard/')
  assert.ok(!listed.body.some(({ subdomain }: { subdomain: string }) => subdomain === 'globex'))
  assert.equal((await as('sol')(`POST /api/toggle-block/${tenants.globex.id}/`, { is_blocked: false })).status, 404)
})

test('its data is erased afterwards, and of no other workspace, however often that is begun', async () => {
  const others = await rowsOf(0, 1, 3, 4)
  const [job] = await query(`select id::text, data from pgboss.job where name = 'delete_workspace'`)
  const deletion = job?.data as Deletion
  const mails: { mail: Mail; id: string }[] = []
  const finish = (send: (mail: Mail, id: string) => Promise<void>) =>
    finishDeletion(
      {
        asOwner: (work) => connectedAsOwner(owner_url, work),
        mailer: { send },
        log: { info: () => undefined },
        store: services.store,
      },
      deletion,
      String(job?.id),
    )
  await assert.rejects(finish(async () => Promise.reject(new Error('The mail server is away.'))))
  assert.ok(Object.values(await rowsOf(2)).every((rows) => Array.isArray(rows) && rows.length === 0))
  const left = async (tenant_id: number) => (await Array.fromAsync(services.store.list(`${tenant_id}/`))).length
  assert.deepEqual([await left(tenants.globex.id), await left(tenants.acme.id)], [0, 3])
  // The job may have been killed between the rows and the objects.
  await storeScene(services.store)
  await finish(async (mail, id) => void mails.push({ mail, id }))
  const recorded = await query(`delete from security_events where tenant_id = 0 returning kind, about, address`)
  assert.deepEqual(recorded, [
    { kind: 'workspace_deleted', about: 'Globex (globex), by Gwen (gwen@globex.test)', address: '127.0.0.1' },
  ])
  assert.deepEqual(await rowsOf(0, 1, 3, 4), others)
  assert.deepEqual([await left(tenants.globex.id), await left(tenants.acme.id)], [0, 3])
  assert.deepEqual(
    mails.map(({ mail, id }) => [mail.to, mail.subject, id]),
    [['gwen@globex.test', 'The workspace Globex has been deleted', String(job?.id)]],
  )
  assert.match(mails[0]?.mail.text ?? '', /Nothing|deleted with all that was in it/)
  const free = await browser('platform')('POST /api/tenants/check-availability/', { subdomain: 'globex', tenant_name: 'Globex' })
  assert.deepEqual(free.body, { subdomain_available: true, tenant_name_available: true })
})

test('a workspace for which payment is due is deleted as well, once of several times', async () => {
  await query(`delete from pgboss.job where name = 'delete_workspace'`)
  const answers = await Promise.all(Array.from({ length: 3 }, () => as('bo')(deleteCall, { confirm: 'broke', password })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
  assert.equal((await query(`select 1 from pgboss.job where name = 'delete_workspace'`)).length, 1)
  assert.equal((await as('bo')('GET /api/me/')).status, 404)
})
