// Stages, openings, applicants, interviews and hires, as HR, interviewers and administrators use them.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addDays, applicationProblems, openingProblems, stageProblems } from 'contract'
import type { Mail } from '../kit/mail/mailer.ts'
import { sendMails } from '../mails.ts'
import { hrRows, okBody, people, storeScene, testApp, today } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { removeRejected } from './removal.ts'

const world = await testApp({ RATE_LIMIT: '0' })
const { as, query, services, pools } = world
await storeScene(services.store)
const [hana, ann, dev, dana] = [as('hana'), as('ann'), as('dev'), as('dana')]
const { first, second, hired, rejected } = stageRows.acme
const sentMails: Mail[] = []
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const mailer = { send: async (mail: Mail) => void sentMails.push(mail), close: () => undefined }
await sendMails({ pools, services, mailer, log })

beforeEach(() => void sentMails.splice(0))

/** Waits until so many mails have left. */
async function mailsSent(count: number) {
  for (let tries = 0; sentMails.length < count && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(sentMails.length, count)
  return sentMails.splice(0)
}

let number = 0
/** A new application in the first stage. */
async function apply(fields: { email?: string; rejected_at?: string } = {}) {
  const { email = `a${++number}@applicants.test`, rejected_at } = fields
  const [row] = await query(
    `insert into applications (tenant_id, opening_id, stage_id, full_name, email, rejected_at) values (1, $1, $2, 'Bo Applicant', $3, $4)
     returning id::float8`,
    ...[hrRows.acme, rejected_at ? rejected : first, email, rejected_at ?? null],
  )
  return Number(row?.id)
}
const pathOf = (id: number) => `/api/applications/${id}/`
const read = (id: number, reader = hana) => okBody(reader(`GET ${pathOf(id)}`))
const tomorrow = `${addDays(today(), 1)}T12:00:00Z`
const interview = (interviewers: number[], fields: object = {}) => ({
  ...{ starts_at: tomorrow, minutes: 45, place: 'Room 1', agenda: 'Bring drawings.', interviewers },
  ...fields,
})

test('the first opening brings the stages and the templates, later ones none', async () => {
  const form = {
    title: 'Cook',
    department: 'IT',
    location: null,
    description: '',
    closes_on: null,
    status: 'draft',
    questions: [],
  }
  const gita = as('gita')
  const recruited = [
    'interviewers',
    'interviews',
    'application_answers',
    'application_entries',
    'application_ratings',
    'applications',
  ]
  for (const table of [...recruited, 'opening_questions', 'openings', 'recruiting_stages', 'mail_templates'])
    await query(`delete from ${table} where tenant_id = 2`)
  assert.deepEqual(await okBody(gita('GET /api/recruiting-stages/')), [])
  const { id } = await okBody(gita('POST /api/openings/', form))
  const stages = await okBody(gita('GET /api/recruiting-stages/'))
  assert.deepEqual(
    stages.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`),
    ['New open', 'Screening open', 'Interview open', 'Offer open', 'Hired hired', 'Rejected rejected'],
  )
  assert.equal((await okBody(gita('GET /api/mail-templates/'))).length, 3)
  await okBody(gita('POST /api/openings/', form))
  assert.deepEqual(await okBody(gita('GET /api/recruiting-stages/')), stages)
  await okBody(gita(`DELETE /api/openings/${id}/`))
})

test('stages are renamed, added, put in order and removed, unless applicants are in them', async () => {
  const id = await apply()
  const save = (open: object[], names = { hired: 'Hired', rejected: 'Rejected' }) =>
    hana('PUT /api/recruiting-stages/', { open, ...names })
  const [stage1, stage2] = [
    { id: first, name: 'Inbox' },
    { id: second, name: 'Interview' },
  ]
  const saved = await okBody(save([stage2, { id: null, name: 'Talks' }, stage1], { hired: 'Welcome', rejected: 'No' }))
  assert.deepEqual(
    saved.map(({ name }: { name: string }) => name),
    ['Interview', 'Talks', 'Inbox', 'Welcome', 'No'],
  )
  const refused = await save([stage2])
  assert.deepEqual([refused.status, refused.body], [400, { open: [stageProblems.inUse('Inbox')] }])
  assert.deepEqual((await save([stage1, stage1])).body, { open: [stageProblems.unknown] })
  assert.deepEqual((await save([stage1, { id: hired, name: 'X' }])).body, { open: [stageProblems.unknown] })
  assert.deepEqual((await save([stage1, { id: null, name: 'WELCOME' }], { hired: 'Welcome', rejected: 'No' })).body, {
    open: [stageProblems.twice],
  })
  await okBody(save([{ ...stage1, name: 'New' }, stage2]))
  assert.equal((await read(id)).stage.name, 'New')
})

test('an opening is changed and closed; with applications it can’t be deleted', async () => {
  const path = `/api/openings/${hrRows.acme}/`
  const questions = [{ text: 'Why?', is_required: false, is_long: true }]
  const changed = await okBody(hana(`PATCH ${path}`, { questions, closes_on: today(), status: 'closed', location: null }))
  assert.deepEqual(
    [changed.questions, changed.closes_on, changed.status, changed.location, changed.title],
    [questions, today(), 'closed', null, 'Engineer'],
  )
  const refused = await hana(`DELETE ${path}`)
  assert.deepEqual([refused.status, refused.body], [400, { detail: openingProblems.inUse }])
  // A closing date that has passed meanwhile may stay.
  await query(`update openings set closes_on = '2020-01-01' where id = $1`, hrRows.acme)
  await okBody(hana(`PATCH ${path}`, { title: 'Engineer', closes_on: '2020-01-01' }))
  await okBody(hana(`PATCH ${path}`, { closes_on: null, status: 'published' }))
})

test('a deleted location leaves its openings without one', async () => {
  const { id } = await okBody(hana('POST /api/locations/', { name: 'Island', timezone: 'Europe/Berlin' }))
  await okBody(hana(`PATCH /api/openings/${hrRows.acme}/`, { location: id }))
  await okBody(hana(`DELETE /api/locations/${id}/`))
  assert.equal((await okBody(hana(`GET /api/openings/${hrRows.acme}/`))).location, null)
})

test('HR moves applicants, and a rejection is dated until it is taken back', async () => {
  const id = await apply()
  const move = (stage: number) => hana(`PATCH ${pathOf(id)}`, { stage })
  assert.equal((await okBody(move(second))).stage, second)
  await okBody(move(second))
  await okBody(move(rejected))
  assert.ok((await read(id)).rejected_at)
  await okBody(move(first))
  const application = await read(id)
  assert.equal(application.rejected_at, null)
  assert.deepEqual(
    application.entries.map(({ event, stage, by }: { event: string; stage: string; by: { full_name: string } }) => [
      event,
      stage,
      by.full_name,
    ]),
    [
      ['moved', 'Interview', 'Hana'],
      ['moved', 'Rejected', 'Hana'],
      ['moved', 'New', 'Hana'],
    ],
  )
  const refused = await move(hired)
  assert.deepEqual([refused.status, refused.body], [400, { stage: [applicationProblems.hire] }])
})

test('the ratings of others are hidden until one has given one’s own', async () => {
  const id = await apply()
  await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  await okBody(hana(`PUT ${pathOf(id)}rating/`, { stars: 5, comment: 'Brilliant' }))
  const before = await read(id, dev)
  assert.deepEqual([before.own_rating, before.other_ratings, before.other_ratings_count], [null, null, 1])
  assert.ok(!JSON.stringify(before).includes('Brilliant'))
  const after = await okBody(dev(`PUT ${pathOf(id)}rating/`, { stars: 2, comment: '' }))
  assert.deepEqual(
    [after.own_rating.stars, after.other_ratings.map(({ comment }: { comment: string }) => comment)],
    [2, ['Brilliant']],
  )
  const cards = await okBody(hana('GET /api/applications/'))
  assert.equal(cards.find((card: { id: number }) => card.id === id).rating, 3.5)
  const other = await apply()
  await query(
    `insert into application_ratings (tenant_id, application_id, person_id, stars) values (1, $1, $2, 1)`,
    other,
    people.ann.id,
  )
  const card = (await okBody(hana('GET /api/applications/'))).find((each: { id: number }) => each.id === other)
  assert.deepEqual([card.rating, card.ratings], [null, 1])
})

test('an interviewer sees that applicant alone, without the notes of others, and no longer once it is cancelled', async () => {
  const [id, other] = [await apply(), await apply()]
  const { id: interview_id } = await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dana.id])))
  await okBody(hana(`POST ${pathOf(id)}notes/`, { text: 'Expensive' }))
  await okBody(dana(`POST ${pathOf(id)}notes/`, { text: 'Draws well' }))
  const seen = await read(id, dana)
  assert.deepEqual(
    [seen.may_manage, seen.others, seen.entries.map(({ text }: { text: string }) => text)],
    [false, [], ['Draws well']],
  )
  assert.deepEqual(
    (await okBody(dana('GET /api/interviews/'))).map(({ applicant }: { applicant: string }) => applicant),
    ['Bo Applicant'],
  )
  assert.equal((await dana(`GET ${pathOf(other)}`)).status, 404)
  assert.equal((await dev(`GET ${pathOf(id)}`)).status, 404)
  assert.equal((await dana(`PATCH ${pathOf(id)}`, { stage: second })).status, 403)
  await okBody(hana(`DELETE /api/interviews/${interview_id}/`))
  for (const path of [pathOf(id), `${pathOf(id)}cv/`]) assert.equal((await dana(`GET ${path}`)).status, 404)
  assert.equal((await dana(`POST ${pathOf(id)}notes/`, { text: 'X' })).status, 404)
  assert.deepEqual(await okBody(dana('GET /api/interviews/')), [])
  await mailsSent(4)
})

test('a CV is a file to be saved', async () => {
  const { status, body, headers } = await dev(`GET ${pathOf(hrRows.acme)}cv/`)
  assert.equal(status, 200)
  assert.ok(Buffer.from(body).length > 0)
  assert.match(String(headers['content-disposition']), /^attachment; filename="cv\.pdf"/)
  assert.equal((await hana(`GET ${pathOf(await apply())}cv/`)).status, 404)
})

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

test('HR prepares a hire, the administrator confirms it, and the invitation goes out', async () => {
  const id = await apply({ email: 'newcomer@applicants.test' })
  const job = { job_title: 'Engineer', department: 'IT', starts_on: addDays(today(), 20), location: hrRows.acme }
  await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  const prepared = await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  assert.deepEqual([prepared.hire.starts_on, prepared.hire.prepared_by.full_name, prepared.hired], [job.starts_on, 'Hana', null])
  assert.equal((await read(id, dev)).hire, null)
  for (const [call, body] of [
    [`POST ${pathOf(id)}hire/`, job],
    [`PATCH ${pathOf(id)}`, { stage: second }],
  ] as const)
    assert.deepEqual((await hana(call, body)).body, { detail: applicationProblems.waiting })
  const [waiting] = await okBody(ann('GET /api/hires/'))
  assert.deepEqual([waiting.application, waiting.email, waiting.opening], [id, 'newcomer@applicants.test', 'Engineer'])
  const wrong = await ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: people.pam.id })
  assert.equal(wrong.status, 400)
  await okBody(ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'developer', manager: people.pam.id }))
  const [mail] = await mailsSent(1)
  assert.deepEqual([mail?.to, mail?.subject], ['newcomer@applicants.test', 'You are invited to Acme on Atrium'])
  const { hired: person, hire, stage, entries } = await read(id)
  assert.deepEqual([person.full_name, hire, stage.name], ['Bo Applicant', null, 'Hired'])
  assert.deepEqual(
    entries.map(({ event }: { event: string }) => event),
    ['hire', 'moved', 'hired'],
  )
  const [row] = await query(
    'select role, manager_id::float8, starts_on::text, location_id::float8, job_title from people where id = $1',
    person.id,
  )
  assert.deepEqual(row, {
    ...{ role: 'developer', manager_id: people.pam.id, starts_on: job.starts_on },
    ...{ location_id: hrRows.acme, job_title: 'Engineer' },
  })
  assert.deepEqual(await okBody(ann('GET /api/hires/')), [])
  assert.equal((await ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: null })).status, 404)
  assert.deepEqual((await hana(`PATCH ${pathOf(id)}`, { stage: second })).body, { detail: applicationProblems.hired })
  const again = await apply({ email: 'newcomer@applicants.test' })
  assert.equal((await hana(`POST ${pathOf(again)}hire/`, job)).status, 400)
})

test('of two administrators who confirm at once, one invites', async () => {
  const id = await apply({ email: 'once@applicants.test' })
  const job = { job_title: 'Engineer', department: 'IT', starts_on: today(), location: null }
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  const confirm = () => ann(`POST ${pathOf(id)}confirm-hire/`, { role: 'hr', manager: null })
  const answers = await Promise.all([confirm(), confirm(), confirm()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404])
  await mailsSent(1)
})

test('a hire that is withdrawn tells why, and can be prepared again', async () => {
  const id = await apply()
  const job = { job_title: 'Engineer', department: 'IT', starts_on: today(), location: null }
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  await okBody(ann(`POST ${pathOf(id)}withdraw-hire/`, { reason: 'The budget is gone.' }))
  const { hire, entries } = await read(id)
  assert.deepEqual([hire, entries.at(-1).event, entries.at(-1).text], [null, 'withdrawn', 'The budget is gone.'])
  await okBody(hana(`POST ${pathOf(id)}hire/`, job))
  await okBody(hana(`POST ${pathOf(id)}withdraw-hire/`, { reason: '' }))
})

/** Everything in the database about an application, as one text. */
async function everythingOf(id: number) {
  const tables = ['applications', 'application_answers', 'application_entries', 'application_ratings', 'interviews', 'hires']
  const texts = await Promise.all(
    tables.map((table) =>
      query(`select t::text as row from ${table} t where ${table === 'applications' ? 'id' : 'application_id'} = $1`, id),
    ),
  )
  return JSON.stringify(texts)
}

test('the data of rejected applicants is removed after the time of the workspace, with an entry in the log', async () => {
  await okBody(hana('PATCH /api/recruiting-settings/', { retention_days: 30 }))
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const [old, young, open] = [
    await apply({ email: 'old@applicants.test', rejected_at: ago(31) }),
    await apply({ email: 'young@applicants.test', rejected_at: ago(29) }),
    await apply({ email: 'open@applicants.test' }),
  ]
  await query(
    `insert into application_answers (tenant_id, application_id, position, question, answer) values (1, $1, 1, 'Why?', 'Secret answer')`,
    old,
  )
  await query(
    `insert into application_entries (tenant_id, application_id, event, text, stage) values (1, $1, 'note', 'Secret note', null), (1, $1, 'moved', '', 'Rejected')`,
    old,
  )
  await query(
    `insert into application_ratings (tenant_id, application_id, person_id, stars, comment) values (1, $1, $2, 1, 'Secret comment')`,
    old,
    people.dev.id,
  )
  await query(
    `insert into interviews (tenant_id, application_id, starts_at, minutes, place, person_id) values (1, $1, now(), 30, 'Secret place', $2)`,
    old,
    people.hana.id,
  )
  assert.equal(await removeRejected({ pools, services, log }), 1)
  const left = await everythingOf(old)
  for (const secret of ['Secret', 'old@', 'Bo Applicant']) assert.ok(!left.includes(secret), `${secret}: ${left}`)
  assert.equal((await read(young)).full_name, 'Bo Applicant')
  assert.equal((await read(open)).full_name, 'Bo Applicant')
  const removed = await read(old)
  assert.deepEqual(
    [removed.full_name, removed.email, removed.cv, removed.entries.map(({ event }: { event: string }) => event)],
    ['', '', null, ['moved', 'removed']],
  )
  const [entry] = await okBody(hana('GET /api/removed-applicants/'))
  assert.deepEqual([entry.application, entry.opening, entry.removed_by], [old, 'Engineer', null])
  assert.equal(await removeRejected({ pools, services, log }), 0)
  const cards = await okBody(hana('GET /api/applications/'))
  assert.ok(!cards.some((card: { id: number }) => card.id === old))
  for (const [call, body] of [
    [`PATCH ${pathOf(old)}`, { stage: first }],
    [`POST ${pathOf(old)}notes/`, { text: 'X' }],
    [`POST ${pathOf(old)}remove-data/`, undefined],
  ] as const)
    assert.deepEqual((await hana(call, body)).body, { detail: applicationProblems.gone }, call)
})

test('HR removes an applicant’s data at once, also while somebody waits to be invited', async () => {
  const id = await apply({ email: 'gone@applicants.test' })
  await okBody(hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id])))
  await mailsSent(2)
  await okBody(hana(`POST ${pathOf(id)}hire/`, { job_title: 'E', department: 'IT', starts_on: today(), location: null }))
  const removed = await okBody(hana(`POST ${pathOf(id)}remove-data/`))
  assert.deepEqual([removed.full_name, removed.interviews, removed.hire], ['', [], null])
  assert.ok(!(await everythingOf(id)).includes('gone@'))
  assert.equal((await dev(`GET ${pathOf(id)}`)).status, 404)
  assert.deepEqual(await okBody(ann('GET /api/hires/')), [])
  const [entry] = await okBody(hana('GET /api/removed-applicants/'))
  assert.equal(entry.removed_by.full_name, 'Hana')
})
