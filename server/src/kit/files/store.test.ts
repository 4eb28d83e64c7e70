import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { type FileStore, NoObject, openStore } from './store.ts'
import { startBucket } from './testing.ts'

const data_dir = await mkdtemp(path.join(tmpdir(), 'atrium-store-'))
after(() => rm(data_dir, { recursive: true, force: true }))
const settings = { DATA_DIR: data_dir, SESSION_SECRET: 'a secret of the tests, long enough' }
const stores = {
  'a folder': await openStore(readConfig(settings)),
  'a bucket': await openStore(readConfig({ ...settings, ...(await startBucket()) })),
}

const keysIn = async (store: FileStore, prefix: string) => {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return new Set(keys)
}
const read = async (store: FileStore, key: string) => buffer(await store.get(key))
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

for (const [name, store] of Object.entries(stores))
  describe(name, () => {
    test('keeps what is put into it, byte by byte, and replaces it', async () => {
      for (const size of [1, 65_537, 3_000_000]) {
        const bytes = randomBytes(size)
        await store.put('1/object', inPieces(bytes, 50_001), size)
        assert.ok((await read(store, '1/object')).equals(bytes))
      }
    })

    test('has no object that was never put or has been removed', async () => {
      await assert.rejects(store.get('1/nothing'), NoObject)
      await store.put('1/gone', [Buffer.from('x')], 1)
      await store.remove(['1/gone', '1/nothing'])
      await assert.rejects(store.get('1/gone'), NoObject)
      await store.remove([])
    })

    test('lists the objects below a prefix with their time, and no others', async () => {
      for (const key of ['2/a', '2/b.small', '21/c']) await store.put(key, [Buffer.from('x')], 1)
      assert.deepEqual(await keysIn(store, '2/'), new Set(['2/a', '2/b.small']))
      assert.deepEqual(await keysIn(store, '9/'), new Set())
      assert.ok((await keysIn(store, '')).has('21/c'))
      for await (const { written_at } of store.list('2/')) assert.ok(Math.abs(Date.now() - written_at.getTime()) < 600_000)
    })

    test('rejects a write whose source breaks off', async () => {
      await assert.rejects(store.put('3/half', breakingOff(), 200_000))
    })

    test('takes many writes at once', async () => {
      const all = Array.from({ length: 40 }, (_, n) => ({ key: `4/${n}`, bytes: randomBytes(20_000) }))
      await Promise.all(all.map(({ key, bytes }) => store.put(key, [bytes], bytes.length)))
      for (const { key, bytes } of all) assert.ok((await read(store, key)).equals(bytes))
    })
  })

async function* breakingOff() {
  yield randomBytes(100_000)
  throw new Error('broken off')
}

test('the folder keeps nothing of a write that broke off', async () => {
  const store = stores['a folder']
  await assert.rejects(store.put('6/half', breakingOff(), 200_000))
  await assert.rejects(store.get('6/half'), NoObject)
  assert.deepEqual(await keysIn(store, '6/'), new Set())
})

test('files in the folder are readable by the server’s account alone', async () => {
  await stores['a folder'].put('5/own', [Buffer.from('x')], 1)
  const folder = path.join(data_dir, 'files', '5')
  assert.equal((await stat(path.join(folder, 'own'))).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(folder), ['own'])
})

test('a bucket that does not exist, or keys that it does not know, reject', async () => {
  const bucket = await startBucket()
  for (const wrong of [{ S3_BUCKET: 'missing-bucket' }, { S3_ENDPOINT: 'http://127.0.0.1:1' }]) {
    const store = await openStore(readConfig({ ...settings, ...bucket, ...wrong }))
    await assert.rejects(store.put('1/x', [Buffer.from('x')], 1))
  }
})
