// What strangers see of openings, and how they apply.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { applicationProblems, cvBytes, departments } from 'contract'
import type { LightMyRequestResponse } from 'fastify'
import { makeAdmissionControl } from '../kit/http/admission-control.ts'
import { identify } from '../people/sessions.ts'
import { tenantFinder } from '../tenants/finder.ts'
import { daysFrom, okBody, people, testApp, today } from '../testing/world.ts'
import { serveJobs } from './pages/serve.ts'
import { addressesOf } from './pages/sitemap.ts'

const world = await testApp({ RATE_LIMIT: '0', FILES_GB: '1' })
const { app, as, query, config, hostOf, pools } = world
const frame = `<html data-accent="__ACCENT__"><title>__TITLE__</title><meta name="description" content="__DESCRIPTION__">
  <meta name="robots" content="__ROBOTS__"><link href="__ADDRESS__"><style nonce="__NONCE__"></style>
  <a href="__HOME__">__WORKSPACE__</a><main>__CONTENT__</main></html>`
/** Tests replace parts of it for a while. */
const services = { ...world.services }
const { scan, jobs } = services
const site = { pools, services, identify, tenantIdOf: tenantFinder(pools), admission: makeAdmissionControl(pools, config) }
serveJobs(app, site, async () => frame)

const [hana, gita] = [as('hana'), as('gita')]
const blank = { department: departments[0], location: null, description: '', closes_on: null, status: 'published', questions: [] }
async function open(changes: object = {}, request = hana): Promise<number> {
  return (await okBody(request('POST /api/openings/', { title: 'Baker', ...blank, ...changes }))).id
}
const change = async (id: number, changes: object) => okBody(hana(`PATCH /api/openings/${id}/`, changes))

type Asked = {
  host?: string
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Record<string, string>
  payload?: Buffer
  from?: string
}
const ask = (url: string, { host = hostOf('acme'), method = 'GET', headers = {}, payload, from = '127.0.0.1' }: Asked = {}) =>
  app.inject({ method, url, headers: { host, ...headers }, ...(payload && { payload }), remoteAddress: from })
const statusOf = async (url: string, asked?: Asked) => (await ask(url, asked)).statusCode

const pdf = (text = 'My life.') => Buffer.from(`%PDF-1.4\n${text}`)
const file = (bytes: Buffer, name = 'cv.pdf', type = 'application/pdf') => new File([new Uint8Array(bytes)], name, { type })
type Fields = Record<string, string | File | undefined>
const filled = (): Fields => ({
  form_key: randomUUID(),
  full_name: 'Ada Applicant',
  email: 'Ada@Example.org',
  phone: '+49 30 123',
  links: 'https://ada.example.org\r\nhttps://code.example.org/ada',
  cv: file(pdf(randomUUID())),
  consent: 'yes',
  topic: '',
})

/** Sends the form of an opening as a browser does. */
async function apply(id: number, fields: Fields, asked: Asked = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  const encoded = new Response(form)
  const host = asked.host ?? hostOf('acme')
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', origin: `http://${host}`, ...asked.headers }
  return ask(`/jobs/${id}`, { ...asked, method: 'POST', payload: Buffer.from(await encoded.arrayBuffer()), headers })
}
const taken = (answer: LightMyRequestResponse, id: number) =>
  assert.deepEqual([answer.statusCode, answer.headers.location, answer.body], [303, `/jobs/${id}/thanks`, ''])
const applicationsOf = (id: number) => query('select * from applications where opening_id = $1 order by id', id)
/** The messages at the fields, by the ends of their ids. */
const problemsIn = ({ body }: LightMyRequestResponse) =>
  Object.fromEntries([...body.matchAll(/id="field-([\w-]+)-problem">([^<]*)</g)].map(([, name = '', text = '']) => [name, text]))
const objects = async () => (await Array.fromAsync(services.store.list('1/'))).length
const mails = () =>
  query(`select data from pgboss.job where name = 'mail' and data->>'template' = 'application_received' order by created_on`)

test('without a published opening there is no page', async () => {
  const { statusCode, body, headers } = await ask('/jobs')
  assert.equal(statusCode, 404)
  assert.match(body, /There are no job openings.*href="\/"/s)
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.equal(await addresses(), null)
})

const addresses = async (host = hostOf('acme')) => {
  let found: readonly string[] | null = null
  await addressesOf(site)({ raw: { headers: { host }, rawHeaders: ['host', host], url: '/' } } as never).then(
    (all) => (found = all),
  )
  return found
}

