// The data of applicants goes again: by the rule, or at once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { applicationProblems } from 'contract'
import { okBody, people, today } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { removeRejected } from './removal.ts'
import { applicantsWorld, interview, log, pathOf } from './testing-applicants.ts'

const { as, query, pools, services, apply, read, mailsSent } = await applicantsWorld()
const { store } = services
const [hana, ann, dev] = [as('hana'), as('ann'), as('dev')]
const { first } = stageRows.acme

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
  await mailsSent(1)
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
  await mailsSent(2)
  assert.deepEqual([removed.full_name, removed.interviews, removed.hire], ['', [], null])
  assert.ok(!(await everythingOf(id)).includes('gone@'))
  assert.equal((await dev(`GET ${pathOf(id)}`)).status, 404)
  assert.deepEqual(await okBody(ann('GET /api/hires/')), [])
  const [entry] = await okBody(hana('GET /api/removed-applicants/'))
  assert.equal(entry.removed_by.full_name, 'Hana')
})

/** Everything in the database of the workspace and its jobs, as one text. */
async function everything() {
  const tables = await query(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and (table_schema = 'public' or table_schema = 'pgboss')`,
  )
  const texts = await Promise.all(tables.map(({ name }) => query(`select t::text as row from ${name} t`)))
  return JSON.stringify(texts)
}

/** An application with all that can be written about an applicant. Its texts begin with a word of their own. */
async function writtenAbout(word: string) {
  const id = await apply({ email: `${word}@applicants.test` })
  const content = { sha256: Buffer.from(word.padEnd(32, '.')), size: 4, type: 'application/pdf', object: randomUUID() }
  await store.put(`1/${content.object}`, [Buffer.from(word)], word.length)
  const [cv] = await query(
    `insert into file_contents (tenant_id, sha256, size, type, object) values (1, $1, 4, 'application/pdf', $2) returning id::float8`,
    content.sha256,
    content.object,
  )
  await query(
    `update applications set full_name = $2 || ' Name', phone = $2 || '1', links = 'https://' || $2 || '.test', cv_content_id = $3, cv_name = $2 || '.pdf' where id = $1`,
    id,
    word,
    cv?.id,
  )
  const once = () => as('hana', { headers: { 'idempotency-key': randomUUID() } })
  await okBody(once()(`POST ${pathOf(id)}notes/`, { text: `${word} note` }))
  await okBody(once()(`POST ${pathOf(id)}mails/`, { subject: `${word} subject`, text: `${word} mail` }))
  await okBody(hana(`PUT ${pathOf(id)}rating/`, { stars: 2, comment: `${word} comment` }))
  await okBody(
    hana(`POST ${pathOf(id)}interviews/`, interview([people.dev.id], { agenda: `${word} agenda`, place: `${word} room` })),
  )
  await okBody(
    hana(`POST ${pathOf(id)}hire/`, { job_title: `${word} job`, department: 'IT', starts_on: today(), location: null }),
  )
  await okBody(hana(`POST ${pathOf(id)}withdraw-hire/`, { reason: `${word} reason` }))
  return { id, object: content.object, cv_id: cv?.id }
}

const objectsOf = async () => (await Array.fromAsync(store.list('1/'))).map(({ key }) => key)

for (const [how, remove] of [
  ['HR removes it', (id: number) => okBody(hana(`POST ${pathOf(id)}remove-data/`))],
  [
    'its time ends',
    async (id: number) => {
      await query(`update applications set rejected_at = now() - interval '4000 days' where id = $1`, id)
      assert.equal(await removeRejected({ pools, services, log }), 1)
    },
  ],
] as const)
  test(`what was written about an applicant is nowhere once ${how}, and the CV’s bytes neither`, async () => {
    const word = `zz${randomUUID().slice(0, 8)}`
    const { id, object } = await writtenAbout(word)
    await mailsSent(3)
    assert.ok((await everything()).includes(word))
    await remove(id)
    await mailsSent(2)
    const left = await everything()
    const at = left.indexOf(word)
    assert.equal(at, -1, left.slice(Math.max(0, at - 200), at + 200))
    for (let tries = 0; (await objectsOf()).includes(`1/${object}`) && tries < 100; tries++)
      await new Promise((done) => setTimeout(done, 20))
    assert.ok(!(await objectsOf()).includes(`1/${object}`))
  })

test('a CV that is also somebody else’s file stays for them', async () => {
  const first = await writtenAbout('shared1')
  const second = await apply()
  await query(`update applications set cv_content_id = $2, cv_name = 'cv.pdf' where id = $1`, second, first.cv_id)
  await mailsSent(3)
  await okBody(hana(`POST ${pathOf(first.id)}remove-data/`))
  await mailsSent(2)
  assert.equal((await hana(`GET ${pathOf(second)}cv/`)).status, 200)
})
