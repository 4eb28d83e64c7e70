import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { pictureProblems } from 'contract'
import sharp from 'sharp'
import { type Name, outcome, people, testApp } from '../testing/world.ts'
import { dot, pngOf, pngWith } from './testing.ts'

const { as, app, asOwner, query, cookiesOf, hostOf } = await testApp()

beforeEach(() => query('delete from limits; delete from pictures'))

const put = (who: Name, file: Uint8Array, type = 'image/png') =>
  as(who, { headers: { 'content-type': type } })('PUT /api/profile/picture/', file)
const putLogo = (file: Uint8Array) => as('ann')('PUT /api/workspace/logo/', file)
const pictureOf = (who: Name, reader: Name = 'ann', search = '') =>
  as(reader)(`GET /api/people/${people[who].id}/picture/${search}`)
const listed = async (reader: Name = 'ann') => (await as(reader)('GET /api/pictures/')).body
const rows = async () => (await query('select count(*)::int as count from pictures'))[0]?.count
const unreadable = [400, { picture: [pictureProblems.unreadable] }]
const tooManyPixels = [400, { picture: [pictureProblems.tooManyPixels] }]

/** Red on the left and blue on the right, 64 pixels wide and 32 high. */
const twoColors = () =>
  sharp({ create: { width: 64, height: 32, channels: 3, background: '#f00' } }).composite([
    { input: { create: { width: 32, height: 32, channels: 3, background: '#00f' } }, left: 32, top: 0 },
  ])
