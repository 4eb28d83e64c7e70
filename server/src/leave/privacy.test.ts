// Walks all reads, roles, frames, notifications, mails, exports and feeds. Nobody but HR and the person is shown a type, a note or a document,
// and nobody but HR and who leads their interview an applicant.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, api, type Endpoint, may } from 'contract'
import { sendPart } from '../files/testing.ts'
import type { Mail } from '../kit/mail/mailer.ts'
import { sendMails } from '../mails.ts'
import {
  changes,
  comments,
  files,
  hrRows,
  imports,
  okBody,
  people,
  projects,
  rooms,
  storeScene,
  subtasks,
  tasks,
  templates,
  testApp,
  timeSheets,
  today,
  updates,
  views,
} from '../testing/world.ts'

const { as, query, services, pools, socket } = await testApp({ RATE_LIMIT: '0' })
await storeScene(services.store)

/** Marks that nobody else may receive. The id of the type has a number of its own. */
const [noteMark, documentMark, typeMark, typeId] = ['Zanzibar note', 'Zanzibar.txt', 'Zanzibar type', 77_001_177]
/** An applicant, whom only HR and Dev see, who leads an interview. */
const applicantMarks = ['Ada Applicant', 'ada@applicants.test', 'They connect.', 'Asks for much money.', 'Knows a lot.']
const marks = [noteMark, documentMark, typeMark, String(typeId), ...applicantMarks]
const found = (text: string) => marks.filter((mark) => text.includes(mark))

await query(
  `insert into leave_types (tenant_id, id, name, color, proof) values (1, $1, $2, 'rose', 'document')`,
  typeId,
  typeMark,
)
await query(`insert into leave_policies (tenant_id, type_id, year, granted) values (1, $1, 2026, 'yearly')`, typeId)

/** Everybody who could be shown too much: a manager, another one, an administrator, developers of the same project and of none. */
const others = ['ann', 'pam', 'max', 'dana', 'deb', 'una'] as const
const monday = addDays(today(), 7 + ((8 - new Date(today()).getUTCDay()) % 7))
const pages: { who: (typeof others)[number]; page: Awaited<ReturnType<typeof socket>> }[] = []
for (const who of others) {
  const page = await socket(who, '/ws/notifications/')
  await page.settled()
  page.send({ action: 'watch', topics: ['mine'] })
  await page.frame(({ type }) => type === 'watching')
  pages.push({ who, page })
}

const dev = as('dev')
const made: number[] = []

async function request(from: string) {
  const bytes = Buffer.from(documentMark)
  const upload = await okBody(dev('POST /api/leave/uploads/', { name: documentMark, size: bytes.length }))
  const { file } = await okBody(sendPart(dev, upload.id, bytes, 0))
  const body = { type: typeId, from, to: from, note: noteMark, documents: [file.id] }
  const { id } = await okBody(dev('POST /api/leave/', body))
  made.push(id)
  return { id, document: file.id as number }
}

const approved = await request(monday)
await okBody(as('pam')(`POST /api/leave/${approved.id}/approve/`, {}))
await okBody(as('hana')(`POST /api/leave/${approved.id}/approve/`, {}))
const declined = await request(addDays(monday, 1))
await okBody(as('pam')(`POST /api/leave/${declined.id}/decline/`, { reason: 'The launch' }))
const pending = await request(addDays(monday, 2))
const cancelled = await request(addDays(monday, 3))
await okBody(dev(`POST /api/leave/${cancelled.id}/cancel/`))
// Today, so that the directory and the chat show it.
await okBody(
  as('hana')('POST /api/leave/', {
    person: people.dev.id,
    type: hrRows.acme,
    from: today(),
    to: addDays(today(), 3),
    note: noteMark,
  }),
)
await query(
  `update leave_requests set type_id = $1 where person_id = $2 and created_by = $3`,
  typeId,
  people.dev.id,
  people.hana.id,
)

