// Sends random input to every endpoint as every role. The server must never answer with an internal error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, describeApi, type Endpoint, may, sockets } from 'contract'
import fc from 'fast-check'
import { type Name, people, storeScene, testApp } from '../server/src/testing/world.ts'
import { fieldsOf, ids, type Schema } from './input-values.ts'
import { figure, isStress, timeLimit } from './size.ts'

const { as, query, services } = await testApp()
await storeScene(services.store)

const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
const callers: (Name | null)[] = [null, 'sol', 'ann', 'pam', 'max', 'dev', 'hana', 'bo', 'sam']

const { paths } = describeApi(api, sockets) as { paths: Record<string, Record<string, Operation>> }
type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Operation = { parameters: Parameter[]; requestBody?: { content: { 'application/json'?: { schema: Schema } } } }

/** What the description of the API says of this endpoint. */
function operationOf({ route }: Endpoint) {
  const [method = '', path = ''] = route.split(' ')
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  assert.ok(operation, route)
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  return {
    query: { properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])) },
    body: operation.requestBody?.content['application/json']?.schema ?? {},
  }
}

const bodyOf = (endpoint: Endpoint) => {
  const { body } = operationOf(endpoint)
  if (endpoint.route.startsWith('GET')) return fc.constant(undefined)
  return fc.oneof(
    { weight: 6, arbitrary: fieldsOf(body, { areAll: true }) },
    { weight: 6, arbitrary: fieldsOf(body) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}
/** Occasionally repeats a field or adds an invalid escape. */
const queryOf = (endpoint: Endpoint) =>
  fc.tuple(fieldsOf(operationOf(endpoint).query), fc.integer({ min: 0, max: 19 })).map(([sent, oddity]) => {
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