test('only published openings whose last day has not passed are public, the newest first', async () => {
  const [first, draft, closed, past, last] = [
    await open({ title: 'First' }),
    await open({ title: 'Draft', status: 'draft' }),
    await open({ title: 'Closed', status: 'closed' }),
    await open({ title: 'Past' }),
    await open({ title: 'Until today', closes_on: today() }),
  ]
  await query('update openings set closes_on = $1 where id = $2', daysFrom(-2), past)
  const foreign = await open({ title: 'Foreign' }, gita)
  const { statusCode, body } = await ask('/jobs')
  assert.equal(statusCode, 200)
  assert.deepEqual(
    [...body.matchAll(/<a href="(\/jobs\/\d+)"[^>]*>([^<]*)/g)].map(([, href, title]) => [href, title]),
    [
      [`/jobs/${last}`, 'Until today'],
      [`/jobs/${first}`, 'First'],
    ],
  )
  for (const id of [first, last]) assert.equal(await statusOf(`/jobs/${id}`), 200)
  for (const id of [draft, closed, past, foreign, 987654321, '0', '-1', 'x', '1e3', '9'.repeat(30), `${first}x`]) {
    const answer = await ask(`/jobs/${id}`)
    assert.equal(answer.statusCode, 404, String(id))
    assert.match(answer.body, /This opening is not there.*href="\/jobs"/s)
    if (typeof id === 'number') assert.equal((await apply(id, filled())).statusCode, 404)
  }
  assert.equal(await statusOf(`/jobs/${foreign}`, { host: hostOf('globex') }), 200)
  const origin = `http://${hostOf('acme')}`
  assert.deepEqual(await addresses(), [`${origin}/jobs`, `${origin}/jobs/${last}`, `${origin}/jobs/${first}`])
})

test('a workspace that is blocked, unpaid or not there has no public page, and neither has another host', async () => {
  const unpaid = await query(`insert into openings (tenant_id, title, department, status)
    values (3, 'Unpaid', 'HR', 'published'), (4, 'Blocked', 'HR', 'published') returning id::int`)
  for (const host of [hostOf('broke'), hostOf('shut'), `nobody.${config.domain}`]) {
    for (const path of ['/jobs', ...unpaid.map(({ id }) => `/jobs/${id}`)]) {
      const { statusCode, headers, body } = await ask(path, { host })
      assert.equal(statusCode, 404)
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.doesNotMatch(body, /Unpaid|Blocked/)
    }
    assert.equal(await addresses(host), null)
  }
  // Nothing here serves the app, which these addresses are left to.
  for (const host of [hostOf('platform'), 'elsewhere.test', `a.b.${config.domain}`])
    assert.match(String((await ask('/jobs', { host })).headers['content-type']), /^application\/json/)
})

test('a page says what it is about, to people and to programs, and nothing on it may run', async () => {
  const id = await open({
    title: 'Baker <of> "bread"',
    description: `We bake.\n\n# Tasks\n\n- Bread\n- Rolls\n\n${'Long words follow. '.repeat(20)}`,
    closes_on: daysFrom(10),
    questions: [{ text: 'Why?', is_required: true, is_long: true }],
  })
  const { body, headers } = await ask(`/jobs/${id}`)
  assert.match(body, /<title>Baker &lt;of&gt; &quot;bread&quot; · Acme<\/title>/)
  assert.match(body, /<meta name="description" content="We bake\. Tasks Bread Rolls Long words follow\.[^"<]{50,120}…">/)
  assert.match(body, new RegExp(`<link href="http://${hostOf('acme')}/jobs/${id}">`))
  assert.match(body, /<h1[^>]*>Baker.*<h2[^>]*>Tasks<\/h2><ul><li[^>]*>Bread/s)
  assert.match(body, /content="index, follow"/)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'self' 'nonce-[\w-]{22}'; /)
  assert.doesNotMatch(policy, /script|unsafe/)
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-cache', undefined])
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body) ?? []
  const posting = JSON.parse(data)
  assert.equal(posting.title, 'Baker <of> "bread"')
  assert.equal(posting.validThrough, `${daysFrom(10)}T23:59:59`)
  assert.equal(posting.hiringOrganization.name, 'Acme')
  assert.match(posting.description, /<li dir="auto">Bread<\/li>/)
  assert.deepEqual(await statusOf(`/jobs/${id}`, { method: 'HEAD' }), 200)
})