const ids: Record<string, number | string> = {
  ...{ opening_id: hrRows.acme, application_id: hrRows.acme },
  ...{ person_id: people.dev.id, employee_id: people.dev.id, administrator_id: people.ann.id, leave_id: pending.id },
  ...{ document_id: pending.document, leave_type_id: typeId, location_id: hrRows.acme, room_id: rooms.website },
  ...{ project_id: projects.website, task_id: tasks.home_page, subtask_id: subtasks.header, comment_id: comments.dev },
  ...{ change_id: changes.deb, template_id: templates.pam, file_id: files.dev, sheet_id: timeSheets.deb, key: 'WEB-1' },
  ...{ week: '2026-01-05', tenant_id: 1, token: 'none', import_id: imports.pam, update_id: updates.pam, view_id: views.pam },
}
const queries: Record<string, string> = {
  'GET /api/leave/preview/': `?type=${hrRows.acme}&from=${monday}&to=${addDays(monday, 3)}`,
  'GET /api/absences/': `?from=${today()}&to=${addDays(today(), 30)}`,
  'GET /api/locations/:location_id/holidays/': '?year=2026',
  'GET /api/tasks/': `?project=${projects.website}`,
  'GET /api/my-developers/': `?project_id=${projects.website}`,
  'GET /api/search/': '?q=Zanzibar',
  'GET /api/references/': `?keys=WEB-1&tasks=${tasks.home_page}&people=${people.dev.id}`,
  'GET /api/references/people/': `?project=${projects.website}`,
  'GET /api/references/work/': `?project=${projects.website}`,
}
/** Everybody requests leave of some type, so everybody knows their names. */
const ofTypes = 'GET /api/leave-types/'
/** The export has a test of its own. */
const exported = 'GET /api/workspace/export/'

const reads = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .filter(({ route, host }) => route.startsWith('GET ') && host !== 'platform' && route !== exported)

test('no read shows others a type, a note or a document, or an applicant', async () => {
  let [walked, ofOwn] = [0, 0]
  for (const { route, access } of reads) {
    const path = route.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? assert.fail(`No ${name} to aim at`)))
    const suffixes = route === 'GET /api/leave/' ? ['?show=own', '?show=to_decide', '?show=all'] : [queries[route] ?? '']
    for (const suffix of suffixes)
      for (const who of [...others, 'dev', 'hana'] as const) {
        if (access !== 'public' && !may(people[who].role, { access })) continue
        const { body } = await as(who)(path + suffix)
        const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
        const shown = found(text).filter((mark) => route !== ofTypes || ![typeMark, String(typeId)].includes(mark))
        if (who === 'dev' || who === 'hana') ofOwn += shown.length
        else assert.deepEqual(shown, [], `${route}${suffix} shows ${who} ${shown}: ${text.slice(0, 500)}`)
        walked++
      }
  }
  // HR and the person are shown them, or the walk proves nothing.
  assert.ok(walked > 300 && ofOwn > 8, `${walked} answers, ${ofOwn} marks`)
})

test('no request that others may open shows more than dates', async () => {
  let opened = 0
  for (const who of others)
    for (const id of made) {
      const { status, body } = await as(who)(`GET /api/leave/${id}/`)
      if (status === 200) opened++
      assert.deepEqual(found(JSON.stringify(body)), [], `${who} ${id}`)
    }
  assert.ok(opened >= 3, `${opened}`)
  for (const who of others)
    for (const { document } of [approved, declined, pending])
      assert.equal((await as(who)(`GET /api/documents/${document}/content/`)).status, 404)
})

test('no frame and no notification tells more than dates', async () => {
  let frames = 0
  for (const { who, page } of pages) {
    await page.settled()
    const texts = page.frames.map((frame) => JSON.stringify(frame))
    frames += texts.length
    assert.deepEqual(texts.flatMap(found), [], who)
  }
  assert.ok(frames > 20, `${frames}`)
  const told = await query(`select message || coalesce(link, '') as text from notifications where tenant_id = 1`)
  assert.ok(told.some(({ text }) => /leave/.test(String(text))))
  assert.deepEqual(
    told.flatMap(({ text }) => found(String(text))),
    [],
  )
})

