import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { mostFilesAtOnce, partBytes } from 'contract'
import sharp from 'sharp'
import { startBucket } from '../kit/files/testing.ts'
import { okBody, outcome, people, projects, tasks, testApp } from '../testing/world.ts'
import { keyOfPart } from './parts.ts'
import { picture, sendPart, upload } from './testing.ts'

const missing = [404, { detail: 'Not found.' }]
const { home_page, plan, gone } = tasks
const text = (bytes: string) => Buffer.from(bytes)

for (const [name, environment] of [
  ['a folder', {}],
  ['a bucket', await startBucket()],
] as const)
  describe(`with ${name}`, async () => {
    const { as, query, services } = await testApp({ RATE_LIMIT: '0', ...environment })
    const [ann, pam, dev, deb] = [as('ann'), as('pam'), as('dev'), as('deb')]
    const filesOf = async (task: number = home_page) => (await okBody(ann(`GET /api/tasks/${task}/`))).files
    const attach = async (bytes: Buffer, name = 'a.txt') => (await okBody(upload(dev, home_page, { name, bytes }))).file
    const objects = async () => {
      const keys: string[] = []
      for await (const { key } of services.store.list('1/')) keys.push(key)
      return keys
    }

    test('a full disk or bucket is answered 503, and leaves nothing', async () => {
      const { put } = services.store
      const failures = [
        Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
        Object.assign(new Error('write failed'), { code: 'EDQUOT' }),
        ...['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'].map((name) =>
          Object.assign(new Error('put failed'), { name }),
        ),
        Object.assign(new Error('put failed'), { $metadata: { httpStatusCode: 507 } }),
        Object.assign(new Error('put failed'), { $metadata: { httpStatusCode: 503 } }),
      ]
      const before = await objects()
      for (const failure of failures) {
        services.store.put = () => Promise.reject(failure)
        try {
          const { status, headers, body } = await upload(dev, home_page, { name: 'a.txt', bytes: text('full') })
          assert.equal(status, 503, failure.name)
          assert.ok(Number(headers['retry-after']) > 0)
          assert.equal(typeof body.detail, 'string')
        } finally {
          services.store.put = put
        }
      }
      assert.deepEqual(await objects(), before)
      await query('delete from uploads')
      assert.equal((await okBody(upload(dev, home_page, { name: 'a.txt', bytes: text('room') }))).file.name, 'a.txt')
    })

    test('a file of several parts arrives whole, and is read by whoever sees the task', async () => {
      const bytes = randomBytes(2 * partBytes + 1000)
      const file = await attach(bytes, 'archive.bin')
      const { id, created_at, ...rest } = file
      assert.match(created_at, /Z$/)
      assert.deepEqual(rest, {
        name: 'archive.bin',
        size: bytes.length,
        type: 'application/octet-stream',
        preview: null,
        uploaded_by: { id: people.dev.id, full_name: 'Dev' },
        comment: null,
      })
      assert.deepEqual((await filesOf()).at(-1), file)
      for (const request of [ann, pam, dev]) {
        const { body, headers } = await request(`GET /api/files/${id}/content/`)
        assert.ok(body.equals(bytes))
        assert.equal(headers['content-disposition'], 'attachment; filename="archive.bin"')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox")
      }
      for (const request of [deb, as('max'), as('gwen')])
        assert.deepEqual(outcome(await request(`GET /api/files/${id}/content/`)), missing)
      assert.deepEqual(outcome(await dev(`GET /api/files/${id}/preview/`)), missing)
      const [row] = await query(`select encode(sha256, 'hex') as sha256 from file_contents where size = $1`, bytes.length)
      assert.equal(row?.sha256, createHash('sha256').update(bytes).digest('hex'))
      assert.deepEqual(
        (await objects()).filter((key) => key.includes('part-')),
        [],
      )
    })

    test('a picture has previews, drawn again without what its file says besides', async () => {
      const file = await attach(
        await picture(3000, 1500)
          .withExif({ IFD0: { Copyright: 'secret place' } })
          .jpeg()
          .toBuffer(),
        'photo.jpg',
      )
      assert.deepEqual([file.type, file.preview], ['image/jpeg', { width: 2048, height: 1024 }])
      for (const [size, width] of [
        ['small', 320],
        ['large', 2048],
      ] as const) {
        const { body, headers } = await pam(`GET /api/files/${file.id}/preview/?size=${size}`)
        const { format, exif, ...found } = await sharp(body).metadata()
        assert.deepEqual([format, exif, found.width, headers['content-type']], ['webp', undefined, width, 'image/webp'])
      }
      assert.deepEqual(outcome(await pam(`GET /api/files/${file.id}/preview/?size=huge`)), [
        400,
        { size: ['Choose one of: small, large.'] },
      ])
    })

    test('identical bytes are kept once', async () => {
      const before = (await objects()).length
      const bytes = randomBytes(1000)
      const [first, second] = [await attach(bytes, 'a.bin'), await attach(bytes, 'b.bin')]
      const both = await Promise.all([1, 2, 3, 4].map((n) => attach(bytes, `${n}.bin`)))
      assert.equal(new Set([first, second, ...both].map(({ id }) => id)).size, 6)
      assert.equal((await query('select from file_contents where size = 1000')).length, 1)
      // Superfluous objects are removed in the background.
      for (let tries = 0; (await objects()).length > before + 1 && tries < 100; tries++)
        await new Promise((done) => setTimeout(done, 20))
      assert.equal((await objects()).length, before + 1)
      assert.ok((await dev(`GET /api/files/${second.id}/content/`)).body.equals(bytes))
    })
  })