test('an opening says where it is, also to programs', async () => {
  const [row] =
    await query(`insert into locations (tenant_id, name, country, timezone) values (1, 'Lisbon', 'PT', 'Europe/Lisbon')
    returning id::int`)
  const { body } = await ask(`/jobs/${await open({ location: row?.id })}`)
  assert.match(body, new RegExp(`${departments[0]} · Lisbon`))
  assert.match(body, /"address":\{"@type":"PostalAddress","addressLocality":"Lisbon","addressCountry":"PT"\}/)
})

test('what an opening says is text, and never a part of the page', async () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[b](data:text/html,x)',
    '![c](https://evil.test/pixel.png)',
    '<https://evil.test/"onclick="x>',
    'https://ok.test/<script>',
    '[@Dana Lee](person:6)',
    '__CONTENT__ __NONCE__ $& $1',
    '</script><!--',
  ]
  const id = await open({ title: '</title><script>1</script> __NONCE__', description: attacks.join('\n\n') })
  const { body } = await ask(`/jobs/${id}`)
  assert.equal([...body.matchAll(/<script/g)].length, 1, 'the block of data')
  assert.doesNotMatch(body, /<img|onerror=alert\(1\)>|href="(javascript|data)|<!--|person:6/)
  assert.match(body, /<a href="https:\/\/evil\.test\/pixel\.png" rel="nofollow noopener">c<\/a>/)
  assert.match(body, /Dana Lee/)
  assert.match(body, /__CONTENT__ __NONCE__ \$&amp; \$1|<strong>CONTENT<\/strong> <strong>NONCE<\/strong> \$&amp; \$1/)
  assert.equal([...body.matchAll(/<h1/g)].length, 1)
  for (const description of [
    '['.repeat(20_000),
    '> '.repeat(9000),
    '*a'.repeat(10_000),
    '|'.repeat(20_000),
    `${'`'.repeat(9999)}x`,
  ]) {
    await change(id, { description })
    const startedAt = performance.now()
    assert.equal(await statusOf(`/jobs/${id}`), 200)
    const elapsed = performance.now() - startedAt
    assert.ok(elapsed < 1000, `${description.slice(0, 10)}: ${elapsed} ms`)
  }
})

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
  taken(await apply(id, { ...filled(), cv, [why]: 'Because.\r\nReally.', [since]: '  ' }), id)
  const [row] = await applicationsOf(id)
  assert.ok(row)
  const { full_name, email, phone, links, cv_name, tenant_id, removed_at } = row
  assert.deepEqual([Number(tenant_id), full_name, email, phone], [1, 'Ada Applicant', 'ada@example.org', '+49 30 123'])
  assert.deepEqual([links, cv_name, removed_at], ['https://ada.example.org\nhttps://code.example.org/ada', 'Ada’s CV.pdf', null])
  const found = await okBody(hana(`GET /api/applications/${row.id}/`))
  assert.equal(found.stage.name, 'New')
  assert.deepEqual(found.answers, [{ question: 'Why?', answer: 'Because.\nReally.' }])
  assert.deepEqual(
    found.entries.map(({ event, by }: { event: string; by: unknown }) => [event, by]),
    [['applied', null]],
  )
  const { body, headers } = await hana(`GET /api/applications/${row.id}/cv/`)
  assert.ok(body.equals(pdf('Cook')))
  assert.match(String(headers['content-disposition']), /^attachment; /)
  const told = await query(
    'select person_id::int, message, link from notifications where link = $1',
    `/recruiting/applications/${row.id}`,
  )
  const message = 'There is a new application for “Cook”.'
  assert.deepEqual(told, [{ person_id: people.hana.id, message, link: `/recruiting/applications/${row.id}` }])
  const [mail] = (await mails()).slice(-1)
  assert.deepEqual(mail?.data, { template: 'application_received', tenant_id: 1, application_id: Number(row.id) })
  const thanks = await ask(`/jobs/${id}/thanks`)
  assert.deepEqual([thanks.statusCode, thanks.headers['x-robots-tag']], [200, 'noindex'])
  assert.match(thanks.body, /Your application as “Cook” has arrived/)
  assert.equal(await statusOf(`/jobs/${await open({ status: 'draft' })}/thanks`), 404)
})

const namesIn = ({ body }: LightMyRequestResponse) => [...body.matchAll(/ name="(answer-\w+)"/g)].map(([, name = '']) => name)

