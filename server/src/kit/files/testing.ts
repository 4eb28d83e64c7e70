// For tests of the store: a server that speaks S3.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import S3rver from 's3rver'

/** Starts a server with an empty bucket, and ends it after the tests. Returns the settings of a server of ours that uses it. */
export async function startBucket() {
  const directory = await mkdtemp(path.join(tmpdir(), 'atrium-s3-'))
  const S3_BUCKET = `files-${randomUUID().slice(0, 8)}`
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  })
  const { port } = (await server.run()) as unknown as { port: number }
  after(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  // The account that this server knows.
  const account = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  return { S3_BUCKET, S3_ENDPOINT: `http://127.0.0.1:${port}`, ...account }
}
