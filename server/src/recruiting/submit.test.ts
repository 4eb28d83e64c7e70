// How strangers apply.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationProblems } from 'contract'
import { okBody, people } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { file, filled, jobsWorld, mustBeTaken, namesIn, pdf, problemsIn } from './testing.ts'

const { apply, applicationsOf, as, ask, change, confirmations, objects, open, query, services, statusOf } = await jobsWorld()
const { scan, jobs } = services
const hana = as('hana')

test('an application is stored as it was sent, HR is told without a name, and the applicant gets a mail', async () => {
  const id = await open({
    title: 'Cook',
    questions: [
      { text: 'Why?', is_required: true, is_long: true },
      { text: 'Since when?', is_required: false, is_long: false },
    ],
  })
  const [why = '', since = ''] = namesIn(await ask(`/jobs/${id}`))
  const cv = file(pdf('Cook'), '../Ada’s CV.pdf')
  mustBeTaken(await apply(id, { ...filled(), cv, [why]: 'Because.\r\nReally.', [since]: '  ' }), id)
  const [row] = await applicationsOf(id)
  assert.ok(row)
  const { full_name, email, phone, links, cv_name, tenant_id, removed_at } = row
  assert.deepEqual([Number(tenant_id), full_name, email, phone], [1, 'Ada Applicant', 'ada@example.org', '+49 30 123'])
  assert.deepEqual([links, cv_name, removed_at], ['https://ada.example.org\nhttps://code.example.org/ada', 'Ada’s CV.pdf', null])
  const cards = await okBody(hana(`GET /api/applications/?opening=${id}`))
  assert.deepEqual(
    cards.map((card: { full_name: string; stage: number }) => [card.full_name, card.stage]),
    [['Ada Applicant', stageRows.acme.first]],
  )
  const answers = await query('select question, answer from application_answers where application_id = $1', row.id)
  assert.deepEqual(answers, [{ question: 'Why?', answer: 'Because.\nReally.' }])
  const entries = await query('select event, person_id from application_entries where application_id = $1', row.id)
  assert.deepEqual(entries, [{ event: 'applied', person_id: null }])
  const { body, headers } = await hana(`GET /api/applications/${row.id}/cv/`)
  assert.ok(body.equals(pdf('Cook')))
  assert.match(String(headers['content-disposition']), /^attachment; /)
  const told = await query(
    'select person_id::int, message, link from notifications where link = $1',
    `/recruiting/applications/${row.id}`,
  )
  const message = 'There is a new application for “Cook”.'
  assert.deepEqual(told, [{ person_id: people.hana.id, message, link: `/recruiting/applications/${row.id}` }])
  const [mail] = (await confirmations()).slice(-1)
  assert.deepEqual(mail?.data, { template: 'application_received', tenant_id: 1, application_id: Number(row.id) })
  const thanks = await ask(`/jobs/${id}/thanks`)
  assert.deepEqual([thanks.statusCode, thanks.headers['x-robots-tag']], [200, 'noindex'])
  assert.match(thanks.body, /Your application for “Cook” has arrived/)
  assert.equal(await statusOf(`/jobs/${await open({ status: 'draft' })}/thanks`), 404)
})

test('a form that is sent twice, also at the same moment, is one application', async () => {
  const id = await open()
  const fields = filled()
  const before = await objects()
  for (const answer of await Promise.all([1, 2, 3].map(() => apply(id, fields)))) mustBeTaken(answer, id)
  mustBeTaken(await apply(id, fields), id)
  assert.equal((await applicationsOf(id)).length, 1)
  assert.equal((await query('select from notifications where message like $1', '%Baker%')).length >= 1, true)
  // What a form brought in vain is removed in the background.
  for (let tries = 0; (await objects()) > before + 1 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20))
  assert.equal(await objects(), before + 1)
  mustBeTaken(await apply(id, { ...filled(), form_key: 'x' }), id)
  mustBeTaken(await apply(id, { ...filled(), form_key: undefined }), id)
  assert.equal((await applicationsOf(id)).length, 3)
})

