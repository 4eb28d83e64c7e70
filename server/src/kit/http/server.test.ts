import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint } from 'contract'
import { labels, outcome, people, projects, storeScene, tasks, testApp } from '../../testing/world.ts'

const { as, asOwner, send, services, query } = await testApp()
await storeScene(services.store)

const [ann, pam] = [as('ann'), as('pam')]

test('every call answers with and without its trailing slash', async () => {
  for (const path of [
    '/api/me',
    '/api/projects',
    `/api/projects/${projects.website}`,
    `/api/tasks/${tasks.home_page}`,
    '/api/pm-assignments/grouped',
  ])
    for (const slash of ['', '/']) assert.equal((await ann(`GET ${path}${slash}`)).status, 200, path + slash)
})

test('another method on a known path is told which ones there are', async () => {
  for (const [route, allow] of [
    ['DELETE /api/me/', 'GET, HEAD'],
    ['PUT /api/projects/', 'GET, POST, HEAD'],
    ['POST /api/projects/1', 'GET, PATCH, HEAD'],
    ['HEAD /api/token/', 'POST'],
    ['OPTIONS /api/token/', 'POST'],
  ] as const) {
    const answer = await ann(route)
    assert.deepEqual([answer.status, answer.headers.allow], [405, allow], route)
    if (!route.startsWith('HEAD')) assert.deepEqual(answer.body, { detail: `Method ${route.split(' ')[0]} is not allowed.` })
  }
})

test('a HEAD is answered as the GET is, without a body, and changes nothing', async () => {
  const reads = Object.values(api)
    .flatMap((domain) => Object.values(domain) as Endpoint[])
    .map(({ route }) => route)
    .filter((route) => /^GET [^:]*$/.test(route))
  assert.ok(reads.length > 30)
  const counts = () => query('select count(*) from security_events')
  const paths = [
    ...reads.map((route) => route.slice(4)),
    `/api/tasks/${tasks.home_page}/`,
    '/api/tasks/1234567/',
    '/api/nothing/',
  ]
  for (const request of [ann, as('hana'), as(null)])
    for (const path of paths) {
      const before = await counts()
      const head = await request(`HEAD ${path}`)
      assert.deepEqual([head.body || '', await counts()], ['', before], path)
      const get = await request(`GET ${path}`)
      assert.equal(head.status, get.status, path)
      for (const name of ['content-type', 'etag', 'content-encoding'])
        assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
      if (head.headers['content-length'] !== undefined && get.headers['content-length'] !== undefined)
        assert.equal(head.headers['content-length'], get.headers['content-length'], path)
    }
})

test('an unknown path is not found, in JSON, whoever asks', async () => {
  for (const request of [ann, as(null), as('sol')])
    for (const route of [
      'GET /api/',
      'GET /api/nothing/',
      'POST /api/employees/1/promote/',
      'GET /api/me/x',
      'GET /api/%2e%2e/me',
      'POST /nowhere',
      'DELETE /',
    ])
      assert.deepEqual(outcome(await request(route)), [404, { detail: 'Not found.' }], route)
})

test('a malformed id in a path is not found, like an unknown one', async () => {
  for (const id of [
    '0',
    '-1',
    '1.0',
    '1e3',
    '%201',
    'x',
    '%00',
    '99999999999999999999',
    '9007199254740993',
    '1;',
    `${'1'.repeat(600)}`,
  ])
    assert.deepEqual(outcome(await ann(`GET /api/projects/${id}/`)), [404, { detail: 'Not found.' }], id)
})

test('a path that cannot be decoded is answered like one that leads nowhere', async () => {
  for (const path of ['/api/projects/%zz/', '/api/projects/%E0%A4%A/', '/api/%'])
    assert.deepEqual(outcome(await ann(`GET ${path}`)), [404, { detail: 'Not found.' }], path)
})