test('no mail tells more than dates', async () => {
  const sent: Mail[] = []
  const log = { info: () => undefined, warn: ({ reason }: { reason?: string }) => assert.fail(reason) }
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
  await sendMails({ pools, services, log, mailer })
  const queued = async () =>
    Number(
      (
        await query(`select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')`)
      )[0]?.n,
    )
  while ((await queued()) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok(sent.some(({ subject }) => /asks for leave/.test(subject)))
  assert.ok(sent.some(({ subject }) => /Your leave is approved/.test(subject)))
  assert.deepEqual(
    sent.flatMap((mail) => found(JSON.stringify(mail))),
    [],
  )
})

test('no feed and no export of an administrator tells more than dates', async () => {
  for (const who of [...others, 'hana', 'dev'] as const) {
    const { address } = await okBody(as(who)('POST /api/leave-feed/'))
    const { status, body } = await as(null)(`GET ${new URL(address).pathname}`)
    assert.equal(status, 200)
    const text = String(body)
    if (who === 'ann' || who === 'pam' || who === 'hana') assert.match(text, /Dev – Away/)
    assert.deepEqual(found(text), [], who)
  }
  const { body } = await as('ann')(exported)
  const shown = String(body)
    .split('\n')
    .filter((line) => found(line).length && !/^\{"table":"leave_(types|policies)"/.test(line))
  assert.deepEqual(shown, [])
})

test('leave without approval can’t be told from other leave by what is said about it, or when', async () => {
  const [pam, hana] = [as('pam'), as('hana')]
  const needing = async (needs_approval: boolean) => hana(`PATCH /api/leave-types/${typeId}/`, { needs_approval, proof: 'none' })
  const approvedBy =
    (...deciders: (typeof pam)[]) =>
    async (id: number) => {
      for (const decide of deciders) await okBody(decide(`POST /api/leave/${id}/approve/`, {}))
    }
  const ask = (from: string) => dev('POST /api/leave/', { type: typeId, from, to: from })
  const enter = (from: string) => hana('POST /api/leave/', { person: people.dev.id, type: typeId, from, to: from })
  /** Which models the pages of others read again, once it is certain that Dev is away, and what is said to Pam. */
  const heard: unknown[] = []
  for (const [index, { make, decide, isAsked = true, approval = 'manager_then_hr' }] of [
    { make: ask, decide: approvedBy(), isAsked: false },
    { make: enter, decide: approvedBy() },
    { make: ask, decide: approvedBy(pam, hana) },
    { make: ask, decide: approvedBy(hana), approval: 'hr' },
  ].entries()) {
    await okBody(hana('PATCH /api/leave-settings/', { approval }))
    await needing(isAsked)
    const from = addDays(monday, 7 * (index + 1))
    const counts = new Map<string, number>()
    for (const { who, page } of pages) {
      await page.settled()
      counts.set(who, page.frames.length)
    }
    const [{ last = 0 } = {}] = await query('select coalesce(max(id), 0) as last from notifications')
    const { id } = await okBody(make(from))
    await decide(id)
    const others = ['max', 'dana', 'deb', 'una']
    const frames = await Promise.all(
      pages
        .filter(({ who }) => others.includes(who))
        .map(async ({ who, page }) => {
          await page.settled()
          return page.frames.slice(counts.get(who)).map(({ type, reads }) => [type, reads])
        }),
    )
    const said = await query(
      `select regexp_replace(message, '[0-9]+ [A-Z][a-z]+ [0-9]+', 'then') as message, link from notifications
      where id > $1 and person_id = $2 and message not like '%asks for leave%' order by id`,
      last,
      people.pam.id,
    )
    const told = await query('select person_id from notifications where id > $1 and person_id = any($2)', last, [
      ...[people.max.id, people.dana.id, people.deb.id, people.una.id],
    ])
    await okBody(hana(`POST /api/leave/${id}/cancel/`))
    const [cancelled] = await query(
      'select message from notifications where person_id = $1 order by id desc limit 1',
      people.pam.id,
    )
    heard.push({ frames, said, told, cancelled: String(cancelled?.message).replace(/\d+ \w+ \d+/, 'then') })
  }
  const [first, ...rest] = heard
  assert.match(JSON.stringify(first), /Dev is away: then.*cancelled the leave of Dev: then/)
  for (const other of rest) assert.deepEqual(other, first)
})
