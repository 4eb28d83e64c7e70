// Sends random input to every endpoint as every role. The server must never answer with an internal error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint, may } from 'contract'
import fc from 'fast-check'
import { type Name, people, storeScene, testApp } from '../server/src/testing/world.ts'
import { figure, isStress, timeLimit } from './size.ts'

const { as, query, services } = await testApp()
await storeScene(services.store)

const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
const callers: (Name | null)[] = [null, 'sol', 'ann', 'pam', 'max', 'dev', 'hana', 'bo', 'sam']

/** Plausible values: random input alone would never reach a handler. */
const ids = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1001, max: 1009 }) },
)
const texts = fc.constantFrom('A text that is long enough.', 'Another one, as long.', '  ten chars.  ')
const likely: Record<string, fc.Arbitrary<unknown>> = {
  status: fc.constantFrom('todo', 'in_progress', 'done', 'done', 'in_progress', 'completed'),
  priority: fc.constantFrom('low', 'high'),
  role: fc.constantFrom('project_manager', 'developer', 'hr'),
  department: fc.constantFrom('IT', 'R&D'),
  email: fc.integer({ min: 1, max: 50 }).map((n) => `new${n}@acme.test`),
  password: fc.constant('Password-9'),
  assigned_to: fc.constant(5),
  assigned_to_id: fc.constantFrom(5, 5, null),
  limit: fc.integer({ min: 1, max: 3 }),
  offset: fc.integer({ min: 0, max: 3 }),
  project: fc.constantFrom(1, 1, 2, 4, 1001),
  task: fc.constantFrom(1, 1, 2, 4, 1001),
  object_id: fc.constantFrom(1, 1, 2, 4, 1001),
  content_type: fc.constant('task'),
  key: fc.constantFrom('WEB', 'NEW1', 'NEW2', 'NEW3'),
  state: fc.constantFrom('on_track', 'at_risk', 'late'),
  is_active: fc.boolean(),
  is_shared: fc.boolean(),
  is_on: fc.boolean(),
  timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  first_day: fc.constantFrom(0, 1),
  accent: fc.constantFrom('teal', 'iris'),
  employee: fc.constantFrom(8, 9),
  query: fc.constantFrom('view=board', 'due=overdue&q=menu'),
  estimated_hours: fc.constantFrom(0, 0.5, 99_999),
  label_ids: fc.subarray([1, 1, 1, 2]),
  developers: fc.subarray([5, 6, 6, 7]),
  ...Object.fromEntries(
    ['start_date', 'end_date', 'due_date'].map((name) => [name, fc.constantFrom('2030-01-01', '2030-01-01', '9999-12-31')]),
  ),
  ...Object.fromEntries(['assigned_pm', 'manager', 'developer', 'project_id'].map((name) => [name, ids])),
}
const odd = fc.oneof(
  fc.integer(),
  fc.constantFrom(
    null,
    '',
    true,
    [],
    {},
    0,
    -1,
    0.1,
    1e21,
    2 ** 53,
    '2026-02-30',
    '0000-01-01',
    '99999-12-31',
    '+010000-01-01',
    'infinity',
    '1',
    'NaN',
    1e308,
  ),
  fc.array(fc.constantFrom(1, 1, 2, 5, '1', null, 0, -1, 1.5, 2 ** 53, {}, [1]), { maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('\u0000', '\ud800', '\udfff', '\uffff', '\u202e', 'a') }),
  fc.jsonValue({ maxDepth: 3 }),
)
const sentAs = (field: string) => fc.oneof({ weight: 12, arbitrary: likely[field] ?? texts }, { weight: 1, arbitrary: odd })
/** The fields of an object's schema, none of any other. */
const shapeOf = (schema: unknown): object =>
  schema && typeof schema === 'object' && 'shape' in schema ? Object(schema.shape) : {}
const fieldsOf = (schema: unknown) =>
  fc.record(Object.fromEntries(Object.keys(shapeOf(schema)).map((field) => [field, sentAs(field)])), {
    requiredKeys: [],
  })
const allFieldsOf = (schema: unknown) =>
  fc.record(Object.fromEntries(Object.keys(shapeOf(schema)).map((field) => [field, sentAs(field)])))

const bodyOf = ({ body, route }: Endpoint) =>
  route.startsWith('GET')
    ? fc.constant(undefined)
    : fc.oneof(
        { weight: 6, arbitrary: allFieldsOf(body) },
        { weight: 6, arbitrary: fieldsOf(body) },
        { weight: 1, arbitrary: fc.jsonValue() },
      )
