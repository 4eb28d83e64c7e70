// Files that come with a message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatMessage, WorkFile } from 'contract'
import { sweepFiles } from '../files/sweep.ts'
import { sendPart } from '../files/testing.ts'
import { type Name, okBody, outcome, people, rooms, testApp } from '../testing/world.ts'

const { as, query, services, pools, socket } = await testApp({ RATE_LIMIT: '0' })
const missing = [404, { detail: 'Not found.' }]

const draft = async (who: Name, name: string, room: number = rooms.website) => {
  const bytes = Buffer.from(name)
  const { id } = await okBody(as(who)(`POST /api/chat-rooms/${room}/uploads/`, { name, size: bytes.length }))
  return (await okBody(sendPart(as(who), id, bytes, 0))).file as WorkFile
}
async function open(who: Name, room: number = rooms.website) {
  const opened = await socket(who, `/ws/chat/${room}/`)
  await opened.settled()
  return opened
}
const messages = (who: Name, room: number = rooms.website): Promise<ChatMessage[]> =>
  okBody(as(who)(`GET /api/chat-rooms/${room}/messages/`))
const content = (who: Name, { id }: WorkFile) => as(who)(`GET /api/files/${id}/content/`)

test('a file is seen by its sender alone until it is sent, then by the room', async () => {
  const file = await draft('pam', 'agenda.txt')
  assert.equal((await content('pam', file)).status, 200)
  assert.deepEqual(outcome(await content('dev', file)), missing)
  const [pam, dev] = [await open('pam'), await open('dev')]
  pam.send({ message: 'For tomorrow:', temp_id: 'agenda', files: [file.id] })
  const own = await pam.frame(({ temp_id }) => temp_id === 'agenda')
  const { temp_id: _, ...news } = own
  assert.deepEqual(news.files, [file])
  assert.deepEqual(await dev.frame(({ id }) => id === own.id), news)
  const [newest, ...older] = await messages('dev')
  assert.deepEqual([newest?.content, newest?.files], ['For tomorrow:', [file]])
  assert.ok(older.every((message) => !('files' in message)))
  assert.equal((await content('dev', file)).body.toString(), 'agenda.txt')
  for (const who of ['ann', 'max', 'hana', 'gus'] as const) assert.deepEqual(outcome(await content(who, file)), missing, who)
})

test('with files a message needs no words, and without them it does', async () => {
  const [pam, file] = [await open('pam'), await draft('pam', 'wordless.txt')]
  pam.send({ message: '', temp_id: 'wordless', files: [file.id] })
  await pam.frame(({ temp_id, id }) => temp_id === 'wordless' && id)
  assert.deepEqual((await messages('dev'))[0]?.files, [file])
  const listed = (await okBody(as('dev')('GET /api/chat-rooms/'))).find(({ id }: { id: number }) => id === rooms.website)
  assert.equal(listed.last_message.content, '')
  for (const [i, frame] of [{ message: ' ', files: [] }, { message: '' }].entries()) {
    pam.send({ ...frame, temp_id: `wrong ${i}` })
    const refused = await pam.frame(({ temp_id }) => temp_id === `wrong ${i}`)
    assert.deepEqual([refused.type, refused.detail], ['error', 'message: Message text is required.'])
  }
})

test('a message sent twice has its files once, and takes only drafts of its sender in this room', async () => {
  const [pam, dev] = [await open('pam'), await open('dev')]
  const [own, others, elsewhere] = [
    await draft('pam', 'own.txt'),
    await draft('dev', 'others.txt'),
    await draft('pam', 'elsewhere.txt', rooms.old),
  ]
  for (let i = 0; i < 3; i++) pam.send({ message: 'Twice', temp_id: 'twice', files: [own.id] })
  await pam.settled()
  const answers = pam.frames.filter(({ temp_id }) => temp_id === 'twice')
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  for (const { files } of answers) assert.deepEqual(files, [own])
  const before = await messages('dev')
  for (const [i, files] of [[own.id], [others.id], [elsewhere.id], [999]].entries()) {
    pam.send({ message: 'Mine?', temp_id: `not mine ${i}`, files })
    const refused = await pam.frame(({ temp_id }) => temp_id === `not mine ${i}`)
    assert.equal(refused.detail, 'Choose files that you have uploaded here.')
  }
  assert.deepEqual(await messages('dev'), before)
  await dev.settled()
})

test('only those in the room upload to it, also in a private one with HR', async () => {
  const upload = (who: Name, room: number) => as(who)(`POST /api/chat-rooms/${room}/uploads/`, { name: 'a.txt', size: 1 })
  for (const who of ['ann', 'max', 'deb', 'hana', 'gus'] as const)
    assert.deepEqual(outcome(await upload(who, rooms.website)), missing, who)
  const { id: room } = await okBody(as('hana')('POST /api/private-chat/', { participants: [people.hana.id, people.dev.id] }))
  const file = await draft('hana', 'contract.txt', room)
  const hana = await open('hana', room)
  hana.send({ message: 'Please sign.', temp_id: 'sign', files: [file.id] })
  await hana.frame(({ temp_id }) => temp_id === 'sign')
  assert.equal((await content('dev', file)).status, 200)
  for (const who of ['ann', 'pam'] as const) assert.deepEqual(outcome(await content(who, file)), missing, who)
  const unsent = await draft('hana', 'unsent.txt', room)
  await query('update members set role = role')
  const { id } = await okBody(upload('dev', rooms.website))
  await query('delete from members where person_id = $1 and project_id = $2', people.dev.id, rooms.website)
  assert.deepEqual(outcome(await sendPart(as('dev'), id, Buffer.from('x'), 0)), missing)
  assert.equal((await as('hana')(`DELETE /api/files/${unsent.id}/`)).status, 204)
  assert.deepEqual(outcome(await content('hana', unsent)), missing)
  assert.equal((await as('hana')(`DELETE /api/files/${file.id}/`)).status, 403)
  assert.deepEqual(outcome(await as('dev')(`DELETE /api/files/${unsent.id}/`)), missing)
})

test('the sweep keeps the files of messages, and frees drafts of yesterday', async () => {
  const [young, old] = [await draft('pam', 'young.txt'), await draft('pam', 'old.txt')]
  await query(`update files set created_at = now() - interval '25 hours' where id = $1 or message_id is not null`, old.id)
  const sent = await query('select id::float8 from files where message_id is not null order by id')
  await sweepFiles(pools, services.store)
  assert.deepEqual(await query('select id::float8 from files where message_id is not null order by id'), sent)
  assert.deepEqual(await query('select id::float8 from files where id = any($1)', [young.id, old.id]), [{ id: young.id }])
})
