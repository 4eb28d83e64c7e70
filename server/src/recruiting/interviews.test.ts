// Interviews and mails to applicants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from 'contract'
import type { Mail } from '../kit/mail/mailer.ts'
import { waitUntil } from '../testing/processes.ts'
import { okBody, password, people, today } from '../testing/world.ts'
import { applicantsWorld, interview, pathOf, tomorrow } from './testing-applicants.ts'

const { as, browser, query, apply, read, mailsSent } = await applicantsWorld()
const [hana, dana] = [as('hana'), as('dana')]

/** The lines of an iCalendar, unfolded. */
const linesOf = (mail: Mail | undefined) => (mail?.calendar?.text ?? '').replaceAll('\r\n ', '').split('\r\n')

test('an interview is mailed with an iCalendar to the applicant and those who lead it, and so are its changes', async () => {
  const id = await apply({ email: 'cal@applicants.test' })
  const { id: interview_id } = await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id, people.dana.id])))
  const invitations = await mailsSent(3)
  assert.deepEqual(new Set(invitations.map(({ to }) => to)), new Set(['cal@applicants.test', 'dev@acme.test', 'dana@acme.test']))
  for (const mail of invitations) {
    const lines = linesOf(mail)
    const mails = mail.calendar?.text.match(/[\w.]+@\w+\.test/g) ?? []
    assert.deepEqual(new Set(mails), new Set([mail.to, 'hana@acme.test']), 'nobody learns the addresses of others')
    assert.equal(mail.calendar?.method, 'REQUEST')
    assert.ok(lines.includes('METHOD:REQUEST') && lines.includes(`DTSTART:${tomorrow.replace(/[-:]|\.\d+/g, '')}`))
    assert.ok(lines.includes(`UID:interview-${interview_id}@acme.localhost`) && lines.includes('SEQUENCE:0'))
    assert.deepEqual(mail.reply_to, { name: 'Hana', address: 'hana@acme.test' })
  }
  const ofApplicant = invitations.find(({ to }) => to === 'cal@applicants.test')
  assert.match(ofApplicant?.text ?? '', /Room 1/)
  for (const { text, html } of invitations) {
    assert.match(text, /Bring drawings\.\nAsk for Hana\./)
    assert.match(html, /Bring drawings\.<br\/>Ask for Hana\./)
  }
  assert.doesNotMatch(ofApplicant?.text ?? '', /recruiting/)

  const later = { starts_at: `${addDays(today(), 2)}T09:00:00Z` }
  await okBody(hana(`PUT /api/interviews/${interview_id}/`, interview([people.dev.id], later)))
  const changes = await mailsSent(3)
  const methods = Object.fromEntries(changes.map(({ to, calendar }) => [to, calendar?.method]))
  assert.deepEqual(methods, { 'cal@applicants.test': 'REQUEST', 'dev@acme.test': 'REQUEST', 'dana@acme.test': 'CANCEL' })
  for (const mail of changes) assert.ok(linesOf(mail).includes('SEQUENCE:1'))
  assert.equal((await dana(`GET ${pathOf(id)}`)).status, 404)

  await okBody(hana(`DELETE /api/interviews/${interview_id}/`))
  const cancellations = await mailsSent(2)
  for (const mail of cancellations)
    assert.deepEqual(
      [mail.calendar?.method, linesOf(mail).includes('STATUS:CANCELLED'), mail.subject],
      ['CANCEL', true, 'Cancelled: interview at Acme'],
    )
  assert.equal((await hana(`DELETE /api/interviews/${interview_id}/`)).status, 404)
})