/** Occasionally repeats a field or adds an invalid escape. */
const queryOf = ({ query }: Endpoint) =>
  fc.tuple(fieldsOf(query), fc.integer({ min: 0, max: 19 })).map(([sent, oddity]) => {
    const fields = Object.entries(sent).map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    const [first = 'limit=1'] = fields
    if (oddity === 0) return [...fields, first]
    return oddity === 1 ? [...fields, `${first}%E0%A4%A`] : fields
  })
const idText = fc.oneof(
  { weight: 9, arbitrary: ids.map(String) },
  { weight: 1, arbitrary: fc.constantFrom('0', '-1', '9999999999999999', '9'.repeat(30), '%00', '%ED%A0%80', 'x', '1;--') },
)
const admitted = (endpoint: Endpoint) =>
  callers.filter((name) => name !== 'bo' && name !== 'sam' && may(name && people[name].role, endpoint))

const call = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    route: fc.constant(endpoint.route),
    caller: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...admitted(endpoint)) },
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
    ),
    onOwnHost: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    idTexts: fc.array(idText, { minLength: 2, maxLength: 2 }),
    parameters: queryOf(endpoint),
    body: bodyOf(endpoint),
  }),
)

const onPlatform = new Set<string>(endpoints.filter(({ host }) => host === 'platform').map(({ route }) => route))

/** Restores what some calls change: sessions, roles, deletions and limits. Otherwise later calls would be refused early. */
const restore = `
  delete from limits;
  delete from trash;
  update tenants set is_blocked = (subdomain = 'shut');
  update sessions set ended_at = null, generation = 1;
  ${Object.values(people)
    .map(
      ({ id, role }) =>
        `update people set is_active = true, role = '${role}'${role === 'developer' ? '' : ', manager_id = null'} where id = ${id};`,
    )
    .join('\n')}
  update projects set is_active = true, assigned_pm = ${people.pam.id} where id = 1;
  delete from members where project_id = 1;
  insert into members (id, tenant_id, project_id, person_id, role) overriding system value values
    (1, 1, 1, 3, 'project_manager'), (2, 1, 1, 5, 'developer') on conflict do nothing;
  insert into tasks (id, tenant_id, project_id, title) overriding system value values (1, 1, 1, 'Home page') on conflict do nothing;
  insert into subtasks (id, tenant_id, task_id, title, assigned_to_id) overriding system value values
    (1, 1, 1, 'Header', null), (2, 1, 1, 'Footer', 5) on conflict do nothing`

function inPath(name: string, id = '1') {
  if (name === ':key') return `WEB-${id}`
  return name === ':week' && /^\d$/.test(id) ? '2026-01-05' : id
}

/** The validation library's default messages. */
const librarysWords = /Invalid (input|option|string)|Too (big|small)|Unrecognized/

test('whatever is sent to whatever endpoint, by whomever, never answers 500', async (t) => {
  const succeeded = new Set<string>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(call, async ({ route, caller, onOwnHost, idTexts, parameters, body }) => {
      if (sent++ % 10 === 0) await query(restore)
      const at = onPlatform.has(route) ? 'platform' : onOwnHost && caller ? people[caller].at : 'acme'
      const left = [...idTexts]
      const path = route.replace(/:\w+/g, (name) => inPath(name, left.pop()))
      const { status, body: answer } = await as(caller, { at })(`${path}?${parameters.join('&')}`, body)
      if (status < 300) succeeded.add(route)
      assert.ok(status < 500, `${status} ${JSON.stringify(answer)}`)
      if (status >= 400) assert.ok(typeof answer === 'object' && !('stack' in answer))
      if (status === 400) assert.doesNotMatch(JSON.stringify(answer), librarysWords)
    }),
    // A random seed finds more over time, but would fail unrelated changes in `npm test`.
    isStress ? { numRuns: 1000 * endpoints.length, ...timeLimit } : { numRuns: 25 * endpoints.length, seed: 11 },
  )
  figure(t, 'requests', sent)
  figure(t, 'endpoints that succeeded at least once', `${succeeded.size} of ${endpoints.length}`)
  assert.ok(succeeded.size > endpoints.length / 2, `Only ${[...succeeded].join()} got as far as a success.`)
})

test('a body may be nested as deep as its size allows', async () => {
  await query(restore)
  const post = as('pam', { headers: { 'content-type': 'application/json' } })
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const depth = Math.floor(60_000 / (open.length + close.length))
    const deep = `${open.repeat(depth)}1${close.repeat(depth)}`
    const { status, body } = await post('POST /api/subtasks/', `{"title":${deep}}`)
    assert.deepEqual([status, Object.keys(body)], [400, ['title', 'task']])
    // Unknown fields are ignored.
    assert.equal((await post('PATCH /api/subtasks/1/', `{"x":${deep}}`)).status, 200)
  }
})
