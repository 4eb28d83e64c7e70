import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { partBytes } from 'contract'
import { sweepTrash } from '../tasks/trash.ts'
import { okBody, people, projects, tasks, tenants, testApp } from '../testing/world.ts'
import { sweepFiles } from './sweep.ts'
import { picture, sendPart, upload } from './testing.ts'

const { as, query, pools, services } = await testApp({ RATE_LIMIT: '0' })
const { store } = services
const [pam, dev] = [as('pam'), as('dev')]
const attach = async (bytes: Buffer, task: number = tasks.home_page) =>
  (await okBody(upload(dev, task, { name: 'a.bin', bytes }))).file
const put = (key: string) => store.put(key, [Buffer.from('x')], 1)
const day = 86_400_000
const sweepIn = (days: number) => sweepFiles(pools, store, Date.now() + days * day)

async function objects() {
  const keys: string[] = []
  for await (const { key } of store.list('')) keys.push(key)
  return keys.sort()
}

test('what nothing refers to is freed: rows first, their objects a night later', async () => {
  await query('update applications set cv_content_id = null, cv_name = null')
  await query('delete from files; delete from documents; delete from file_contents; delete from uploads')
  const kept = await attach(await picture(9, 9).png().toBuffer())
  assert.equal((await dev(`GET /api/files/${kept.id}/preview/`)).status, 200)
  const keptObjects = await objects()
  assert.equal(keptObjects.length, 3)
  const bytes = randomBytes(100)
  const [shared, removed, undoable] = [await attach(bytes), await attach(bytes), await attach(randomBytes(100))]
  for (const { id } of [removed, undoable]) assert.equal((await dev(`DELETE /api/files/${id}/`)).status, 204)
  await query(`update files set trashed_at = now() - interval '61 minutes' where id = $1`, removed.id)
  const task = await okBody(pam('POST /api/tasks/', { project: projects.website, title: 'T', description: 'Long enough.' }))
  const gone = await attach(randomBytes(100), task.id)
  assert.equal((await pam(`DELETE /api/tasks/${task.id}/`)).status, 204)
  const { id } = await okBody(dev(`POST /api/tasks/${tasks.home_page}/uploads/`, { name: 'a', size: partBytes + 1 }))
  await okBody(sendPart(dev, id, randomBytes(partBytes), 0))
  assert.equal((await objects()).length, 7)

  const files = async () => (await query('select id::float8 from files order by id')).map((row) => row.id)
  assert.deepEqual(await sweepIn(0), { objects: 0, rows: 1 })
  assert.deepEqual(
    await files(),
    [kept, shared, undoable, gone].map((file) => file.id),
  )
  await query(`update files set trashed_at = now() - interval '61 minutes' where id = $1`, undoable.id)
  await query(`update trash set deleted_at = now() - interval '1 day'`)
  await sweepTrash(pools)
  await query(`update uploads set touched_at = now() - interval '25 hours' where id = $1`, id)
  await query(`update uploads set touched_at = now() - interval '23 hours' where id <> $1`, id)
  assert.deepEqual(await sweepIn(1.1), { objects: 0, rows: 3 })
  assert.deepEqual(await files(), [kept.id, shared.id])
  await query(`update file_contents set used_at = now() - interval '25 hours'`)
  // The part of the upload whose row went in the night before.
  assert.deepEqual(await sweepIn(1.1), { objects: 1, rows: 2 })
  assert.equal((await objects()).length, 6)
  assert.deepEqual(await sweepIn(1.1), { objects: 2, rows: 0 })
  const left = await objects()
  assert.equal(left.length, 4)
  assert.deepEqual(
    left.filter((key) => keptObjects.includes(key)),
    keptObjects,
  )
  assert.ok((await dev(`GET /api/files/${shared.id}/content/`)).body.equals(bytes))
  assert.deepEqual(await sweepIn(60), { objects: 0, rows: 0 })
})

test('a CV stays for as long as the applicant’s data', async () => {
  const { id } = await attach(randomBytes(100))
  const application = `update applications set cv_content_id = c.content_id, cv_name = 'cv.pdf' from files c where c.id = $1 and applications.tenant_id = 1`
  await query(application, id)
  await query('delete from files where id = $1', id)
  await query(`update file_contents set used_at = now() - interval '25 hours'`)
  assert.equal((await sweepIn(0)).rows, 0)
  await query('update applications set cv_content_id = null, cv_name = null')
  assert.equal((await sweepIn(1.1)).rows, 1)
  assert.equal((await sweepIn(1.1)).objects, 1)
})

test('objects without a row are freed after a day, those of an unknown workspace after a month, and those of others never', async () => {
  const uuid = '01234567-89ab-4def-8123-456789abcdef'
  const before = await objects()
  const acme = [`1/${uuid}`, `1/${uuid}.small`, '1/part-5-0', `1/${uuid}.${uuid}.partial`]
  const unknown = [`${tenants.acme.id + 900_000}/${uuid}`]
  const foreign = ['1/readme.txt', 'backups/1', `x/${uuid}`]
  for (const key of [...acme, ...unknown, ...foreign]) await put(key)
  assert.equal((await sweepIn(0.9)).objects, 0)
  assert.equal((await sweepIn(1.1)).objects, 4)
  assert.equal((await sweepIn(29)).objects, 0)
  assert.equal((await sweepIn(31)).objects, 1)
  assert.deepEqual(await objects(), [...before, ...foreign].sort())
})

test('a deleted document goes after an hour, and what it held with it, unless a file has the same', async () => {
  const contents = () => query('select id::float8 from file_contents order by id')
  const before = await contents()
  const addDocument = async (bytes: Buffer) => {
    const { id } = await okBody(as('hana')(`POST /api/people/${people.dev.id}/uploads/`, { name: 'a.bin', size: bytes.length }))
    return (await okBody(sendPart(as('hana'), id, bytes, 0))).file
  }
  const shared = randomBytes(100)
  await attach(shared)
  const [kept, gone, twin] = [await addDocument(randomBytes(90)), await addDocument(randomBytes(80)), await addDocument(shared)]
  for (const { id } of [gone, twin]) await okBody(as('hana')(`DELETE /api/documents/${id}/`))
  await sweepIn(0)
  assert.equal((await query('select 1 from documents where id = any($1)', [kept.id, gone.id, twin.id])).length, 3)
  await query(`update documents set trashed_at = now() - interval '61 minutes' where trashed_at is not null`)
  await query(`update file_contents set used_at = now() - interval '25 hours'`)
  await sweepIn(0)
  assert.deepEqual(await query('select id::float8 from documents where id = any($1)', [kept.id, gone.id, twin.id]), [
    { id: kept.id },
  ])
  assert.equal((await contents()).length, before.length + 2)
  assert.equal((await as('dev')(`GET /api/documents/${kept.id}/content/`)).status, 200)
})
