// Invitations and their links.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Undeliverable } from '../kit/mail/mailer.ts'
import { sendMails } from '../mails.ts'
import { waitUntil } from '../testing/processes.ts'
import { okBody, outcome, password, people, testApp } from '../testing/world.ts'
import { pathOfLink } from './links.ts'

const { as, browser, query, config, services, pools } = await testApp()
const ann = as('ann')

beforeEach(() => query('delete from limits'))

let counter = 0
const email = () => `invited${++counter}@acme.test`
const invite = async (fields: object = {}) =>
  (
    await ann('POST /api/employees/', {
      full_name: 'Nia New',
      email: email(),
      job_title: 'Developer',
      department: 'Engineering',
      role: 'developer',
      ...fields,
    })
  ).body as { id: number; email: string; invitation_expires_at: string }

const resend = (id: number) => ann(`POST /api/employees/${id}/resend-invitation/`)
const linkOf = (id: number) => ann(`POST /api/employees/${id}/invitation-link/`)
const find = async ({ email }: { email: string }) => (await ann(`GET /api/employees/?search=${email}`)).body.results[0]
const hasAccepted = [400, { detail: 'This person has already accepted the invitation.' }]
const badLink = [400, { detail: 'Invalid or expired link.' }]

/** Sends the form of the link's page. */
function use(link: string, new_password = 'Brand-new-1', at: 'acme' | 'globex' = 'acme') {
  const [, , uidb64, token] = new URL(link).pathname.split('/')
  return browser(at)('POST /api/set-password/', { uidb64, token, new_password })
}

test('an invitation is sent again until it is accepted, and the earlier link dies', async () => {
  const { id } = await invite()
  const live = () => query('select id::int from password_links where person_id = $1 and ended_at is null', id)
  const before = await live()
  assert.deepEqual(outcome(await resend(id)), [200, { detail: 'Invitation resent successfully.' }])
  const after = await live()
  assert.equal(after.length, 1)
  assert.notDeepEqual(after, before)

  await query('update people set accepted_at = now() where id = $1', id)
  assert.deepEqual(outcome(await resend(id)), [400, { detail: 'This person has already accepted the invitation.' }])
})

test('an invitation is resent once a minute and ten times a day', async () => {
  const { id } = await invite()
  const { id: neighbour } = await invite()
  const minuteLater = () => query(`update limits set resets_at = now() where key like $1`, `%${id} minute`)
  assert.equal((await resend(id)).status, 200)
  const hasty = await resend(id)
  assert.equal(hasty.status, 429)
  assert.ok(Number(hasty.headers['retry-after']) <= 60)
  assert.equal((await resend(neighbour)).status, 200)
  for (let sent = 1; sent < 10; sent++) {
    await minuteLater()
    assert.equal((await resend(id)).status, 200)
  }
  await minuteLater()
  const eleventh = await resend(id)
  assert.equal(eleventh.status, 429)
  assert.ok(Number(eleventh.headers['retry-after']) > 23 * 3600)
})

test('of ten parallel resends one goes out', async () => {
  const { id } = await invite()
  const answers = await Promise.all(Array.from({ length: 10 }, () => resend(id)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(429)])
})

test('whoever waits for a resend is told for how long', async () => {
  const { id } = await invite()
  await resend(id)
  const { status, body, headers } = await resend(id)
  assert.equal(status, 429)
  assert.match(body.detail, /^Please wait \d+ seconds? before you send this person another invitation\.$/)
  assert.match(body.detail, new RegExp(`wait ${headers['retry-after']} second`))
  await query(`update limits set resets_at = now() where key like $1`, `%${id} minute`)
  await query(`update limits set count = 10 where key like $1`, `%${id} day`)
  assert.match((await resend(id)).body.detail, /^Please wait 24 hours before/)
})

