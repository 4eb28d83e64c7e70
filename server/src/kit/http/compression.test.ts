import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { projects, testApp } from '../../testing/world.ts'

const { app, cookiesOf, query } = await testApp()

test('a long answer is compressed whole, in the way that the browser likes best', async () => {
  await query(`insert into tasks (tenant_id, project_id, title, description)
    select 1, ${projects.website}, 'Task ' || n, 'What has to be done here.' from generate_series(1, 200) n`)
  const cookie = await cookiesOf('pam')
  const request = (encoding?: string, path = `/api/tasks/?project=${projects.website}`) =>
    app.inject({
      path,
      headers: { host: 'acme.localhost', cookie, ...(encoding !== undefined && { 'accept-encoding': encoding }) },
    })
  const plain = await request()
  const encodings = [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['zstd;q=0.1, gzip;q=0.9', 'gzip', gunzipSync],
    ['zstd;q=0, *;q=0.5, br;q=0', 'gzip', gunzipSync],
  ] as const
  for (const [accepted, encoding, decompress] of encodings) {
    const { headers, rawPayload } = await request(accepted)
    assert.deepEqual(
      [headers['content-encoding'], headers.vary, headers['content-length']],
      [encoding, 'accept-encoding', String(rawPayload.length)],
      accepted,
    )
    assert.equal(decompress(rawPayload).toString(), plain.body)
  }
  for (const none of [undefined, 'identity', 'compress'])
    assert.equal((await request(none)).headers['content-encoding'], undefined)
  assert.equal((await request('zstd', '/api/me/')).headers['content-encoding'], undefined)
})