test('a form that is corrected and sent again replaces the former, until somebody has looked at that', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: true, is_long: true }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  const fields: ReturnType<typeof filled> = { ...filled(), email: 'ada@corrections.test', [why]: 'Becuase.' }
  const before = [await objects(), (await confirmations()).length] as const
  const shown = async () => {
    const [row, ...others] = await applicationsOf(id)
    assert.deepEqual(others, [])
    const answers = await query('select answer from application_answers where application_id = $1', row?.id)
    return { id: Number(row?.id), ...row, answers: answers.map(({ answer }) => answer) }
  }
  mustBeTaken(await apply(id, fields), id)
  const first = await shown()
  for (const [correction, expected] of [
    [{ [why]: 'Because.' }, { answers: ['Because.'] }],
    [{ full_name: 'Ada B. Applicant' }, { full_name: 'Ada B. Applicant' }],
    [{ phone: '' }, { phone: '' }],
    [{ links: 'https://other.example.org' }, { links: 'https://other.example.org' }],
    [{ cv: file(pdf('Corrected.'), 'new.pdf') }, { cv_name: 'new.pdf' }],
    [{ email: 'ADA@corrections.test' }, { email: 'ada@corrections.test' }],
    [{ email: 'ada@corrected.test' }, { email: 'ada@corrected.test' }],
  ] as const) {
    Object.assign(fields, correction)
    mustBeTaken(await apply(id, fields), id)
    assert.partialDeepStrictEqual(await shown(), { id: first.id, ...expected })
  }
  // Another address gets a confirmation of its own.
  assert.equal((await confirmations()).length, before[1] + 2)
  for (let tries = 0; (await objects()) > before[0] + 1 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20))
  assert.equal(await objects(), before[0] + 1)
  assert.ok((await hana(`GET /api/applications/${first.id}/cv/`)).body.equals(pdf('Corrected.')))

  // HR has looked at it: the same again is still a double click.
  mustBeTaken(await apply(id, fields), id)
  const late = await apply(id, { ...fields, [why]: 'Because of you.', cv: file(pdf('Too late.')) })
  assert.equal(late.statusCode, 409)
  assert.match(late.body, /You have applied already/)
  assert.deepEqual((await shown()).answers, ['Because.'])
  for (let tries = 0; (await objects()) > before[0] + 1 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20))
  assert.equal(await objects(), before[0] + 1)

  // Once the data has been removed, somebody may apply again.
  await okBody(hana(`POST /api/applications/${first.id}/remove-data/`))
  mustBeTaken(await apply(id, fields), id)
  assert.equal((await applicationsOf(id)).filter(({ removed_at }) => removed_at === null).length, 1)
})

test('an application with which HR has done something can’t be replaced, nor one of another opening', async () => {
  const [id, other] = [await open(), await open()]
  const fields = filled()
  mustBeTaken(await apply(id, fields), id)
  assert.equal((await apply(other, fields)).statusCode, 409)
  const [row] = await applicationsOf(id)
  await okBody(hana(`PATCH /api/applications/${row?.id}/`, { stage: stageRows.acme.second }))
  assert.equal((await apply(id, { ...fields, full_name: 'Ada B. Applicant' })).statusCode, 409)
})

test('of corrections that arrive at the same moment one remains, whole', async () => {
  const id = await open()
  const form = filled()
  const names = ['Ada One', 'Ada Two', 'Ada Three']
  const answers = await Promise.all(names.map((full_name) => apply(id, { ...form, full_name, cv: file(pdf(full_name)) })))
  for (const answer of answers) mustBeTaken(answer, id)
  const [row, ...others] = await applicationsOf(id)
  assert.deepEqual(others, [])
  assert.ok((await hana(`GET /api/applications/${row?.id}/cv/`)).body.equals(pdf(String(row?.full_name))))
})

