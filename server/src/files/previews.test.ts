import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import sharp from 'sharp'
import { okBody, outcome, tasks, testApp } from '../testing/world.ts'
import { picture, upload } from './testing.ts'

const { as, services } = await testApp({ RATE_LIMIT: '0' })
const [pam, dev] = [as('pam'), as('dev')]
const missing = [404, { detail: 'Not found.' }]
const attach = async (bytes: Buffer, name = 'a.png') => (await okBody(upload(dev, tasks.home_page, { name, bytes }))).file
const objects = async () => new Set((await Array.fromAsync(services.store.list('1/'))).map(({ key }) => key))
const preview = (id: number, size = 'large') => pam(`GET /api/files/${id}/preview/?size=${size}`)

/** Attaches a picture. Returns the file and the key of its bytes. */
async function attached(bytes: Buffer) {
  const before = await objects()
  const file = await attach(bytes)
  // Parts are removed in the background.
  const [key = '', ...others] = [...(await objects()).difference(before)].filter((one) => !one.includes('part-'))
  assert.deepEqual(others, [])
  return { file, key }
}

test('the previews of a picture are drawn when the first one is asked for, once, and again if the store has lost them', async () => {
  const { file, key } = await attached(await picture(640, 320).png().toBuffer())
  const { put } = services.store
  const written: string[] = []
  services.store.put = (name, ...rest) => {
    written.push(name)
    return put(name, ...rest)
  }
  const both = [`${key}.small`, `${key}.large`]
  try {
    const answers = await Promise.all(['small', 'large', 'small', 'large'].map((size) => preview(file.id, size)))
    const widths = await Promise.all(answers.map(async ({ body }) => (await sharp(body).metadata()).width))
    assert.deepEqual(widths, [320, 640, 320, 640])
    assert.deepEqual(written, both)
    await services.store.remove(both)
    assert.equal((await preview(file.id)).status, 200)
    assert.deepEqual(written, [...both, ...both])
  } finally {
    services.store.put = put
  }
})

const turned = (orientation: number) => picture(3000, 1500).withMetadata({ orientation }).jpeg()
for (const [name, image] of Object.entries({
  PNG: picture(3000, 1500).png(),
  JPEG: turned(1),
  'turned JPEG': turned(6),
  'lossy WebP': picture(2500, 999).webp(),
  'lossless WebP': picture(300, 100).webp({ lossless: true }),
  GIF: picture(300, 100).gif(),
}))
  test(`the size of the preview is known before it is drawn: ${name}`, async () => {
    const { file } = await attached(await image.toBuffer())
    const { width, height } = await sharp((await preview(file.id)).body).metadata()
    assert.deepEqual({ width, height }, file.preview)
  })

test('a picture of too many pixels is saved, and has no preview', async () => {
  for (const image of [picture(20_000, 50), picture(7200, 7200)]) {
    const { file } = await attached(await image.png().toBuffer())
    assert.deepEqual([file.type, file.preview], ['image/png', null])
    assert.deepEqual(outcome(await preview(file.id)), missing)
  }
})

test('a picture that is broken is saved, and its preview is not there', async () => {
  const whole = await picture(500, 500).png().toBuffer()
  for (const bytes of [whole.subarray(0, 20), whole.subarray(0, 200)]) {
    const { file, key } = await attached(bytes)
    assert.equal(file.type, 'image/png')
    assert.deepEqual(outcome(await preview(file.id)), missing)
    assert.ok((await buffer(await services.store.get(key))).equals(bytes))
  }
})

test('a picture whose bytes the store has lost has no preview', async () => {
  const { file, key } = await attached(await picture(50, 50).png().toBuffer())
  await services.store.remove([key])
  assert.deepEqual(outcome(await preview(file.id)), missing)
})
