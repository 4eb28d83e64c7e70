// Interviews and mails to applicants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from 'contract'
import type { Mail } from '../kit/mail/mailer.ts'
import { okBody, people, today } from '../testing/world.ts'
import { applicantsWorld, interview, pathOf, tomorrow } from './testing-applicants.ts'

const { as, query, apply, read, mailsSent } = await applicantsWorld()
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
  await query(`update applications set undeliverable_at = now() where id = $1`, id)
  assert.equal((await read(id)).is_undeliverable, true)
  const corrected = await okBody(hana(`POST ${pathOf(id)}correct-email/`, { email: 'Right@applicants.test' }))
  assert.deepEqual([corrected.email, corrected.is_undeliverable], ['right@applicants.test', false])
  const [mail] = await mailsSent(1)
  assert.deepEqual([mail?.to, mail?.calendar?.method], ['right@applicants.test', 'REQUEST'])
})