test('each field says what is wrong with it, all at once, and keeps what was typed', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: true, is_long: false }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  const before = await objects()
  const form_key = randomUUID()
  const wrong = {
    form_key,
    full_name: ' ',
    email: 'ada@b',
    phone: '1'.repeat(51),
    links: 'ada.example.org',
    [why]: ' ',
    cv: file(pdf(), ''),
  }
  const answer = await apply(id, { ...wrong, cv: file(Buffer.alloc(0), '') })
  assert.equal(answer.statusCode, 400)
  assert.deepEqual(problemsIn(answer), {
    full_name: 'Enter your name.',
    email: 'Invalid email format',
    phone: 'Ensure this field has no more than 50 characters.',
    links: applicationProblems.link,
    cv: applicationProblems.cv,
    [why]: applicationProblems.answer,
    consent: applicationProblems.consent,
  })
  assert.match(answer.body, /<title>Error: Baker · Acme<\/title>/)
  assert.match(answer.body, /class="summary" role="alert" tabindex="-1" autofocus=""/)
  for (const field of Object.keys(problemsIn(answer))) {
    assert.match(answer.body, new RegExp(`<li><a href="#field-${field}">`))
    assert.match(
      answer.body,
      new RegExp(`id="field-${field}"[^>]*aria-describedby="[^"]*field-${field}-problem"[^>]*aria-invalid="true"`),
    )
  }
  for (const kept of [`value="${form_key}"`, 'value="ada@b"', '>ada.example.org</textarea>'])
    assert.ok(answer.body.includes(kept), kept)
  assert.match(answer.body, /Choose the file again/)
  assert.equal(answer.headers['x-robots-tag'], 'noindex')
  assert.deepEqual([(await applicationsOf(id)).length, await objects()], [0, before])
})

test('each rule of a field holds by itself', async () => {
  const id = await open({ questions: [{ text: 'Why?', is_required: false, is_long: false }] })
  const [why = ''] = namesIn(await ask(`/jobs/${id}`))
  const links = (count: number) => Array.from({ length: count }, (_, n) => `https://a${n}.test`).join('\r\n')
  const cases: [field: string, value: string | File | undefined, problem: string | RegExp][] = [
    ['full_name', 'x'.repeat(201), /no more than 200/],
    ['full_name', undefined, 'Enter your name.'],
    ['full_name', 'A\u202eB', /not allowed/],
    ['full_name', file(pdf()), 'Enter your name.'],
    ['email', `${'x'.repeat(250)}@a.test`, /no more than 254/],
    ['email', 'a@b.test\u0000', /cannot be stored/],
    ['links', links(6), applicationProblems.tooManyLinks],
    ['links', 'javascript:alert(1)', applicationProblems.link],
    ['cv', 'a text', applicationProblems.cv],
    ['cv', file(Buffer.from('<html>%PDF')), applicationProblems.cvType],
    ['cv', file(Buffer.alloc(0), 'empty.pdf'), applicationProblems.cvType],
    ['cv', file(Buffer.concat([pdf(), randomBytes(cvBytes)])), applicationProblems.cvSize],
    ['consent', 'no', applicationProblems.consent],
    [why, 'x'.repeat(5001), /no more than 5000/],
  ]
  for (const [field, value, problem] of cases) {
    const answer = await apply(id, { ...filled(), [why]: '', [field]: value })
    const { [field]: text = '', ...others } = problemsIn(answer)
    assert.equal(answer.statusCode, 400, field)
    assert.deepEqual(others, {}, field)
    if (typeof problem === 'string') assert.ok(text.startsWith(problem.replaceAll('’', '’')), `${field}: ${text}`)
    else assert.match(text, problem)
  }
  taken(await apply(id, { ...filled(), [why]: '', phone: '', links: links(5) }), id)
  taken(await apply(id, { ...filled(), [why]: '', links: '', cv: file(pdf(), 'x'.repeat(300)) }), id)
  assert.equal((await applicationsOf(id)).at(-1)?.cv_name, 'CV.pdf')
})