test('a body is JSON, and says so', async () => {
  const post = (type: string | null, payload: string) =>
    as('pam', { headers: type === null ? {} : { 'content-type': type } })('POST /api/projects/', payload)
  const body = JSON.stringify({ name: 'X' })
  for (const type of ['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])
    assert.equal((await post(type, body)).status, 201, type)
  for (const type of [
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'nonsense',
    '',
  ])
    assert.deepEqual(
      outcome(await post(type, body)),
      [415, { detail: 'Send JSON, with the content type application/json.' }],
      String(type),
    )
})

test('malformed JSON and JSON that is no object are told apart', async () => {
  const post = (payload: string) => as('pam', { headers: { 'content-type': 'application/json' } })('POST /api/projects/', payload)
  for (const payload of ['{', '{"name":}', "{'name': 1}", '{"name":"x"} x', '\u0000', 'NaN', '[', '{"a":1,}'])
    assert.deepEqual(outcome(await post(payload)), [400, { detail: 'Malformed JSON.' }], payload)
  for (const payload of ['null', '1', '"x"', '[]', '[{"name":"x"}]', 'true'])
    assert.deepEqual(outcome(await post(payload)), [400, { non_field_errors: ['Send a JSON object.'] }], payload)
  assert.equal((await post('')).status, 400)
  assert.equal((await post('['.repeat(60_000))).status, 400)
  assert.equal((await post(`{"__proto__":{"name":"x"},"constructor":1}`)).status, 400)
})

test('a body over 64 KiB is too large, the longest that a form allows passes', async () => {
  const answer = await pam('POST /api/projects/', { name: 'X', description: 'x'.repeat(65_536) })
  assert.deepEqual(outcome(answer), [413, { detail: 'The body is larger than 65536 bytes.' }])
  const post = as('pam', { headers: { 'content-type': 'application/json' } })
  const escaped = (unit: string, count: number) => unit.repeat(count)
  for (const [title, description] of [
    [escaped('\\u4e00', 255), escaped('\\u4e00', 10_000)],
    [escaped('\\ud83d\\ude00', 127), escaped('\\ud83d\\ude00', 5000)],
  ]) {
    const label_ids = Array.from({ length: 100 }, () => labels.design).join(', ')
    const text = `{"title": "${title}", "description": "${description}", "project": ${projects.website}, "label_ids": [${label_ids}]}`
    assert.ok(text.length > 60_000)
    assert.equal((await post('POST /api/tasks/', text)).status, 201)
  }
})

test('an event of the card provider may be longer than any form', async () => {
  const request = as(null, { at: 'platform', headers: { 'content-type': 'application/json' } })
  assert.equal((await request('POST /api/stripe/webhook/', 'x'.repeat(100_000))).status, 400)
  assert.equal((await request('POST /api/stripe/webhook/', 'x'.repeat(300_000))).status, 413)
})

const bodies: [string, Record<string, unknown>, typeof ann][] = [
  ['POST /api/token/', { email: 'ann@acme.test', password: 'x' }, as(null)],
  ['POST /api/password/forgot/', { email: 'ann@acme.test' }, as(null)],
  ['POST /api/set-password/', { uidb64: 'x', token: 'x', new_password: 'x' }, as(null)],
  ['POST /api/tenants/send-otp/', { email: 'ann@acme.test' }, as(null, { at: 'platform' })],
  ['POST /api/tenants/check-availability/', { subdomain: 'x', tenant_name: 'x' }, as(null, { at: 'platform' })],
  [
    'POST /api/tenants/signup/',
    { tenant_name: 'x', domain_url: 'x', email: 'x', password: 'x', full_name: 'x' },
    as(null, { at: 'platform' }),
  ],
  ['POST /api/employees/', { full_name: 'x', email: 'x', job_title: 'x', department: 'x', role: 'x', password: 'x' }, ann],
  [`PUT /api/employees/${people.una.id}/`, { full_name: 'x', job_title: 'x', department: 'x', role: 'x' }, ann],
  ['POST /api/projects/', { name: 'x', description: 'x', start_date: 'x', end_date: 'x', priority: 'x' }, pam],
  [
    `PATCH /api/projects/${projects.website}/`,
    { name: 'x', description: 'x', start_date: 'x', end_date: 'x', priority: 'x', status: 'x' },
    pam,
  ],
  ['POST /api/tasks/', { title: 'x', description: 'x', due_date: 'x', status: 'x', priority: 'x' }, pam],
  [`PATCH /api/tasks/${tasks.home_page}/`, { title: 'x', description: 'x', due_date: 'x', status: 'x', priority: 'x' }, pam],
  ['POST /api/subtasks/', { title: 'x', description: 'x', due_date: 'x', status: 'x', priority: 'x' }, pam],
  ['POST /api/comments/', { content_type: 'x', text: 'x' }, pam],
]
for (const [route, fields, request] of bodies)
  test(`${route} refuses a character that cannot be stored, and a wrong type, on each of its fields`, async () => {
    await query('delete from limits')
    for (const field of Object.keys(fields))
      for (const bad of ['Well \u0000 said', 'Well \ud800 said', '\udc00', 7, 1e308, true, [], {}, ['x']]) {
        const { status, body } = await request(route, { ...fields, [field]: bad })
        assert.ok(status === 400, `${field} ${JSON.stringify(bad)}: ${status}`)
        assert.ok(
          field in body || body.detail === 'Invalid or expired link.',
          `${field} ${JSON.stringify(bad)}: ${JSON.stringify(body)}`,
        )
      }
  })

test('numbers beyond reason are no ids', async () => {
  const post = (text: string) =>
    as('pam', { headers: { 'content-type': 'application/json' } })('POST /api/members/bulk-assign/', text)
  for (const n of ['1e400', '-1e400', '9007199254740993', '99999999999999999999', '1.5', '-0', '1e-7'])
    assert.deepEqual(Object.keys((await post(`{"project": ${n}, "developers": [5]}`)).body), ['project'], n)
  for (const id of [2 ** 31, 2 ** 53 - 1])
    assert.equal((await pam('POST /api/tasks/', { title: 'x', description: 'Long enough, surely.', project: id })).status, 400)
  assert.equal(
    (await pam('POST /api/tasks/', { title: 'x', description: 'Long enough, surely.', project: 1, label_ids: [labels.design] }))
      .status,
    201,
  )
})

test('a text in a query that cannot be stored is refused', async () => {
  for (const query of ['search=%00', 'search=%ED%A0%80x', 'search=a&search=b', 'role=%00', 'limit=%00', 'limit=1&limit=2'])
    assert.ok([200, 400].includes((await ann(`GET /api/employees/?${query}`)).status), query)
  assert.deepEqual((await ann('GET /api/employees/?search=%00')).body, {
    search: ['This text contains a character that cannot be stored.'],
  })
})

test('every answer carries its headers: an id, no sniffing, no framing, no storing', async () => {
  const answers = [
    await ann('GET /api/me/'),
    await as(null)('GET /api/me/'),
    await ann('GET /api/nothing/'),
    await ann('DELETE /api/me/'),
    await ann('GET /api/projects/%zz/'),
    await send('evil@host', {}, 'GET /api/me/'),
    await send('nobody.localhost', {}, 'GET /api/me/'),
    await pam('POST /api/projects/', { name: 'X' }),
    await as('pam', { headers: { 'content-type': 'text/plain' } })('POST /api/projects/', 'x'),
    await pam('POST /api/projects/', { description: 'x'.repeat(300_000) }),
    await as('ann', { headers: { origin: 'http://evil.test' } })('POST /api/logout/'),
  ]
  const ids = answers.map(({ headers }) => headers['x-request-id'])
  assert.equal(new Set(ids).size, answers.length)
  for (const { status, headers } of answers) {
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, String(status))
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    assert.match(String(headers['permissions-policy']), /camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    assert.match(String(headers['content-type']), /^application\/json; charset=utf-8$/)
    assert.equal(headers['strict-transport-security'], undefined)
  }
})

test('a bug is answered without detail', async () => {
  const rename = (from: string, to: string) => asOwner((client) => client.query(`alter table ${from} rename to ${to}`))
  await rename('labels', 'labels_away')
  const answer = await ann('GET /api/labels/')
  await rename('labels_away', 'labels')
  assert.deepEqual(outcome(answer), [500, { detail: 'Something went wrong.' }])
  assert.match(String(answer.headers['x-request-id']), /./)
  assert.equal((await ann('GET /api/labels/')).status, 200)
})