/** The colour at a place of an image. */
async function colorAt(image: Buffer, left: number, top: number) {
  const [red = 0, green = 0, blue = 0] = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red} ${green} ${blue}`
}

test('a person’s picture becomes a small square that everybody of the workspace sees, and nobody else', async () => {
  const { status, body } = await put('dev', pngOf({ width: 300, height: 100 }))
  assert.equal(status, 200)
  assert.deepEqual(await listed('hana'), { logo: null, people: [{ person_id: people.dev.id, version: body.version }] })
  assert.deepEqual(await listed('gwen'), { logo: null, people: [] })
  const image: Buffer = (await pictureOf('dev', 'hana', `?v=${body.version}`)).body
  const { format, width, height, hasAlpha } = await sharp(image).metadata()
  assert.deepEqual([format, width, height, hasAlpha], ['webp', 256, 256, false])
  assert.equal((await pictureOf('dev', 'gwen')).status, 404)
})

test('PNG, JPEG, WebP and GIF are taken by their content, whatever type they claim, and of an animation its first frame', async () => {
  const frames = [twoColors().png(), sharp({ create: { width: 64, height: 32, channels: 3, background: '#0f0' } }).png()]
  const animated = await sharp(await Promise.all(frames.map((frame) => frame.toBuffer())), { join: { animated: true } })
    .gif()
    .toBuffer()
  for (const file of [await twoColors().jpeg().toBuffer(), await twoColors().webp().toBuffer(), animated]) {
    assert.equal((await put('dev', file, 'image/png')).status, 200)
    const { body: image } = await pictureOf('dev')
    assert.deepEqual([await colorAt(image, 40, 128), await colorAt(image, 215, 128)], ['red', 'blue'])
  }
})

test('a photo stands upright as its camera says, and its place and camera are not kept', async () => {
  const photo = await twoColors()
    .jpeg()
    .withExif({ IFD0: { Model: 'Secret camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  assert.match(photo.toString('latin1'), /Secret camera/)
  assert.equal((await put('dev', photo)).status, 200)
  const { body: image } = await pictureOf('dev')
  assert.deepEqual([await colorAt(image, 128, 40), await colorAt(image, 128, 215)], ['red', 'blue'])
  const { exif, xmp, icc, orientation } = await sharp(image).metadata()
  assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined])
  assert.doesNotMatch(image.toString('latin1'), /Secret camera/)
})

test('a logo keeps its shape and its transparency, is never enlarged, and says on which ground it is seen', async () => {
  const logo = async (file: Buffer) => {
    const { status, body } = await putLogo(file)
    assert.equal(status, 200)
    const { logo } = await listed('dev')
    assert.equal(logo.version, body.version)
    const image: Buffer = (await as('dev')(`GET /api/workspace/logo/?v=${logo.version}`)).body
    const { width, height, hasAlpha } = await sharp(image).metadata()
    assert.deepEqual([width, height], [logo.width, logo.height])
    return [width, height, hasAlpha, logo.ground]
  }
  assert.deepEqual(await logo(pngOf({ width: 4000, height: 20, color: [0, 0, 0], alpha: 128 })), [512, 3, true, 'light'])
  assert.deepEqual(await logo(pngOf({ width: 20, height: 4000, color: [255, 255, 255], alpha: 128 })), [1, 128, true, 'dark'])
  assert.deepEqual(await logo(pngOf({ width: 60, height: 30, color: [0, 120, 255], alpha: 128 })), [60, 30, true, null])
  assert.deepEqual(await logo(pngOf({ width: 60, height: 30, color: [0, 0, 0] })), [60, 30, false, null])
  assert.deepEqual((await listed('gwen')).logo, null)
})

test('what is no picture is refused with one sentence, and nothing is stored', async () => {
  const jpeg = await twoColors().resize(640).jpeg().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const tiff = await twoColors().tiff().toBuffer()
  const text = Buffer.from('A text that is named photo.png.')
  const polyglot = Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')
  const wrongPixels = pngWith({ width: 50, height: 50, pixels: deflateSync(Buffer.alloc(10)) })
  for (const file of [
    svg,
    tiff,
    text,
    polyglot,
    wrongPixels,
    jpeg.subarray(0, jpeg.length / 2),
    jpeg.subarray(0, 20),
    dot.subarray(8),
  ])
    for (const type of ['image/png', 'image/svg+xml']) assert.deepEqual(outcome(await put('dev', file, type)), unreadable)
  assert.deepEqual(outcome(await put('dev', Buffer.alloc(0))), [400, { picture: [pictureProblems.missing] }])
  assert.deepEqual(outcome(await putLogo(svg)), [400, { logo: [pictureProblems.unreadable] }])
  assert.equal(await rows(), 0)
})

test('a small file with too many pixels is refused before they are decoded', async () => {
  const zeros = deflateSync(Buffer.alloc(4 * 1024 * 1024))
  for (const [width, height] of [
    [20_000, 20_000],
    [20_000, 10],
    [8000, 8000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const) {
    const begin = process.cpuUsage()
    const { status, body } = await put('dev', pngWith({ width, height, pixels: zeros }))
    assert.equal(status, 400)
    assert.ok([pictureProblems.tooManyPixels, pictureProblems.unreadable].includes(body.picture[0]), body.picture[0])
    assert.ok(process.cpuUsage(begin).user < 1_000_000, 'a microsecond for each of a million')
  }
  assert.deepEqual(outcome(await put('dev', pngWith({ width: 20_000, height: 20_000, pixels: zeros }))), tooManyPixels)
  assert.deepEqual(outcome(await put('dev', pngWith({ width: 20_000, height: 10, pixels: zeros }))), tooManyPixels)
})

test('nothing of a file is kept but its pixels', async () => {
  const script = '<script>alert(1)</script>'
  const polyglot = Buffer.concat([await twoColors().jpeg().toBuffer(), Buffer.from(script)])
  assert.equal((await put('dev', polyglot)).status, 200)
  const { body: image } = await pictureOf('dev')
  assert.ok(!image.includes(script))
})

test('more than 5 MB are refused unread, also from somebody who is logged in, and other types than pictures are no picture', async () => {
  const headers = { host: hostOf('acme'), cookie: await cookiesOf('dev'), 'content-type': 'image/png' }
  const url = '/api/profile/picture/'
  const large = await app.inject({ method: 'PUT', url, headers: { ...headers, 'content-length': '5242881' }, payload: 'x' })
  assert.equal(large.statusCode, 413)
  const stranger = { ...headers, cookie: '', 'content-length': '100000' }
  assert.equal((await app.inject({ method: 'PUT', url, headers: stranger, payload: 'x' })).statusCode, 401)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'])
    assert.deepEqual(outcome(await put('dev', dot, type)), [
      415,
      { detail: 'Send a picture, with a content type such as image/png.' },
    ])
  assert.equal((await as('dev', { headers: { 'content-type': 'image/png' } })('PUT /api/profile/', dot)).status, 415)
})

test('a picture is replaced, keeps its version while it is the same, and removed as often as one likes', async () => {
  const first = (await put('dev', dot)).body.version
  assert.equal((await put('dev', dot)).body.version, first)
  const second = (await put('dev', pngOf({ width: 2, height: 2, color: [200, 0, 0] }))).body.version
  assert.notEqual(second, first)
  assert.equal(await rows(), 1)
  assert.equal((await pictureOf('dev', 'ann', `?v=${first}`)).status, 404)
  assert.equal((await pictureOf('dev', 'ann', `?v=${second}`)).status, 200)
  for (let i = 0; i < 2; i++) assert.equal((await as('dev')('DELETE /api/profile/picture/')).status, 204)
  assert.equal((await pictureOf('dev')).status, 404)
  await putLogo(dot)
  for (let i = 0; i < 2; i++) assert.equal((await as('ann')('DELETE /api/workspace/logo/')).status, 204)
  assert.deepEqual(await listed(), { logo: null, people: [] })
})

test('the browser keeps a version for its session alone, executes nothing of it, and asks again without a version', async () => {
  const { version } = (await put('dev', dot)).body
  const { headers } = await pictureOf('dev', 'ann', `?v=${version}`)
  assert.equal(headers['content-type'], 'image/webp')
  assert.equal(headers['cache-control'], 'private, max-age=86400, immutable')
  assert.match(String(headers.vary), /cookie/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
  const known = await as('ann', { headers: { 'if-none-match': String(headers.etag) } })(
    `GET /api/people/${people.dev.id}/picture/`,
  )
  assert.deepEqual([known.status, known.headers['cache-control']], [304, 'private, no-cache'])
  assert.equal((await pictureOf('dev', 'ann', '?v=x')).headers['cache-control'], 'no-store')
  const guest = await as(null)(`GET /api/people/${people.dev.id}/picture/?v=${version}`)
  assert.deepEqual([guest.status, guest.headers['cache-control']], [401, 'no-store'])
})

test('the picture of a person who is deleted from the workspace goes, even if they upload one at that moment', async () => {
  await put('una', dot)
  await as('ann')(`DELETE /api/employees/${people.una.id}/`)
  assert.deepEqual([(await listed()).people, await rows()], [[], 0])
  const upload = await asOwner(async (client) => {
    await client.query('begin')
    await client.query('update people set is_active = false where id = $1', [people.dana.id])
    const uploading = put('dana', dot)
    await sleep(300)
    await client.query('commit')
    return uploading
  })
  assert.deepEqual([upload.status, await rows()], [401, 0])
})

test('a person uploads 30 pictures an hour, refused ones included', async () => {
  for (let i = 0; i < 30; i++) assert.equal((await put('dev', Buffer.from('x'))).status, 400)
  const { status, headers } = await put('dev', dot)
  assert.deepEqual([status, Number(headers['retry-after']) > 3500], [429, true])
  assert.equal((await put('hana', dot)).status, 200)
})

test('many uploads at once are drawn one after another, and the rest is told to come back', async () => {
  const file = pngOf({ width: 1500, height: 1500 })
  const all = await Promise.all(Array.from({ length: 20 }, () => put('dev', file)))
  const statuses = all.map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([200, 503]))
  assert.ok(statuses.filter((status) => status === 200).length >= 8)
  assert.equal(await rows(), 1)
})