test('a form that is sent twice, also at the same moment, is one application', async () => {
  const id = await open()
  const fields = filled()
  const before = await objects()
  for (const answer of await Promise.all([1, 2, 3].map(() => apply(id, fields)))) taken(answer, id)
  taken(await apply(id, fields), id)
  taken(await apply(id, { ...fields, cv: file(pdf('Another one.')) }), id)
  assert.equal((await applicationsOf(id)).length, 1)
  assert.equal((await query('select from notifications where message like $1', '%Baker%')).length >= 1, true)
  // What a form brought in vain is removed in the background.
  for (let tries = 0; (await objects()) > before + 1 && tries < 100; tries++) await new Promise((done) => setTimeout(done, 20))
  assert.equal(await objects(), before + 1)
  taken(await apply(id, { ...filled(), form_key: 'x' }), id)
  taken(await apply(id, { ...filled(), form_key: undefined }), id)
  assert.equal((await applicationsOf(id)).length, 3)
})

test('a program that fills in the hidden field gets the same answer, and nothing is stored', async () => {
  const id = await open()
  const { body } = await ask(`/jobs/${id}`)
  assert.match(body, /<div class="topic" aria-hidden="true">.*name="topic" tabindex="-1" autocomplete="off"/s)
  taken(await apply(id, { ...filled(), topic: 'Cheap pills' }), id)
  assert.deepEqual(await applicationsOf(id), [])
})

test('the answer does not tell whether somebody has applied before, and they get three mails a day at most', async () => {
  const id = await open()
  const email = 'often@example.org'
  const before = (await mails()).length
  for (let n = 0; n < 5; n++) taken(await apply(id, { ...filled(), email }), id)
  assert.equal((await applicationsOf(id)).length, 5)
  assert.equal((await mails()).length, before + 3)
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
  taken(await apply(id, filled(), { from: '192.0.2.8' }), id)
})

test('a workspace takes 500 applications a day', async () => {
  const id = await open()
  await query(`insert into limits (key, count, resets_at) values ('applications 1', 500, now() + interval '5 hours')
    on conflict (key) do update set count = 500, resets_at = excluded.resets_at`)
  assert.equal((await apply(id, filled())).statusCode, 429)
  await query(`delete from limits where key = 'applications 1'`)
  taken(await apply(id, filled()), id)
})

test('a form comes from the workspace’s own page alone, and as a whole', async () => {
  const id = await open()
  for (const headers of [{ origin: 'https://evil.test' }, { origin: `http://${hostOf('globex')}` }, { origin: 'null' }])
    assert.equal((await apply(id, filled(), { headers })).statusCode, 403)
  const origin = `http://${hostOf('acme')}`
  const bodies: [type: string, body: string][] = [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="full_name"\r\n\r\nAda'],
    ['multipart/form-data; boundary=x', ''],
    ['application/x-www-form-urlencoded', 'full_name=Ada'],
    ['application/json', '{}'],
    ['multipart/form-data; boundary=x', `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(101)}--x--\r\n`],
  ]
  for (const [type, body] of bodies) {
    const payload = Buffer.from(body)
    const answer = await ask(`/jobs/${id}`, { method: 'POST', payload, headers: { origin, 'content-type': type } })
    assert.equal(answer.statusCode, 400, `${type} ${body.slice(0, 20)}`)
    assert.match(answer.body, /has not arrived as a whole/)
  }
  const large = await apply(id, { ...filled(), cv: file(Buffer.alloc(12 * 1024 ** 2)) })
  assert.equal(large.statusCode, 413)
  assert.match(large.body, /A CV has at most 10 MB/)
  assert.deepEqual(await applicationsOf(id), [])
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
    taken(await apply(id, filled()), id)
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
    const { statusCode, body } = await apply(id, filled())
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
    assert.equal((await apply(id, filled(), { from })).statusCode, 503)
    for (const go of waiting.splice(0)) go()
    for (const answer of await Promise.all(first)) taken(answer, id)
    services.scan = async () => null
    taken(await apply(id, filled(), { from }), id)
  } finally {
    services.scan = scan
  }
})

test('in the public demonstration, openings are shown to people alone, and nobody applies', async () => {
  const host = hostOf('globex')
  const id = await open({ title: 'Astronaut' }, gita)
  await query('update tenants set is_public_demo = true where id = 2')
  for (const path of ['/jobs', `/jobs/${id}`]) {
    const { statusCode, body, headers } = await ask(path, { host })
    assert.deepEqual([statusCode, headers['x-robots-tag']], [200, 'noindex'])
    assert.doesNotMatch(body, /<form|ld\+json|index, follow/)
  }
  assert.equal((await apply(id, filled(), { host })).statusCode, 403)
  assert.equal(await addresses(host), null)
  await query('update tenants set is_public_demo = false where id = 2')
  taken(await apply(id, filled(), { host }), id)
})
