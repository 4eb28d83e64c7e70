import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { people, projects, tasks, testApp } from '../../testing/world.ts'

const { app, as, cookiesOf, query } = await testApp()

const pam = as('pam')

async function read(name: 'ann' | 'pam' | 'max', path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ path, headers: { host: 'acme.localhost', cookie: await cookiesOf(name), ...headers } })
  return { status: answer.statusCode, etag: String(answer.headers.etag ?? ''), body: answer.body, answer }
}

const reads = [
  '/api/me/',
  '/api/projects/',
  `/api/projects/${projects.website}/`,
  `/api/tasks/${tasks.home_page}/`,
  '/api/tasks/',
]

test('a read that shows the same again is answered 304, without a body', async () => {
  for (const path of reads) {
    const first = await read('ann', path)
    assert.match(first.etag, /^W\/"[\w-]{43}"$/, path)
    for (const known of [first.etag, first.etag.slice(2), `"other", ${first.etag}`]) {
      const again = await read('ann', path, { 'if-none-match': known })
      assert.deepEqual([again.status, again.body, again.etag], [304, '', first.etag], path)
      assert.equal(again.answer.headers['cache-control'], 'no-store', path)
    }
  }
})

test('a read whose content has changed is answered in full', async () => {
  const path = `/api/tasks/${tasks.home_page}/`
  const { etag } = await read('ann', path)
  assert.equal((await pam(`PATCH ${path}`, { title: 'Start page' })).status, 200)
  const changed = await read('ann', path, { 'if-none-match': etag })
  assert.deepEqual([changed.status, JSON.parse(changed.body).title], [200, 'Start page'])
  assert.notEqual(changed.etag, etag)
})

test('a person who has lost access is refused, whatever they have read before', async () => {
  const path = `/api/projects/${projects.website}/`
  const { status, etag } = await read('pam', path)
  assert.equal(status, 200)
  assert.equal((await as('ann')(`PATCH ${path}`, { assigned_pm: people.max.id })).status, 200)
  const refused = await read('pam', path, { 'if-none-match': etag })
  assert.deepEqual([refused.status, refused.etag], [404, ''])
})

test('an answer compressed for one person is the content of each that gets the same', async () => {
  await query(`insert into tasks (tenant_id, project_id, title, description)
    select 1, ${projects.website}, 'Task ' || n, 'What has to be done here.' from generate_series(1, 200) n`)
  const path = `/api/tasks/?project=${projects.website}&limit=1000`
  const plain = await read('ann', path)
  for (const name of ['ann', 'max', 'ann'] as const) {
    const { answer } = await read(name, path, { 'accept-encoding': 'zstd' })
    assert.equal(answer.headers['content-encoding'], 'zstd')
    assert.equal(zstdDecompressSync(answer.rawPayload).toString(), plain.body)
  }
})