const { as, query, services } = await testApp({ RATE_LIMIT: '0', FILE_MB: '1', FILES_GB: '1' })
const [ann, pam, dev, deb] = [as('ann'), as('pam'), as('dev'), as('deb')]
const start = (request: typeof dev, body: object, task: number = home_page) => request(`POST /api/tasks/${task}/uploads/`, body)
const attach = async (bytes: Buffer, name = 'a.txt', request = dev) =>
  (await okBody(upload(request, home_page, { name, bytes }))).file
const mega = 1024 ** 2

test('what is too large is refused before its bytes arrive', async () => {
  assert.equal((await start(dev, { name: 'a', size: mega })).status, 201)
  assert.deepEqual(outcome(await start(dev, { name: 'a', size: mega + 1 })), [400, { size: ['This file is larger than 1 MB.'] }])
  await query(`insert into file_contents (tenant_id, sha256, size, type, object)
    values (1, sha256('x'), ${1023 * mega}, 'text/plain', gen_random_uuid()::text)`)
  assert.deepEqual(outcome(await start(dev, { name: 'a', size: 1 })), [
    400,
    { size: ['The files of this workspace would be more than 1 GB. Delete some first, or ask an administrator.'] },
  ])
  assert.equal((await okBody(ann('GET /api/workspace/files/'))).most_bytes, 1024 * mega)
  await query(`delete from file_contents where sha256 = sha256('x')`)
  await query('delete from uploads where tenant_id = 1 and id > 10')
})

