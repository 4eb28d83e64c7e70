// Stages, openings and applicants, as HR and interviewers use them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationProblems, openingProblems, stageProblems } from 'contract'
import { hrRows, okBody, people, storeScene, today } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { applicantsWorld, interview, pathOf } from './testing-applicants.ts'

const { as, query, services, apply, read, mailsSent } = await applicantsWorld()
await storeScene(services.store)
const [hana, dev, dana] = [as('hana'), as('dev'), as('dana')]
const { first, second, hired, rejected } = stageRows.acme

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

test('of two who change the text of a mail, the second is shown what the first has written', async () => {
  const form = { name: 'Thanks', subject: 'Your application', text: 'Thank you.' }
  const { id } = await okBody(hana('POST /api/mail-templates/', form))
  const change = (fields: object, edited_from?: object) =>
    hana(`PUT /api/mail-templates/${id}/`, { ...form, ...fields, ...(edited_from && { edited_from }) })
  await okBody(change({ text: 'Thank you very much.' }, { text: 'Thank you.' }))
  const { status, body } = await change({ text: 'Many thanks.' }, { text: 'Thank you.' })
  assert.deepEqual([status, body.texts], [409, { text: 'Thank you very much.' }])
  assert.equal((await okBody(change({ text: 'Many thanks.' }, { text: 'Thank you very much.' }))).text, 'Many thanks.')
  assert.equal((await okBody(change({ text: 'Thanks!' }))).text, 'Thanks!')
  await hana(`DELETE /api/mail-templates/${id}/`)
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
