import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mondayOf } from './capacity/hours.ts'
import { readConfig } from './config.ts'
import { overPostgres } from './kit/bus/postgres.ts'
import type { Services } from './kit/context.ts'
import { connectAlone } from './kit/db/alone.ts'
import { inTenant, sql } from './kit/db/db.ts'
import { testDatabase } from './kit/db/testing.ts'
import { scannerAt } from './kit/files/scanner.ts'
import { openStore } from './kit/files/store.ts'
import { openJobs } from './kit/jobs.ts'
import { openMailer } from './kit/mail/mailer.ts'
import { openChannels } from './kit/realtime/channels.ts'
import { limitsIn } from './kit/security/limits.ts'
import { tokensFor } from './kit/security/tokens.ts'
import { sendMails } from './mails.ts'
import { endLinks, type Purpose, pathOfLink, sendLink } from './people/links.ts'
import { pathToUnsubscribe } from './summary/summary.ts'
import { digitsOf } from './tenants/codes.ts'
import { waitUntil } from './testing/processes.ts'

const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-mails-'))
const { pools, urlOf, closeFirst, asOwner } = await testDatabase()

const arrived: Email[] = []
let failures = 0
/** What the mail server answers instead, by the recipient's address. */
const replies = new Map<string, { to: 'MAIL' | 'RCPT' | 'DATA'; reply: string }>()
/** The recipient of a mail that is refused before the server knows it. */
let expected = ''
function refusalFor(email: string, command: 'MAIL' | 'RCPT' | 'DATA') {
  const { to, reply = '' } = replies.get(email) ?? {}
  return to === command ? Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }) : null
}
const mailServer = () =>
  new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    onMailFrom: (_address, _session, done) => done(refusalFor(expected, 'MAIL')),
    onRcptTo: ({ address }, _session, done) => done(refusalFor(address, 'RCPT')),
    onData: async (stream, { envelope }, done) => {
      const refusal = refusalFor(envelope.rcptTo[0]?.address ?? '', 'DATA')
      if (refusal) return void stream.on('end', () => done(refusal)).resume()
      const mail = await PostalMime.parse(new Response(ReadableStream.from(stream)).body ?? '')
      arrived.push(mail)
      done()
    },
  }).on('error', () => undefined)
const listen = (server: ReturnType<typeof mailServer>, port: number) =>
  new Promise<number>((listening) => {
    server.listen(port, '127.0.0.1', () => listening((server.server.address() as AddressInfo).port))
  })
let server = mailServer()
const port = await listen(server, 0)

const config = readConfig({ DATA_DIR: data_dir, PUBLIC_URL: 'https://atrium.test', SMTP_URL: `smtp://127.0.0.1:${port}` })
const jobs = await openJobs(urlOf('atrium_jobs'), () => undefined)
const services: Services = {
  config,
  jobs,
  tokens: tokensFor('secret of the tests'),
  limits: limitsIn(pools.workspace),
  channels: await openChannels(overPostgres(urlOf('atrium_workspace')), pools),
  store: await openStore(config),
  scan: scannerAt(config.files.clamav_url),
  connectAlone: (tenant_id) => connectAlone(pools.workspace, tenant_id),
  onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  examine: async () => [],
}
const mailer = openMailer(config)
const log = { info: () => undefined, warn: () => void failures++ }
await sendMails({ pools, services, mailer, log })

closeFirst(async () => {
  await services.channels.close()
  await jobs.stop()
  mailer.close()
  await new Promise<void>((closed) => server.close(closed))
  rmSync(data_dir, { recursive: true })
})
const onPlatform = <T>(work: Parameters<typeof inTenant<T>>[3]) => inTenant(pools.platform, 0, 'read write', work)
const enqueue = (data: object) => onPlatform((db) => jobs.enqueue(db, 'mail', data))

