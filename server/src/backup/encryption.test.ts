// @long
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { decrypt, encrypt, NotAuthentic, openKeyring } from './encryption.ts'

const passphrase = 'a passphrase that is long enough'
const frame = 64 * 1024 + 16
const head = 40

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
const encrypted = (content: Buffer, name = 'tasks') => buffer(encrypt(openKeyring(passphrase), name)(inChunks(content, 50_001)))
const decrypted = (content: Buffer, { name = 'tasks', key = passphrase } = {}) =>
  buffer(decrypt(openKeyring(key), name)(inChunks(content, 33_333)))

test('content of any length is encrypted and comes back', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000]) {
    const content = randomBytes(length)
    const stored = await encrypted(content)
    assert.ok(length < 16 || !stored.includes(content.subarray(0, 16)))
    assert.ok((await decrypted(stored)).equals(content), String(length))
  }
})

test('the same content is never encrypted to the same bytes', async () => {
  const content = Buffer.from('the same')
  assert.notDeepEqual(await encrypted(content), await encrypted(content))
})

test('content that was cut off, altered, moved, doubled or renamed is refused, as is another key', async () => {
  const stored = await encrypted(randomBytes(200_000))
  const frames = [0, 1, 2, 3].map((n) => stored.subarray(head + n * frame, head + (n + 1) * frame))
  const [a = stored, b = stored, c = stored, d = stored] = frames
  const start = stored.subarray(0, head)
  const flipped = Buffer.from(stored)
  flipped[head + frame + 5] = (flipped[head + frame + 5] ?? 0) ^ 1
  const refused = {
    'cut off within a frame': stored.subarray(0, -1),
    'cut off between two frames': Buffer.concat([start, a, b, c]),
    'cut off after the head': start,
    'nothing at all': Buffer.alloc(0),
    'frames swapped': Buffer.concat([start, b, a, c, d]),
    'a frame left out': Buffer.concat([start, a, c, d]),
    'a frame doubled': Buffer.concat([start, a, a, b, c, d]),
    'bytes appended': Buffer.concat([stored, Buffer.from('x')]),
    'a bit flipped': flipped,
  }
  for (const [harm, content] of Object.entries(refused)) await assert.rejects(decrypted(content), NotAuthentic, harm)
  await assert.rejects(decrypted(stored, { name: 'people' }), NotAuthentic)
  await assert.rejects(decrypted(stored, { key: 'another passphrase, as long' }), NotAuthentic)
})
