import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Document } from 'contract'
import { sendPart } from '../files/testing.ts'
import { daysFrom, type Name, okBody, outcome, people, testApp } from '../testing/world.ts'
import { remindOfDocuments } from './reminders.ts'

const { as, query, pools, services } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, dana, hana] = [as('ann'), as('pam'), as('dev'), as('dana'), as('hana')]
const log = { info: () => undefined, warn: () => undefined, error: (details: object) => assert.fail(JSON.stringify(details)) }

const documentsOf = async (of: Name, reader = hana): Promise<Document[] | null> =>
  (await okBody(reader(`GET /api/people/${people[of].id}/`))).documents

/** Uploads a document about a person. */
async function upload(of: Name, text: string, name = 'Passport.txt'): Promise<Document> {
  const bytes = Buffer.from(text)
  const { id } = await okBody(hana(`POST /api/people/${people[of].id}/uploads/`, { name, size: bytes.length }))
  const answer = await okBody(sendPart(hana, id, bytes, 0))
  const document = (await documentsOf(of))?.find((each) => each.id === answer.file.id)
  return document ?? assert.fail('There is no document.')
}

test('HR uploads a document, which HR and the person read, and nobody else finds', async () => {
  const document = await upload('dev', 'Dev’s passport')
  assert.deepEqual(document, {
    ...{ id: document.id, name: 'Passport.txt', size: 16, type: 'text/plain', expires_on: null },
    ...{ uploaded_by: { id: people.hana.id, full_name: 'Hana' }, created_at: document.created_at },
  })
  assert.deepEqual((await documentsOf('dev', dev))?.at(-1), document)
  const path = `GET /api/documents/${document.id}/content/`
  for (const reader of [hana, dev]) {
    const { status, body, headers } = await reader(path)
    assert.deepEqual([status, String(body)], [200, 'Dev’s passport'])
    assert.match(String(headers['content-disposition']), /^attachment; filename="Passport.txt"/)
  }
  for (const reader of [ann, pam, dana]) {
    assert.equal((await reader(path)).status, 404)
    assert.equal(await documentsOf('dev', reader), null)
  }
  // It is no file of the work: neither is it found, nor read as one.
  for (const reader of [hana, dev, ann]) {
    assert.equal((await reader(`GET /api/files/${document.id}/content/`)).status, 404)
    const found = await okBody(reader('GET /api/search/?q=passport'))
    assert.deepEqual(found.results, [])
  }
})

test('an upload of somebody who is not in HR any more becomes no document', async () => {
  const { id } = await okBody(hana(`POST /api/people/${people.una.id}/uploads/`, { name: 'a.txt', size: 4 }))
  await query(`update people set role = 'project_manager' where id = $1`, people.hana.id)
  assert.equal((await sendPart(hana, id, Buffer.from('text'), 0)).status, 404)
  await query(`update people set role = 'hr' where id = $1`, people.hana.id)
  assert.deepEqual(await documentsOf('una'), [])
})

test('HR renames a document, says until when it is valid, and deletes it, and takes that back', async () => {
  const document = await upload('dana', 'Dana’s visa')
  const path = `/api/documents/${document.id}/`
  const changed = await okBody(hana(`PATCH ${path}`, { name: 'Visa.txt', expires_on: '2030-05-01' }))
  assert.deepEqual(changed, { ...document, name: 'Visa.txt', expires_on: '2030-05-01' })
  await okBody(hana(`DELETE ${path}`))
  assert.deepEqual(await documentsOf('dana', dana), [])
  for (const call of [`PATCH ${path}`, `DELETE ${path}`, `GET ${path}content/`]) assert.equal((await hana(call, {})).status, 404)
  assert.deepEqual(await okBody(hana(`POST ${path}restore/`)), changed)
  assert.deepEqual(await documentsOf('dana', dana), [changed])
  await query(
    `update documents set trashed_at = now() - interval '61 seconds', trashed_by = $2 where id = $1`,
    document.id,
    people.hana.id,
  )
  assert.equal((await hana(`POST ${path}restore/`)).status, 404)
})

/** The reminders since the last look, by person, in the order in which they came. */
async function reminders() {
  const rows = await query(
    `delete from notifications where tenant_id = 1 returning person_id::int, message, link, created_at, id::text`,
  )
  return rows
    .sort((a, b) => Number(a.person_id) - Number(b.person_id) || String(a.id).localeCompare(String(b.id)))
    .map(({ person_id, message, link }) => [person_id, message, link])
}

test('HR and the person are reminded 30 and 7 days before a document expires, once each, and not of what it is', async () => {
  await query('delete from notifications')
  const document = await upload('dev', 'Secret clearance', 'Clearance.txt')
  const expire = (days: number) => okBody(hana(`PATCH /api/documents/${document.id}/`, { expires_on: daysFrom(days) }))
  const remind = async () => {
    await remindOfDocuments({ pools, services, log })
    return reminders()
  }
  await expire(31)
  assert.deepEqual(await remind(), [])
  await query('update documents set expires_on = expires_on - 1 where id = $1', document.id)
  const link = `/people/${people.dev.id}`
  const [own, other] = await remind()
  assert.deepEqual([own?.[0], own?.[2], other?.[0], other?.[2]], [people.dev.id, link, people.hana.id, link])
  assert.match(String(own?.[1]), /^A document of yours expires on \d+ \w+ \d{4}\.$/)
  assert.match(String(other?.[1]), /^A document of Dev expires on \d+ \w+ \d{4}\.$/)
  assert.deepEqual(await remind(), [])
  await query('update documents set expires_on = expires_on - 23 where id = $1', document.id)
  assert.equal((await remind()).length, 2)
  assert.deepEqual(await remind(), [])
  // Another date begins from the beginning; one that is over needs no reminder.
  await expire(5)
  assert.equal((await remind()).length, 2)
  await expire(-1)
  assert.deepEqual(await remind(), [])
  await expire(0)
  assert.equal((await remind()).length, 2)
  await expire(3)
  await okBody(hana(`DELETE /api/documents/${document.id}/`))
  assert.deepEqual(await remind(), [])
})

test('documents count for the room that files take, each in full: the sum does not tell that one is there already', async () => {
  const before = await okBody(ann('GET /api/workspace/files/'))
  for (const count of [1, 2]) {
    await upload('una', 'x'.repeat(1000))
    const after = await okBody(ann('GET /api/workspace/files/'))
    assert.deepEqual([after.files - before.files, after.bytes - before.bytes], [count, count * 1000])
  }
  const tooLarge = await hana(`POST /api/people/${people.una.id}/uploads/`, { name: 'a.txt', size: 26 * 1024 ** 2 })
  assert.deepEqual(outcome(tooLarge), [400, { size: ['This file is larger than 25 MB.'] }])
})