test('many uploads that begin at the same moment stay within the limit together', async () => {
  await query(`insert into file_contents (tenant_id, sha256, size, type, object)
    values (1, sha256('y'), ${1020 * mega}, 'text/plain', gen_random_uuid()::text)`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => start(dev, { name: 'a', size: mega })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  await query(`delete from file_contents where sha256 = sha256('y')`)
  await query('delete from uploads where tenant_id = 1 and id > 10')
})

test('an upload that stands still counts with what has arrived of it', async () => {
  const { id } = await okBody(start(dev, { name: 'a', size: mega }))
  await okBody(sendPart(dev, id, randomBytes(mega), 0))
  await query(`update uploads set touched_at = now() - interval '2 hours' where id = $1`, id)
  const [kept] = await query('select coalesce(sum(size), 0)::int as bytes from file_contents where tenant_id = 1')
  const [other] = await query('select coalesce(sum(size), 0)::int as bytes from uploads where tenant_id = 1 and id <> $1', id)
  await query(`insert into file_contents (tenant_id, sha256, size, type, object)
    values (1, sha256('z'), ${1024 * mega - Number(kept?.bytes) - Number(other?.bytes) - partBytes - 1}, 'text/plain', gen_random_uuid()::text)`)
  assert.equal((await start(dev, { name: 'a', size: 2 })).status, 400)
  assert.equal((await start(dev, { name: 'a', size: 1 })).status, 201)
  await query(`delete from file_contents where sha256 = sha256('z')`)
  await query('delete from uploads where tenant_id = 1 and id > 10')
})

test('somebody has ten files on their way at once, not counting those that were abandoned an hour ago', async () => {
  const few = Array.from({ length: mostFilesAtOnce }, () => start(pam, { name: 'a', size: 1 }))
  const [first] = await Promise.all(few.map(okBody))
  const refused = [400, { non_field_errors: ['10 of your files are still arriving. Wait until one of them is there.'] }]
  assert.deepEqual(outcome(await start(pam, { name: 'a', size: 1 })), refused)
  assert.equal((await start(dev, { name: 'a', size: 1 })).status, 201)
  await okBody(sendPart(pam, first.id, text('a'), 0))
  const { id } = await okBody(start(pam, { name: 'a', size: 1 }))
  assert.deepEqual(outcome(await start(pam, { name: 'a', size: 1 })), refused)
  await query(`update uploads set touched_at = now() - interval '61 minutes' where id = $1`, id)
  await okBody(start(pam, { name: 'a', size: 1 }))
  await query('delete from uploads where tenant_id = 1 and id > 10')
})

test('a size and a name are needed', async () => {
  const needed = ['This field is required']
  assert.deepEqual(outcome(await start(dev, {})), [400, { name: needed, size: needed }])
  for (const size of [0, -1, 1.5, '1', null])
    assert.deepEqual(Object.keys((await start(dev, { name: 'a', size })).body), ['size'])
  for (const name of ['', '  ', '..', '/', 'x'.repeat(256), 7])
    assert.deepEqual(Object.keys((await start(dev, { name, size: 1 })).body), ['name'], String(name))
})

test('a name keeps nothing that could lead elsewhere or deceive', async () => {
  for (const [sent, kept] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\Ann\\plan.pdf', 'plan.pdf'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['a\u0000b\r\nc.txt', 'ab c.txt'],
    ['نامه‌ها ‎(۲).pdf', 'نامه‌ها (۲).pdf'],
    ['  Übersicht (2).txt ', 'Übersicht (2).txt'],
    ['😀.txt', '😀.txt'],
  ] as const) {
    const { id, name } = await attach(text(sent), sent)
    assert.equal(name, kept)
    const { headers } = await dev(`GET /api/files/${id}/content/`)
    assert.match(String(headers['content-disposition']), /^attachment; /)
    assert.doesNotMatch(String(headers['content-disposition']), /[^\x20-\x7e]/)
  }
})

test('the content decides the type, and pages, scripted pictures and other programs are only ever saved', async () => {
  for (const [name, content, type] of [
    ['page.png', '<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain'],
    ['note.html', 'Just text.', 'text/plain'],
    ['program.txt', Buffer.from('4d5a90000300', 'hex'), 'application/octet-stream'],
    ['GIF89a.js', 'GIF89a/*', 'image/gif'],
  ] as const) {
    const file = await attach(Buffer.from(content), name)
    assert.ok([type, 'application/xml', 'application/x-msdownload'].includes(file.type), `${name} ${file.type}`)
    assert.equal(file.preview, null)
    const { headers } = await dev(`GET /api/files/${file.id}/content/`)
    assert.match(String(headers['content-disposition']), /^attachment; /)
    assert.doesNotMatch(String(headers['content-type']), /html|svg|javascript/)
  }
})