let count = 0
/** A workspace and one person in it. */
async function workspaceOf(name: string, full_name: string) {
  const subdomain = `acme-${++count}`
  const email = `ann${count}@acme.test`
  const tenant_id = await onPlatform(async (db) => {
    const row = { name, name_key: subdomain, subdomain, schema: subdomain, trial_ends_on: '2026-08-27' }
    return (await db.insertInto('tenants').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
  const person_id = await personIn(tenant_id, { email, full_name, role: 'tenant_admin' })
  return { tenant_id, person_id, email, subdomain }
}

const personIn = (tenant_id: number, person: { email: string; full_name: string; role: 'tenant_admin' | 'super_admin' }) =>
  inTenant(tenant_id ? pools.workspace : pools.platform, tenant_id, 'read write', async (db) => {
    const { id } = await db
      .insertInto('people')
      .values({ tenant_id, ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

const link = (tenant_id: number, person_id: number, purpose: Purpose) =>
  inTenant(tenant_id ? pools.workspace : pools.platform, tenant_id, 'read write', async (db) => {
    await sendLink({ db, tenant: { id: tenant_id }, services }, person_id, purpose)
    const { key } = await db
      .selectFrom('password_links')
      .select('key')
      .where('tenant_id', '=', tenant_id)
      .where('person_id', '=', person_id)
      .where('ended_at', 'is', null)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    return pathOfLink(services.tokens, { tenant_id, person_id, key })
  })

const codeFor = (email: string, minutes = 10) =>
  onPlatform((db) =>
    db
      .insertInto('signup_codes')
      .values({ email, expires_at: sql<string>`now() + ${minutes} * interval '1 minute'` })
      .returning(['id', 'key', 'email'])
      .executeTakeFirstOrThrow(),
  )

const waiting = () =>
  asOwner(async (client) => {
    const { rows } = await client.query(`select from pgboss.job where name = 'mail' and state in ('created', 'active')`)
    return rows.length
  })

/** Waits until the queue is empty, and returns the mails to an address. */
async function mailsTo(address: string) {
  await waitUntil(
    async () => !(await waiting()),
    () => 'The queue is worked off.',
  )
  return arrived.filter((mail) => mail.to?.some((to) => to.address === address))
}

async function mailTo(address: string) {
  const mails = await mailsTo(address)
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.ok(mail)
  return { subject: mail.subject ?? '', html: mail.html ?? '', text: mail.text ?? '' }
}

test('a code arrives in subject, text and HTML, and is the only number of six digits there', async () => {
  const code = await codeFor('new@acme.test')
  const digits = digitsOf(services.tokens, code)
  await enqueue({ template: 'code', code_id: code.id })
  const { subject, html, text } = await mailTo('new@acme.test')
  assert.equal(subject, `Your Atrium code: ${digits}`)
  for (const body of [html, text]) assert.deepEqual(new Set(body.match(/(?<!\d)\d{6}(?!\d)/g)), new Set([digits]))
  assert.match(text, /valid for 10 minutes/)
})

test('a code that is expired, verified or guessed at too often is not sent', async () => {
  const expired = await codeFor('expired@acme.test', -1)
  const verified = await codeFor('verified@acme.test')
  const guessed = await codeFor('guessed@acme.test')
  await onPlatform(async (db) => {
    await db.updateTable('signup_codes').set({ verified_at: sql<string>`now()` }).where('id', '=', verified.id).execute()
    await db.updateTable('signup_codes').set({ attempts: 5 }).where('id', '=', guessed.id).execute()
  })
  for (const { id } of [expired, verified, guessed]) await enqueue({ template: 'code', code_id: id })
  for (const { email } of [expired, verified, guessed]) assert.equal((await mailsTo(email)).length, 0)
})

test('the owner of a new workspace is told where to log in, with which address, and how long the trial lasts', async () => {
  const { tenant_id, person_id, email, subdomain } = await workspaceOf('Acme', 'Ann Lee')
  await enqueue({ template: 'login_link', tenant_id, person_id })
  const { subject, html, text } = await mailTo(email)
  assert.equal(subject, 'Your workspace Acme is ready')
  for (const body of [html, text])
    for (const part of [`https://${subdomain}.atrium.test/login`, email, 'Ann Lee', '27 August 2026'])
      assert.ok(body.includes(part), part)
})

test('an invitation and a reset carry the link of that person, at the address of the workspace', async () => {
  for (const purpose of ['invitation', 'reset'] as const) {
    const { tenant_id, person_id, email, subdomain } = await workspaceOf('Acme', 'Ann Lee')
    const page = await link(tenant_id, person_id, purpose)
    const { html, text } = await mailTo(email)
    assert.ok(html.includes(`href="https://${subdomain}.atrium.test${page}"`))
    assert.ok(text.includes(`\nhttps://${subdomain}.atrium.test${page}\n`))
    assert.match(text, /valid for 72 hours/)
  }
})

test('who becomes an administrator or the owner reads who made them that, and the former owner whom it went to', async () => {
  const { tenant_id, person_id, email, subdomain } = await workspaceOf('Acme', 'Ann Lee')
  const other = { email: `abby-${subdomain}@acme.test`, full_name: 'Abby Moss', role: 'tenant_admin' as const }
  const abby = await personIn(tenant_id, other)
  const change = (fields: { is_owner?: boolean; accepted_at?: string }) =>
    inTenant(pools.workspace, tenant_id, 'read write', (db) =>
      db.updateTable('people').set(fields).where('tenant_id', '=', tenant_id).where('id', '=', abby).execute(),
    )
  const promotion = { template: 'promotion', tenant_id, person_id: abby, by_id: person_id }
  const ownership = { tenant_id, owner_id: abby, former_id: person_id }
  await enqueue(promotion)
  await enqueue({ template: 'ownership', ...ownership })
  assert.equal((await mailsTo(other.email)).length, 0, 'They can’t log in yet, and own nothing.')

  await change({ is_owner: true, accepted_at: new Date().toISOString() })
  await enqueue(promotion)
  const made = await mailTo(other.email)
  assert.equal(made.subject, 'You are now an administrator of Acme')
  for (const part of ['Abby Moss', 'Ann Lee', `https://${subdomain}.atrium.test/tenant_admin`])
    assert.ok(made.text.includes(part))
  await enqueue({ template: 'ownership', ...ownership })
  await enqueue({ template: 'former_ownership', ...ownership })
  const [, owned] = await mailsTo(other.email)
  assert.equal(owned?.subject, 'You are now the owner of Acme')
  assert.match(owned?.text ?? '', /Abby Moss, Ann Lee has transferred the ownership of the workspace Acme to you/)
  const { subject, text } = await mailTo(email)
  assert.equal(subject, 'The ownership of Acme has been transferred')
  assert.match(text, /Ann Lee, the ownership of the workspace Acme has been transferred from you to Abby Moss/)
})

test('a super admin who forgot the password gets a link to the main domain', async () => {
  const email = 'super@atrium.test'
  const person_id = await personIn(0, { email, full_name: 'Sol Super', role: 'super_admin' })
  const page = await link(0, person_id, 'reset')
  assert.ok((await mailTo(email)).text.includes(`\nhttps://atrium.test${page}\n`))
})

test('nothing is sent for a link that has ended, or to somebody who was deleted or whose workspace is blocked', async () => {
  const ended = await workspaceOf('Acme', 'Ann')
  const deleted = await workspaceOf('Acme', 'Ann')
  const blocked = await workspaceOf('Acme', 'Ann')
  await inTenant(pools.workspace, ended.tenant_id, 'read write', async (db) => {
    const tenant = { id: ended.tenant_id }
    await sendLink({ db, tenant, services }, ended.person_id, 'reset')
    await endLinks({ db }, ended.person_id)
  })
  await inTenant(pools.workspace, deleted.tenant_id, 'read write', async (db) => {
    const { tenant_id, person_id } = deleted
    await sendLink({ db, tenant: { id: tenant_id }, services }, person_id, 'invitation')
    await jobs.enqueue(db, 'mail', { template: 'login_link', tenant_id, person_id })
    await db
      .updateTable('people')
      .set({ is_active: false })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', person_id)
      .execute()
  })
  await onPlatform((db) => db.updateTable('tenants').set({ is_blocked: true }).where('id', '=', blocked.tenant_id).execute())
  await link(blocked.tenant_id, blocked.person_id, 'invitation')
  for (const { email } of [ended, deleted, blocked]) assert.equal((await mailsTo(email)).length, 0)
})

test('a link is found in its own workspace only', async () => {
  const acme = await workspaceOf('Acme', 'Ann')
  const globex = await workspaceOf('Globex', 'Gus')
  await link(acme.tenant_id, acme.person_id, 'invitation')
  const before = (await mailsTo(acme.email)).length
  const { id } = await inTenant(pools.workspace, acme.tenant_id, 'read only', (db) =>
    db.selectFrom('password_links').select('id').where('tenant_id', '=', acme.tenant_id).executeTakeFirstOrThrow(),
  )
  await enqueue({ template: 'invitation', tenant_id: globex.tenant_id, link_id: id })
  assert.equal((await mailsTo(globex.email)).length, 0)
  assert.equal((await mailsTo(acme.email)).length, before)
})

test('names are shown as they were typed, never as HTML, as a header or as a link', async () => {
  const { tenant_id, person_id, email } = await workspaceOf('<b>"Acme"</b> & Co\r\nBcc: x@evil.test', `O'Neil <script>`)
  await link(tenant_id, person_id, 'invitation')
  const { subject, html, text } = await mailTo(email)
  assert.match(subject, /^You are invited to <b>"Acme"<\/b> & Co Bcc: x@\u200bevil\.\u200btest on Atrium$/)
  assert.match(text, /O'Neil <script>, you have been invited to the workspace <b>"Acme"<\/b> & Co Bcc/)
  assert.match(html, /O&#x27;Neil &lt;script&gt;/)
  assert.match(html, /&lt;b&gt;&quot;Acme&quot;&lt;\/b&gt; &amp; Co/)
  assert.doesNotMatch(html, /<script|<b>|evil\.test/)
})

test('the weekly summary tells mail programs how to unsubscribe by one request, and no other mail does', async () => {
  const { tenant_id, person_id, email, subdomain } = await workspaceOf('Acme', 'Ann Lee')
  await onPlatform((db) =>
    db.updateTable('tenants').set({ on_trial: true, trial_ends_on: '2999-01-01' }).where('id', '=', tenant_id).execute(),
  )
  await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const project = db.insertInto('projects').values({ tenant_id, name: 'Website', assigned_pm: person_id }).returning('id')
    const { id } = await project.executeTakeFirstOrThrow()
    await db.insertInto('tasks').values({ tenant_id, project_id: id, title: 'Home page', due_date: '2020-01-01' }).execute()
  })
  await enqueue({ template: 'weekly_summary', tenant_id, person_id, week: mondayOf(new Date().toISOString().slice(0, 10)) })
  await enqueue({ template: 'login_link', tenant_id, person_id })
  const [mail, other] = (await mailsTo(email)).sort((a, b) => (a.subject ?? '').localeCompare(b.subject ?? ''))
  assert.equal(mail?.subject, 'Acme: nothing finished last week, 1 overdue')
  const headerOf = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  const url = `https://${subdomain}.atrium.test${pathToUnsubscribe(services.tokens, { tenant_id, person_id })}`
  assert.equal(headerOf('list-unsubscribe'), `<${url}>`)
  assert.equal(headerOf('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.ok(mail?.html?.includes(`href="${url}"`) && mail.text?.includes(`Unsubscribe: ${url}\n`))
  assert.deepEqual(
    other?.headers.filter(({ key }) => key.startsWith('list-')),
    [],
  )
})

const finalReplies = [
  ['RCPT', '550 5.1.1 No such user here'],
  ['RCPT', '550 No such user here'],
  ['RCPT', '550 5.1.2 Host or domain name not found'],
  ['RCPT', '553 5.1.3 Bad recipient address syntax'],
  ['RCPT', '551 5.1.6 User has moved'],
  ['RCPT', '552 5.2.2 Mailbox full'],
  ['RCPT', '556 5.1.10 This domain accepts no mail'],
  ['RCPT', '550 5.4.1 Recipient address rejected: Access denied'],
  ['DATA', '554 5.6.0 Transaction failed'],
  ['DATA', '550 5.2.1 Mailbox disabled'],
] as const
const otherReplies = [
  ['RCPT', '450 4.2.1 Greylisted, come back later'],
  ['RCPT', '451 4.3.0 Try again later'],
  ['RCPT', '452 4.2.2 Mailbox full'],
  ['DATA', '451 4.3.0 Try again later'],
  ['RCPT', '554 5.7.1 Relay access denied'],
  ['RCPT', '530 5.7.0 Authentication required'],
  ['RCPT', '535 5.7.8 Authentication failed'],
  ['RCPT', '554 5.7.1 Client host [192.0.2.1] blocked using a blocklist'],
  ['RCPT', '503 5.5.1 Bad sequence of commands'],
  ['DATA', '550 5.7.26 This mail is unauthenticated: SPF and DKIM fail'],
] as const

const senderReplies = ['550 5.7.1 Relaying denied', '553 5.1.8 Sender address rejected']

/** The person as they are shown, and what became of the mail. */
async function stateOf(tenant_id: number, person_id: number) {
  const [job] = await asOwner(async (client) => {
    const query = `select state::text, retry_count from pgboss.job where name = 'mail' and data->>'tenant_id' = $1`
    return (await client.query(query, [String(tenant_id)])).rows
  })
  const person = await inTenant(pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('people')
      .select('undeliverable_at')
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', person_id)
      .executeTakeFirstOrThrow(),
  )
  // The next attempt may have begun.
  const state = job?.state !== 'completed' && job?.retry_count > 0 ? 'retry' : job?.state
  return { state, isUndeliverable: person.undeliverable_at !== null }
}

/** Sends a mail to a person each, and returns what became of it. */
async function outcomesOf(list: readonly (readonly ['MAIL' | 'RCPT' | 'DATA', string])[]) {
  const people = await Promise.all(list.map(() => workspaceOf('Acme', 'Ann Lee')))
  for (const [index, [to, reply]] of list.entries()) replies.set(people[index]?.email ?? '', { to, reply })
  expected = people[0]?.email ?? ''
  for (const { tenant_id, person_id } of people) await enqueue({ template: 'login_link', tenant_id, person_id })
  const states = () => Promise.all(people.map(({ tenant_id, person_id }) => stateOf(tenant_id, person_id)))
  await waitUntil(
    async () => (await states()).every(({ state }) => state === 'completed' || state === 'retry'),
    () => 'The mails are tried.',
  )
  const outcomes = await states()
  replies.clear()
  await asOwner((client) => client.query(`delete from pgboss.job where state = 'retry'`))
  return outcomes
}

test('a mail that a mail server refuses for good is not tried again; one that waits, or that is refused because of us, is', async () => {
  const ended = { state: 'completed', isUndeliverable: true }
  for (const [index, outcome] of (await outcomesOf(finalReplies)).entries())
    assert.deepEqual(outcome, ended, String(finalReplies[index]))
  const waits = { state: 'retry', isUndeliverable: false }
  for (const [index, outcome] of (await outcomesOf(otherReplies)).entries())
    assert.deepEqual(outcome, waits, String(otherReplies[index]))
  for (const reply of senderReplies) assert.deepEqual(await outcomesOf([['MAIL', reply]]), [waits], reply)
})

test('an address to which a mail has been delivered is no longer undeliverable', async () => {
  const { tenant_id, person_id, email } = await workspaceOf('Acme', 'Ann Lee')
  replies.set(email, { to: 'RCPT', reply: '550 5.1.1 No such user here' })
  await link(tenant_id, person_id, 'reset')
  const isUndeliverable = async () => (await stateOf(tenant_id, person_id)).isUndeliverable
  await waitUntil(isUndeliverable, () => 'The mail is refused.')
  replies.delete(email)
  await enqueue({ template: 'login_link', tenant_id, person_id })
  await waitUntil(
    async () => !(await isUndeliverable()),
    () => 'The mail arrives.',
  )
  assert.equal((await mailsTo(email)).length, 1)
})

test('an address that is none, and a refused code, end their mails, too', async () => {
  const { tenant_id, person_id } = await workspaceOf('Acme', 'Ann Lee')
  await asOwner((client) => client.query(`update people set email = 'a,b@acme.test' where id = $1`, [person_id]))
  await enqueue({ template: 'login_link', tenant_id, person_id })
  const code = await codeFor('nobody@acme.test')
  replies.set('nobody@acme.test', { to: 'RCPT', reply: '550 5.1.1 No such user here' })
  await enqueue({ template: 'code', code_id: code.id })
  const left = () =>
    asOwner(async (client) => {
      const query = `select state::text from pgboss.job where name = 'mail' and (data->>'tenant_id' = $1 or data->>'code_id' = $2)`
      return (await client.query(query, [String(tenant_id), String(code.id)])).rows.map(({ state }) => state)
    })
  await waitUntil(
    async () => (await left()).every((state) => state === 'completed' || state === 'retry'),
    () => 'The mails are tried.',
  )
  assert.deepEqual(await left(), ['completed', 'completed'])
})

test('a code is tried again soon, however long the mail server has been away, and not once it has expired', async () => {
  const code = await codeFor('waiting@acme.test')
  replies.set('waiting@acme.test', { to: 'RCPT', reply: '451 4.3.0 Try again later' })
  await onPlatform((db) => jobs.enqueue(db, 'mail', { template: 'code', code_id: code.id }, { isUrgent: true }))
  const stateOfCode = () =>
    asOwner(async (client) => {
      const query = `select state::text, retry_count, priority, extract(epoch from start_after - now()) as seconds
        from pgboss.job where name = 'mail' and data->>'code_id' = $1`
      return (await client.query(query, [String(code.id)])).rows[0]
    })
  const isTriedAgain = async (count: number) => {
    const job = await stateOfCode()
    return job.state === 'retry' && job.retry_count >= count
  }
  await waitUntil(
    () => isTriedAgain(0),
    () => 'The code is tried.',
  )
  // As after hours.
  await asOwner((client) =>
    client.query(`update pgboss.job set retry_count = 200, start_after = now() where data->>'code_id' = $1`, [String(code.id)]),
  )
  await waitUntil(
    () => isTriedAgain(201),
    () => 'The code is tried again.',
  )
  const { seconds, priority } = await stateOfCode()
  assert.ok(seconds <= 3 && priority > 0, `${seconds} s`)
  await asOwner((client) => client.query(`update signup_codes set expires_at = now() where id = $1`, [code.id]))
  replies.clear()
  await waitUntil(
    async () => (await stateOfCode()).state === 'completed',
    () => 'The code is given up.',
  )
  assert.equal((await mailsTo('waiting@acme.test')).length, 0)
})

test('an unknown template, or one without its ids, fails and is tried again later', async () => {
  for (const data of [{ template: 'greeting' }, { template: 'constructor' }, { template: 'code' }, {}]) {
    const before = failures
    await enqueue(data)
    await waitUntil(
      () => failures > before,
      () => 'The mail arrives.',
    )
  }
})

test('a mail waits for the mail server and then arrives once, others behind it too', async () => {
  await new Promise<void>((closed) => server.close(closed))
  const first = await workspaceOf('Acme', 'Ann Lee')
  const before = failures
  const page = await link(first.tenant_id, first.person_id, 'invitation')
  await waitUntil(
    () => failures >= before + 2,
    () => 'The mail arrives.',
  )
  assert.equal(arrived.filter(({ to }) => to?.[0]?.address === first.email).length, 0)

  server = mailServer()
  await listen(server, port)
  await waitUntil(
    () => arrived.some(({ to }) => to?.[0]?.address === first.email),
    () => 'The mail arrives.',
  )
  assert.ok((await mailTo(first.email)).text.includes(page))
  const ids = arrived.map(({ messageId }) => messageId)
  assert.equal(new Set(ids).size, ids.length)
})