test('a program that fills in the hidden field gets the same answer, and nothing is stored', async () => {
  const id = await open()
  const { body } = await ask(`/jobs/${id}`)
  assert.match(body, /<div class="topic" aria-hidden="true">.*tabindex="-1" autocomplete="off" name="topic"/is)
  mustBeTaken(await apply(id, { ...filled(), topic: 'Cheap pills' }), id)
  assert.deepEqual(await applicationsOf(id), [])
})

test('the answer does not tell whether somebody has applied before, and they get three mails a day at most', async () => {
  const id = await open()
  const email = 'often@example.org'
  const before = (await confirmations()).length
  for (let n = 0; n < 5; n++) mustBeTaken(await apply(id, { ...filled(), email }), id)
  assert.equal((await applicationsOf(id)).length, 5)
  assert.equal((await confirmations()).length, before + 3)
})

test('a network sends 20 forms an hour, right or wrong, and is told when it may go on', async () => {
  const id = await open()
  const from = '192.0.2.7'
  for (let n = 0; n < 20; n++) assert.equal((await apply(id, { ...filled(), consent: undefined }, { from })).statusCode, 400)
  const refused = await apply(id, filled(), { from })
  assert.equal(refused.statusCode, 429)
  assert.match(String(refused.headers['content-type']), /^text\/html/)
  assert.match(refused.body, /Too many requests.*try again in (60|59) minutes/s)
  assert.ok(Number(refused.headers['retry-after']) > 3500)
  mustBeTaken(await apply(id, filled(), { from: '192.0.2.8' }), id)
})