/** Logs in a colleague of Hana's. */
async function colleague() {
  await query(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at)
     select 1, 'harry@acme.test', 'Harry', 'hr', password_hash, now() from people where id = $1`,
    people.hana.id,
  )
  const request = browser('acme')
  await okBody(request('POST /api/token/', { email: 'harry@acme.test', password }))
  return request
}

const names = ['METHOD', 'UID', 'SEQUENCE', 'ORGANIZER', 'DTSTAMP', 'LAST-MODIFIED', 'STATUS', 'DTSTART'] as const

/** The lines of an iCalendar by the names of their properties, with the addresses of the mail. */
function propertiesOf(mail: Mail) {
  const lineOf = (name: string) => {
    const [line, ...others] = linesOf(mail).filter((each) => each.startsWith(`${name}:`) || each.startsWith(`${name};`))
    assert.deepEqual(others, [])
    return line ?? assert.fail(`${name} of ${mail.to}`)
  }
  return { to: mail.to, reply_to: mail.reply_to?.address, lines: Object.fromEntries(names.map((name) => [name, lineOf(name)])) }
}

test('a colleague moves and cancels an interview: its organizer and its UID stay, and calendars take each change', async () => {
  const id = await apply({ email: 'uid@applicants.test' })
  const { id: interview_id } = await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  const harry = await colleague()
  const path = `/api/interviews/${interview_id}/`
  const seen = (await mailsSent(2)).map(propertiesOf)
  const moved = { starts_at: `${addDays(today(), 3)}T09:00:00Z` }
  await okBody(harry(`PUT ${path}`, interview([people.dana.id], moved)))
  seen.push(...(await mailsSent(3)).map(propertiesOf))
  await okBody(harry(`PUT ${path}`, interview([people.dana.id, people.dev.id])))
  seen.push(...(await mailsSent(3)).map(propertiesOf))
  await okBody(harry(`DELETE ${path}`))
  seen.push(...(await mailsSent(3)).map(propertiesOf))

  const valuesOf = (name: (typeof names)[number], of = seen) => of.map(({ lines }) => lines[name])
  assert.deepEqual(new Set(valuesOf('UID')), new Set([`UID:interview-${interview_id}@acme.localhost`]))
  assert.deepEqual(new Set(valuesOf('ORGANIZER')), new Set(['ORGANIZER;CN="Hana":mailto:hana@acme.test']))
  assert.deepEqual([...new Set(valuesOf('SEQUENCE'))], ['SEQUENCE:0', 'SEQUENCE:1', 'SEQUENCE:2', 'SEQUENCE:3'])
  assert.deepEqual([...new Set(seen.map(({ reply_to }) => reply_to))], ['hana@acme.test', 'harry@acme.test'])
  const of = (address: string) => seen.filter(({ to }) => to === address)
  const [request, cancel] = ['METHOD:REQUEST', 'METHOD:CANCEL']
  assert.deepEqual(valuesOf('METHOD', of('uid@applicants.test')), [request, request, request, cancel])
  assert.deepEqual(valuesOf('METHOD', of('dev@acme.test')), [request, cancel, request, cancel])
  for (const name of ['LAST-MODIFIED', 'DTSTAMP'] as const) {
    const moments = valuesOf(name, of('uid@applicants.test')).map((line) => line ?? '')
    assert.deepEqual(
      moments,
      moments.toSorted((a, b) => a.localeCompare(b)),
    )
  }
})

test('an interview that is removed with its applicant is cancelled in every calendar, and no row remembers the applicant', async () => {
  const id = await apply({ email: 'removed@applicants.test' })
  const { id: interview_id } = await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  await okBody(hana(`POST ${pathOf(id)}remove-data/`))
  const mails = await mailsSent(2)
  assert.deepEqual(new Set(mails.map(({ to }) => to)), new Set(['removed@applicants.test', 'dev@acme.test']))
  for (const mail of mails) {
    assert.equal(mail.calendar?.method, 'CANCEL')
    assert.partialDeepStrictEqual(propertiesOf(mail).lines, {
      ...{ METHOD: 'METHOD:CANCEL', STATUS: 'STATUS:CANCELLED', SEQUENCE: 'SEQUENCE:1' },
      ...{ UID: `UID:interview-${interview_id}@acme.localhost`, ORGANIZER: 'ORGANIZER;CN="Hana":mailto:hana@acme.test' },
    })
  }
  const ofDev = mails.find(({ to }) => to === 'dev@acme.test')
  assert.doesNotMatch(`${ofDev?.text}${ofDev?.html}${ofDev?.calendar?.text}`, /Bo Applicant|removed@/)
  const jobs = await query(`select data::text from pgboss.job where name = 'mail'`)
  assert.doesNotMatch(JSON.stringify(jobs), /removed@|Bo Applicant/)
})

test('a mail to an applicant is in the history, and its answers go to the sender', async () => {
  const id = await apply({ email: 'mail@applicants.test' })
  await okBody(hana(`POST ${pathOf(id)}mails/`, { subject: 'Your application', text: 'Hello Bo,\n\nplease come.' }))
  const [mail] = await mailsSent(1)
  assert.deepEqual(
    [mail?.to, mail?.subject, mail?.reply_to?.address],
    ['mail@applicants.test', 'Your application', 'hana@acme.test'],
  )
  assert.match(mail?.text ?? '', /Hello Bo,\n\nplease come\./)
  const { entries } = await read(id)
  assert.deepEqual([entries[0].event, entries[0].subject, entries[0].by.full_name], ['mail', 'Your application', 'Hana'])
})

test('mails to applicants are limited, because strangers have entered the addresses', async () => {
  await query('delete from limits')
  const id = await apply()
  await query(`update tenants set paid_until = null where id = 1`)
  const send = () => hana(`POST ${pathOf(id)}mails/`, { subject: 'S', text: 'T' })
  let sent = 0
  while ((await send()).status === 201) sent++
  assert.equal(sent, 50)
  const { status, headers } = await send()
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id]))).status, 429)
  await query('delete from limits')
  await mailsSent(50)
})

test('HR sees that an applicant’s address is refused, and corrects it: the interviews to come are sent again', async () => {
  const id = await apply({ email: 'wrong@applicants.test' })
  await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  // A mail that has been delivered takes the mark away.
  await waitUntil(
    async () => !(await query(`select from pgboss.job where name = 'mail' and state in ('created', 'active')`)).length,
    () => 'The mails are done.',
  )
  await query(`update applications set undeliverable_at = now() where id = $1`, id)
  assert.equal((await read(id)).is_undeliverable, true)
  const corrected = await okBody(hana(`POST ${pathOf(id)}correct-email/`, { email: 'Right@applicants.test' }))
  assert.deepEqual([corrected.email, corrected.is_undeliverable], ['right@applicants.test', false])
  const [mail] = await mailsSent(1)
  assert.deepEqual([mail?.to, mail?.calendar?.method], ['right@applicants.test', 'REQUEST'])
})
