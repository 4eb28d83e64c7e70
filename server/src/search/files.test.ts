// Files are found by their names: those of tasks, and those of chats.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendPart, upload } from '../files/testing.ts'
import { daysFrom, type Name, okBody, people, projects, rooms, testApp, today } from '../testing/world.ts'
import { type SearchPage, searcher } from './testing.ts'

const app = await testApp()
const { as, socket } = app
const { find } = searcher(app)

const ok = (who: Name, route: string, body?: object) => okBody(as(who)(route, body))
const addTask = (title: string) =>
  ok('pam', 'POST /api/tasks/', { project: projects.website, title, description: 'Long enough.' })
const titlesOf = ({ results }: SearchPage) => results.map(({ type, title }) => `${type} ${title}`)

test('a file is found by its name, until it is deleted', async () => {
  const task = await addTask('Drawings')
  const { file } = (await upload(as('dev'), task.id, { name: 'travertine_plan-v2.PDF', bytes: Buffer.from('%PDF-1.7') })).body
  for (const q of ['travertine', 'trav', 'plan v2', 'travertine_plan-v2.PDF'])
    assert.deepEqual(titlesOf(await find('pam', q)), ['files travertine_plan-v2.PDF'], q)
  assert.equal((await find('una', 'travertine')).count, 0, 'This developer is in no project.')
  await ok('dev', `DELETE /api/files/${file.id}/`)
  assert.equal((await find('pam', 'travertine')).count, 0)
  await ok('dev', `POST /api/files/${file.id}/restore/`)
  assert.equal((await find('pam', 'travertine')).count, 1)
})

/** Sends a file with a message. */
async function sendFile(who: Name, room: number, name: string) {
  const bytes = Buffer.from(name)
  const { id } = await ok(who, `POST /api/chat-rooms/${room}/uploads/`, { name, size: bytes.length })
  const { file } = await okBody(sendPart(as(who), id, bytes, 0))
  const chat = await socket(who, `/ws/chat/${room}/`)
  await chat.settled()
  chat.send({ message: '', temp_id: name, files: [file.id] })
  const message = await chat.frame(({ temp_id }) => temp_id === name)
  return { file: file.id as number, message: message.id as number }
}

test('a file in a chat is found by its name, by those in the room, with the message it came with', async () => {
  const { id: draft } = await ok('pam', `POST /api/chat-rooms/${rooms.website}/uploads/`, {
    name: 'alabaster draft.txt',
    size: 1,
  })
  await okBody(sendPart(as('pam'), draft, Buffer.from('x'), 0))
  const task = await addTask('Alabaster')
  await upload(as('dev'), task.id, { name: 'alabaster old.txt', bytes: Buffer.from('x') })
  const sent = await sendFile('pam', rooms.website, 'alabaster.csv')
  await upload(as('dev'), task.id, { name: 'alabaster new.txt', bytes: Buffer.from('x') })
  const { results, counts } = await find('dev', 'alabaster', { types: 'files' })
  assert.deepEqual(
    results.map(({ title }) => title),
    ['alabaster new.txt', 'alabaster.csv', 'alabaster old.txt'],
  )
  assert.equal(counts.files, 3)
  const { title_parts, excerpt, at, ...file } = results[1] ?? assert.fail()
  assert.deepEqual(file, {
    ...{ type: 'files', id: sent.file, key: '', title: 'alabaster.csv', match: 'word', status: null, message: sent.message },
    ...{ project: { id: projects.website, name: 'Website' }, task: null, room: { id: rooms.website, name: 'Website' } },
    person: { id: people.pam.id, full_name: 'Pam' },
  })
  const second = await find('dev', 'alabaster', { types: 'files', limit: 1, offset: 1 })
  assert.deepEqual([second.count, second.results], [3, [results[1]]])
  assert.deepEqual(titlesOf(await find('pam', 'alabster.csv')), ['files alabaster.csv'], 'a typing error')
  for (const who of ['una', 'hana', 'gus'] as const) assert.equal((await find(who, 'alabaster')).counts.files, 0, who)
  assert.equal((await find('ann', 'alabaster')).counts.files, 2, 'An administrator is in no project’s room.')
  for (const [filters, count] of [
    [{ project: projects.website }, 3],
    [{ project: projects.secret }, 0],
    [{ person: people.pam.id }, 1],
    [{ from: today(), to: today() }, 3],
    [{ to: daysFrom(-1) }, 0],
  ] as const)
    assert.equal((await find('dev', 'alabaster', filters)).counts.files, count, JSON.stringify(filters))
})

test('a file of a private chat is found by its two people, under the name of the other', async () => {
  const { id } = await ok('hana', 'POST /api/private-chat/', { participants: [people.hana.id, people.una.id] })
  const { message } = await sendFile('hana', id, 'Contract kaolin.pdf')
  const found = async (who: Name) =>
    (await find(who, 'kaolin')).results.map(({ type, room, project, message }) => ({ type, room, project, message }))
  const file = { type: 'files', project: null, message }
  assert.deepEqual(await found('hana'), [{ ...file, room: { id, name: 'Una' } }])
  assert.deepEqual(await found('una'), [{ ...file, room: { id, name: 'Hana' } }])
  for (const who of ['ann', 'pam', 'dev', 'gwen'] as const) assert.deepEqual(await found(who), [], who)
})