test('the list says until when an invitation is good, and finds those that are pending', async () => {
  const person = await invite()
  const { invitation_status, invitation_expires_at } = await find(person)
  assert.equal(invitation_status, 'pending')
  assert.equal(invitation_expires_at, person.invitation_expires_at)
  const [row] = await query(
    `select round(extract(epoch from $1::timestamptz - now()) / 3600)::int as hours`,
    invitation_expires_at,
  )
  assert.equal(row?.hours, 72)

  await query(`update password_links set expires_at = now() - interval '3 days' where person_id = $1`, person.id)
  assert.ok(Date.parse((await find(person)).invitation_expires_at) < Date.now())
  await resend(person.id)
  assert.ok((await find(person)).invitation_expires_at > invitation_expires_at)

  const ids = async (status: string) =>
    (await ann(`GET /api/employees/?invitation_status=${status}`)).body.results.map(({ id }: { id: number }) => id)
  assert.ok((await ids('pending')).includes(person.id))
  assert.ok(!(await ids('pending')).includes(people.dana.id))
  assert.ok((await ids('accepted')).includes(people.dana.id))
  assert.ok(!(await ids('accepted')).includes(person.id))
  assert.equal((await ann('GET /api/employees/?invitation_status=lost')).status, 400)

  const { link } = (await linkOf(person.id)).body
  assert.equal((await use(link)).status, 200)
  const accepted = await find(person)
  assert.deepEqual([accepted.invitation_status, accepted.invitation_expires_at], ['accepted', null])
})

test('the tenant admin copies the link of an invitation, which lets the person in, once', async () => {
  const person = await invite()
  const { status, body } = await linkOf(person.id)
  assert.equal(status, 200)
  assert.ok(body.link.startsWith(`${config.workspaceUrl('acme')}/set-password/`), body.link)
  assert.equal(body.expires_at, person.invitation_expires_at)
  assert.deepEqual(await linkOf(person.id).then(outcome), [200, body])
  assert.equal((await use(body.link)).status, 200)
  assert.equal((await browser('acme')('POST /api/token/', { email: person.email, password: 'Brand-new-1' })).status, 200)
  assert.deepEqual(outcome(await use(body.link, 'Brand-new-2')), badLink)
  assert.deepEqual(outcome(await linkOf(person.id)), hasAccepted)
})

const mailsTo = async (id: number) =>
  (
    await query(
      `select count(*)::int as n from pgboss.job j join password_links l on (j.data->>'link_id')::bigint = l.id
       where j.name = 'mail' and l.person_id = $1`,
      id,
    )
  )[0]?.n

test('copying mails nothing, leaves the mailed link alive, and where that has run out makes a new one', async () => {
  const person = await invite()
  const rows = () =>
    query(
      'select id::int, expires_at, ended_at is null as is_open from password_links where person_id = $1 order by id',
      person.id,
    )
  const before = await rows()
  const first = (await linkOf(person.id)).body
  assert.deepEqual(await rows(), before)

  await query(`update password_links set expires_at = now() where person_id = $1`, person.id)
  assert.deepEqual(outcome(await use(first.link)), badLink)
  const second = (await linkOf(person.id)).body
  assert.notEqual(second.link, first.link)
  assert.ok(Date.parse(second.expires_at) > Date.now())
  assert.deepEqual(
    (await rows()).map(({ is_open }) => is_open),
    [false, true],
  )
  assert.equal(await mailsTo(person.id), 1)
  assert.equal((await use(second.link)).status, 200)
})

test('a resent invitation kills the link that was copied', async () => {
  const { id } = await invite()
  const { link } = (await linkOf(id)).body
  assert.equal((await resend(id)).status, 200)
  assert.deepEqual(outcome(await use(link)), badLink)
  assert.equal((await use((await linkOf(id)).body.link)).status, 200)
})

test('a copied link is dead once the person has come in by a password; the mailed one is theirs, and is not', async () => {
  const person = await invite({ password })
  const { link } = (await linkOf(person.id)).body
  assert.equal((await browser('acme')('POST /api/token/', { email: person.email, password })).status, 200)
  assert.deepEqual(outcome(await use(link, 'Taken-over-1')), badLink)
  assert.deepEqual(outcome(await linkOf(person.id)), hasAccepted)
  assert.equal((await browser('acme')('POST /api/token/', { email: person.email, password })).status, 200)
  const [row] = await query('select key from password_links where person_id = $1 and ended_at is null', person.id)
  const mailed = pathOfLink(services.tokens, { tenant_id: 1, person_id: person.id, key: String(row?.key) })
  assert.equal((await use(config.workspaceUrl('acme') + mailed)).status, 200)
})

