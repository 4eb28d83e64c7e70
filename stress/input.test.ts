// @long @alone: Sends random input to every endpoint as every role. The server must never answer with an internal error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, describeApi, type Endpoint, may, sockets } from 'contract'
import fc from 'fast-check'
import { type Name, people, storeScene, testApp } from '../server/src/testing/world.ts'
import { addScene } from '../server/src/testing/world-scene.ts'
import { fieldsOf, ids, type Schema } from './input-values.ts'
import { figure, isStress, timeLimit } from './size.ts'

const { as, owner_url, query, services } = await testApp()
await storeScene(services.store)

const requestsInWorld = 50
const endpoints = Object.values(api).flatMap((domain) => Object.values(domain) as Endpoint[])
const callers: (Name | null)[] = [null, 'sol', 'ann', 'pam', 'max', 'dev', 'hana', 'bo', 'sam']

const { paths } = describeApi(api, sockets) as { paths: Record<string, Record<string, Operation>> }
type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Operation = { parameters: Parameter[]; requestBody?: { content: { 'application/json'?: { schema: Schema } } } }

/** The schemas of an endpoint's query and body, from the description of the API. */
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

/** Empties the tables of workspaces, without triggers and foreign keys, but keeps the sessions of those who send requests. */
const empty = `
  do $$ declare name text; begin
    perform set_config('session_replication_role', 'replica', true);
    for name in select distinct c.table_name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'tenant_id' and c.table_name <> 'sessions'
    loop execute format('delete from %I', name); end loop;
    delete from tenants where id <> 0;
    delete from limits;
  end $$;
  alter table tenants alter column id restart with 1;
  update sessions set ended_at = null, generation = 1`

/** Puts the world back, so that what earlier requests have changed lets later ones succeed. */
async function restore() {
  await query(empty)
  await addScene(owner_url)
}

const daysInPath: Record<string, string> = { ':week': '2026-01-05', ':from': '2026-02-01', ':year': '2026' }

function inPath(name: string, id = '1') {
  if (name === ':key') return `WEB-${id}`
  return /^\d$/.test(id) ? (daysInPath[name] ?? id) : id
}

/** The validation library's default messages. */
const librarysWords = /Invalid (input|option|string)|Too (big|small)|Unrecognized/

test('whatever is sent to whatever endpoint, by whomever, never answers 500', async (t) => {
  const succeeded = new Set<string>()
  let sent = 0
  await fc.assert(
    fc.asyncProperty(call, async ({ route, caller, onOwnHost, idTexts, parameters, body }) => {
      if (sent++ % requestsInWorld === 0) await restore()
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
  assert.ok(succeeded.size > endpoints.length * 0.6, `Only ${[...succeeded].join()} got as far as a success.`)
})

test('a body may be nested as deep as its size allows', async () => {
  await restore()
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