test('a part that is sent again changes nothing, one out of order is not taken, and the rest goes on from there', async () => {
  const bytes = randomBytes(partBytes + 10)
  const { id } = await okBody(start(dev, { name: 'a.bin', size: bytes.length }))
  assert.deepEqual(await okBody(sendPart(dev, id, bytes, partBytes)), { id, received: 0, file: null })
  const first = { id, received: partBytes, file: null }
  assert.deepEqual(await okBody(sendPart(dev, id, bytes, 0)), first)
  assert.deepEqual(await okBody(sendPart(dev, id, bytes, 0)), first)
  const last = await okBody(sendPart(dev, id, bytes, partBytes))
  assert.equal(last.received, bytes.length)
  assert.deepEqual(await okBody(sendPart(dev, id, bytes, partBytes)), last)
  assert.ok((await dev(`GET /api/files/${last.file.id}/content/`)).body.equals(bytes))
  const again = await okBody(start(dev, { name: 'b.bin', size: bytes.length }))
  const all = await Promise.all([0, 0, 0].map((offset) => sendPart(dev, again.id, bytes, offset)))
  assert.deepEqual(new Set(all.map(({ body }) => body.received)), new Set([partBytes]))
  const ends = await Promise.all([1, 2, 3].map(() => sendPart(dev, again.id, bytes, partBytes)))
  // While one puts the parts together, the others are asked to come back.
  for (const { status, headers } of ends) assert.ok(status === 200 || (status === 503 && headers['retry-after']), String(status))
  const { file } = await okBody(sendPart(dev, again.id, bytes, partBytes))
  assert.deepEqual(new Set(ends.flatMap(({ body }) => body.file?.id ?? [])), new Set([file.id]))
})

test('a last part that is refused leaves nothing in the store, however often it is sent', async () => {
  const { id } = await okBody(start(dev, { name: 'a.bin', size: 1 }))
  const objects = async () => (await Array.fromAsync(services.store.list('1/'))).map(({ key }) => key).toSorted()
  const before = await objects()
  await query('update projects set is_active = false where id = $1', projects.website)
  const refused = await Promise.all(Array.from({ length: 20 }, () => sendPart(dev, id, text('x'), 0)))
  assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([400]))
  assert.deepEqual(await objects(), before)
  await query('update projects set is_active = true where id = $1', projects.website)
  // Malware, and a project that becomes inactive while the file is examined.
  const { scan } = services
  try {
    services.scan = async () => {
      await query('update projects set is_active = false where id = $1', projects.website)
      return null
    }
    assert.deepEqual(outcome(await sendPart(dev, id, text('x'), 0)), [400, { detail: 'Project is inactive.' }])
    await query('update projects set is_active = true where id = $1', projects.website)
    services.scan = async () => 'Eicar'
    assert.deepEqual(outcome(await sendPart(dev, id, text('x'), 0)), [
      400,
      { non_field_errors: ['This file is malware (Eicar).'] },
    ])
    assert.deepEqual(outcome(await sendPart(dev, id, text('x'), 0)), missing)
  } finally {
    services.scan = scan
    await query('update projects set is_active = true where id = $1', projects.website)
  }
  for (let tries = 0; (await objects()).length > before.length && tries < 100; tries++)
    await new Promise((done) => setTimeout(done, 20))
  assert.deepEqual(await objects(), before)
})

test('what is examined is what is kept, although a part is replaced meanwhile', async () => {
  const bytes = randomBytes(partBytes + 10)
  const { id } = await okBody(start(dev, { name: 'a.bin', size: bytes.length }))
  await okBody(sendPart(dev, id, bytes, 0))
  const { scan } = services
  let examined = Buffer.alloc(0)
  try {
    services.scan = async (stream) => {
      await services.store.put(keyOfPart(1, id, 0), [Buffer.alloc(partBytes, 'x')], partBytes)
      examined = Buffer.concat(await Array.fromAsync(stream))
      return null
    }
    const { file } = await okBody(sendPart(dev, id, bytes, partBytes))
    assert.ok((await dev(`GET /api/files/${file.id}/content/`)).body.equals(examined))
  } finally {
    services.scan = scan
  }
})

test('an upload whose parts the store has lost begins again', async () => {
  const bytes = randomBytes(partBytes + 10)
  const { id } = await okBody(start(dev, { name: 'a.bin', size: bytes.length }))
  await okBody(sendPart(dev, id, bytes, 0))
  await services.store.remove([`1/part-${id}-0`])
  assert.deepEqual(await okBody(sendPart(dev, id, bytes, partBytes)), { id, received: 0, file: null })
  await okBody(sendPart(dev, id, bytes, 0))
  const { file } = await okBody(sendPart(dev, id, bytes, partBytes))
  assert.ok((await dev(`GET /api/files/${file.id}/content/`)).body.equals(bytes))
})