test('of a log-in and a copied link at the same moment exactly one gets in', async () => {
  for (let round = 0; round < 8; round++) {
    const person = await invite({ password })
    const { link } = (await linkOf(person.id)).body
    const answers = await Promise.all([
      browser('acme')('POST /api/token/', { email: person.email, password }),
      use(link, 'Brand-new-1'),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  }
})

test('a copied link is of its workspace and its person alone', async () => {
  const [first, second] = [await invite(), await invite()]
  const { link } = (await linkOf(first.id)).body
  const { link: linkOfSecond } = (await linkOf(second.id)).body
  assert.deepEqual(outcome(await use(link, 'Brand-new-1', 'globex')), badLink)
  const swapped = new URL(link)
  swapped.pathname = `/set-password/${new URL(linkOfSecond).pathname.split('/')[2]}/${new URL(link).pathname.split('/')[3]}`
  assert.deepEqual(outcome(await use(swapped.href)), badLink)
  assert.equal((await as('gwen')(`POST /api/employees/${first.id}/invitation-link/`)).status, 404)
  assert.equal((await use(link)).status, 200)
})

test('a copied link never carries the host of the request', async () => {
  const { id } = await invite()
  const forwarded = as('ann', { headers: { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' } })
  const { body } = await forwarded(`POST /api/employees/${id}/invitation-link/`)
  assert.equal(new URL(body.link).origin, config.workspaceUrl('acme'))
})

test('a deleted person’s copied link is dead, and there is no other', async () => {
  const { id } = await invite()
  const { link } = (await linkOf(id)).body
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 204)
  assert.deepEqual(outcome(await use(link)), badLink)
  assert.equal((await linkOf(id)).status, 404)
})

test('a link is copied six times a minute, apart from what is mailed', async () => {
  const { id } = await invite()
  for (let copied = 0; copied < 6; copied++) assert.equal((await linkOf(id)).status, 200)
  const hasty = await linkOf(id)
  assert.equal(hasty.status, 429)
  assert.match(hasty.body.detail, /^Please wait \d+ seconds? before you copy this link again\.$/)
  assert.equal((await resend(id)).status, 200)
})

test('the person who invited sees that the mail server refuses the address, and corrects it', async () => {
  const sent: string[] = []
  const mailer = {
    send: async ({ to }: { to: string }) => {
      if (to.startsWith('wrong')) throw new Undeliverable('550 No such user')
      sent.push(to)
    },
    close: () => undefined,
  }
  await sendMails({ pools, services, mailer, log: { info: () => undefined, warn: () => undefined } })
  for (const [path, list] of [
    ['employees', async () => (await okBody(ann('GET /api/employees/'))).results],
    ['administrators', () => okBody(ann('GET /api/administrators/'))],
  ] as const) {
    const wrong = { full_name: 'Nia New', email: `wrong-${path}@acme.test`, job_title: 'Developer', department: 'Engineering' }
    const { id } = await okBody(ann(`POST /api/${path}/`, { ...wrong, role: 'developer' }))
    const shown = async () => (await list()).find((person: { id: number }) => person.id === id)
    assert.equal((await shown()).invitation_status, 'pending')
    await waitUntil(
      async () => (await shown()).is_undeliverable,
      () => 'The mail is refused.',
    )
    const { results } = await okBody(ann('GET /api/notifications/'))
    assert.match(results[0].message, /^The invitation to Nia New could not be delivered/)
    const earlier = (await okBody(ann(`POST /api/${path}/${id}/invitation-link/`))).link

    const correct = (email: string) => ann(`POST /api/${path}/${id}/correct-email/`, { email })
    assert.equal((await correct('nobody')).status, 400)
    assert.deepEqual(Object.keys((await correct('dev@acme.test')).body), ['email'])
    const right = `right-${path}@acme.test`
    const corrected = await okBody(correct(right.toUpperCase()))
    assert.deepEqual([corrected.email, corrected.is_undeliverable, corrected.invitation_status], [right, false, 'pending'])
    await waitUntil(
      () => sent.includes(right),
      () => 'The invitation is sent again.',
    )
    assert.deepEqual(outcome(await use(earlier)), badLink)
    await query('delete from limits')
    await query('update people set accepted_at = now() where id = $1', id)
    assert.deepEqual(outcome(await correct('other@acme.test')), hasAccepted)
  }
})