test('a day’s applications are limited for each network, opening and workspace', async () => {
  const [id, other] = [await open(), await open()]
  const from = '192.0.2.11'
  const fill = (key: string, count: number) =>
    query(
      `insert into limits (key, count, resets_at) values ($1, $2, now() + interval '5 hours')
       on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
      ...[`applications 1${key}`, count],
    )
  const statuses = async () => [
    (await apply(id, filled(), { from })).statusCode,
    (await apply(other, filled(), { from })).statusCode,
    (await apply(id, filled(), { from: '192.0.2.12' })).statusCode,
  ]
  await fill(` to ${id} from ${from}`, 10)
  assert.deepEqual(await statuses(), [429, 303, 303])
  await fill(` from ${from}`, 30)
  assert.deepEqual(await statuses(), [429, 429, 303])
  await query(`delete from limits where key like 'applications 1%'`)
  await fill(` to ${id}`, 200)
  assert.deepEqual(await statuses(), [429, 303, 429])
  await fill('', 500)
  assert.deepEqual(await statuses(), [429, 429, 429])
  await query(`delete from limits where key like 'applications 1%'`)
  mustBeTaken(await apply(id, filled(), { from }), id)
})

test('a workspace on trial confirms 25 applications a day, and HR keeps 25 mails of its own', async () => {
  const id = await open()
  await query(`update tenants set paid_until = null where id = 1`)
  const counted = `insert into limits (key, count, resets_at) values ('confirmations 1', $1, now() + interval '5 hours')
    on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`
  await query(counted, 24)
  const before = (await confirmations()).length
  for (let n = 0; n < 3; n++) mustBeTaken(await apply(id, { ...filled(), email: `flood${n}@example.org` }), id)
  assert.equal((await applicationsOf(id)).length, 3)
  assert.equal((await confirmations()).length, before + 1)
  await query(`delete from limits where key in ('confirmations 1', 'applicant mails 1')`)
})

test('CVs take half of the room for a workspace’s files', async () => {
  const id = await open()
  mustBeTaken(await apply(id, { ...filled(), cv: file(pdf('Large')) }), id)
  const ofThese = 'id in (select cv_content_id from applications where opening_id = $1)'
  await query(`update file_contents set size = 600 * 1024 ^ 2 where ${ofThese}`, id)
  const refused = await apply(id, filled())
  assert.equal(refused.statusCode, 503)
  assert.match(refused.body, /No applications can be taken at the moment/)
  await query(`update file_contents set size = 1 where ${ofThese}`, id)
  mustBeTaken(await apply(id, filled()), id)
})

test('an opening that closes, or asks something else, after its page was opened takes nothing', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: false, is_long: false }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  await change(id, { questions: [{ text: 'How?', is_required: false, is_long: false }] })
  const answer = await apply(id, { ...filled(), [why]: 'Because.' })
  assert.equal(answer.statusCode, 400)
  assert.match(answer.body, /<a href="#apply">The questions have changed meanwhile/)
  const [how = ''] = namesIn(answer)
  await change(id, { status: 'closed' })
  const closed = await apply(id, { ...filled(), [how]: '' })
  assert.equal(closed.statusCode, 404)
  assert.match(closed.body, /may have been closed/)
  assert.deepEqual(await applicationsOf(id), [])
})

test('an opening that closes while an application is stored takes it before, or not at all', async () => {
  const id = await open()
  const before = await objects()
  const [answer] = await Promise.all([apply(id, filled()), change(id, { status: 'closed' })])
  const stored = (await applicationsOf(id)).length
  assert.equal(answer.statusCode, stored ? 303 : 404)
  assert.equal(await objects(), before + stored)
})

test('malware is refused at its field, and without an answer of the scanner nothing is taken', async () => {
  const id = await open()
  try {
    services.scan = async () => 'Eicar'
    assert.deepEqual(problemsIn(await apply(id, filled())), { cv: applicationProblems.cvMalware })
    services.scan = async () => Promise.reject(new Error('away'))
    const { statusCode, headers, body } = await apply(id, filled())
    assert.deepEqual([statusCode, headers['retry-after']], [503, '2'])
    assert.match(body, /Please try again in a moment/)
    assert.deepEqual(await applicationsOf(id), [])
    services.scan = async () => null
    mustBeTaken(await apply(id, filled()), id)
  } finally {
    services.scan = scan
  }
})

test('a workspace whose files take all its room takes no application, and nothing of it stays', async () => {
  const id = await open()
  const before = await objects()
  await query(`insert into file_contents (tenant_id, sha256, size, type, object)
    values (1, sha256('full'), ${1024 ** 3 - 10}, 'text/plain', gen_random_uuid()::text)`)
  const { statusCode, headers, body } = await apply(id, filled())
  assert.deepEqual([statusCode, headers['retry-after']], [503, '3600'])
  assert.match(body, /No applications can be taken at the moment/)
  await query(`delete from file_contents where sha256 = sha256('full')`)
  assert.deepEqual([(await applicationsOf(id)).length, await objects()], [0, before])
})

test('an application that fails half-way leaves nothing', async () => {
  const id = await open()
  const before = await objects()
  try {
    services.jobs = { ...jobs, enqueue: () => Promise.reject(new Error('no queue')) }
    const { statusCode, body } = await apply(id, { ...filled(), email: 'nobody@example.org' })
    assert.equal(statusCode, 500)
    assert.match(body, /Something went wrong/)
  } finally {
    services.jobs = jobs
  }
  assert.deepEqual([(await applicationsOf(id)).length, await objects()], [0, before])
})

test('a network has four forms on their way at once', async () => {
  const id = await open()
  const from = '192.0.2.9'
  const waiting: (() => void)[] = []
  try {
    services.scan = () => new Promise((resolve) => waiting.push(() => resolve(null)))
    const first = Array.from({ length: 4 }, () => apply(id, filled(), { from }))
    while (waiting.length < 4) await new Promise((done) => setTimeout(done, 10))
    // The others are still being examined.
    assert.equal((await apply(id, filled(), { from })).statusCode, 503)
    const elsewhere = apply(id, filled(), { from: '192.0.2.10' })
    services.scan = async () => null
    for (const go of waiting) go()
    for (const answer of await Promise.all([...first, elsewhere])) mustBeTaken(answer, id)
    mustBeTaken(await apply(id, filled(), { from }), id)
  } finally {
    services.scan = scan
  }
})