test('a part has its size, and comes from whoever began the upload', async () => {
  const { id } = await okBody(start(dev, { name: 'a.bin', size: partBytes + 10 }))
  for (const length of [0, 1, partBytes - 1])
    assert.deepEqual(Object.keys((await dev(`PUT /api/uploads/${id}/?offset=0`, randomBytes(length))).body), ['non_field_errors'])
  assert.equal((await dev(`PUT /api/uploads/${id}/?offset=0`, randomBytes(partBytes + 1))).status, 413)
  assert.equal((await dev(`PUT /api/uploads/${id}/?offset=x`, randomBytes(1))).status, 400)
  for (const request of [pam, ann, as('gus')]) {
    assert.deepEqual(outcome(await sendPart(request, id, randomBytes(partBytes), 0)), missing)
    assert.deepEqual(outcome(await request(`DELETE /api/uploads/${id}/`)), missing)
  }
  assert.equal((await dev(`DELETE /api/uploads/${id}/`)).status, 204)
  assert.deepEqual(outcome(await sendPart(dev, id, randomBytes(partBytes), 0)), missing)
})

test('nothing is attached to what is not seen, or to an inactive project', async () => {
  const file = { name: 'a.txt', size: 1 }
  assert.deepEqual(outcome(await start(deb, file)), missing)
  assert.deepEqual(outcome(await start(dev, file, plan)), missing)
  assert.deepEqual(outcome(await start(pam, file, gone)), [400, { detail: 'Project is inactive.' }])
  const { id } = await okBody(start(dev, file))
  await query('update projects set is_active = false where id = $1', projects.website)
  assert.deepEqual(outcome(await sendPart(dev, id, text('x'), 0)), [400, { detail: 'Project is inactive.' }])
  await query('update projects set is_active = true where id = $1', projects.website)
  assert.equal((await okBody(sendPart(dev, id, text('x'), 0))).file.size, 1)
})

test('its uploader and the project manager delete a file, and can undo that for a minute', async () => {
  const own = await attach(text('mine'), 'mine.txt')
  const hers = await attach(text('hers'), 'hers.txt', pam)
  const remove = (request: typeof dev, id: number) => request(`DELETE /api/files/${id}/`)
  const restore = (request: typeof dev, id: number) => request(`POST /api/files/${id}/restore/`)
  const forbidden = 'Only the person who attached a file and the project manager can delete it.'
  for (const request of [dev, ann]) assert.deepEqual(outcome(await remove(request, hers.id)), [403, { detail: forbidden }])
  assert.equal((await remove(dev, own.id)).status, 204)
  assert.deepEqual(outcome(await remove(dev, own.id)), missing)
  assert.deepEqual(outcome(await dev(`GET /api/files/${own.id}/content/`)), missing)
  assert.deepEqual(outcome(await restore(pam, own.id)), missing)
  assert.deepEqual(await okBody(restore(dev, own.id)), own)
  assert.equal((await remove(pam, own.id)).status, 204)
  await query(`update files set trashed_at = now() - interval '61 seconds' where id = $1`, own.id)
  assert.deepEqual(outcome(await restore(pam, own.id)), missing)
  const { files } = await okBody(dev(`GET /api/tasks/${home_page}/`))
  assert.ok(!files.some(({ id }: { id: number }) => id === own.id))
})

test('the files of a task come and go with it', async () => {
  const task = await okBody(pam('POST /api/tasks/', { project: projects.website, title: 'T', description: 'Long enough.' }))
  const { file } = await okBody(upload(dev, task.id, { name: 'a.txt', bytes: text('a') }))
  await okBody(pam(`DELETE /api/tasks/${task.id}/`))
  assert.deepEqual(outcome(await dev(`GET /api/files/${file.id}/content/`)), missing)
  assert.deepEqual((await okBody(pam(`POST /api/tasks/${task.id}/restore/`))).files, [file])
  assert.equal((await dev(`GET /api/files/${file.id}/content/`)).body, 'a')
})
