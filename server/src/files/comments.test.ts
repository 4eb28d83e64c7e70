// Files that come with a comment.
import assert from 'node:assert/strict'
import { before as beforeAll, test } from 'node:test'
import type { Comment, Task, WorkFile } from 'contract'
import { type Name, okBody, outcome, people, tasks, testApp } from '../testing/world.ts'
import { sweepFiles } from './sweep.ts'
import { sendPart, upload } from './testing.ts'

const { as, query, services, pools } = await testApp({ RATE_LIMIT: '0' })
const { home_page } = tasks
const missing = [404, { detail: 'Not found.' }]
const ofOthers = [400, { files: ['Choose files that you have attached here.'] }]

const draft = async (who: Name, name: string, task: number = home_page) => {
  const bytes = Buffer.from(name)
  const { id } = await okBody(as(who)(`POST /api/tasks/${task}/uploads/`, { name, size: bytes.length, is_draft: true }))
  return (await okBody(sendPart(as(who), id, bytes, 0))).file as WorkFile
}
const comment = (who: Name, body: object) =>
  as(who)('POST /api/comments/', { content_type: 'task', object_id: home_page, ...body })
const taskSeenBy = (who: Name): Promise<Task> => okBody(as(who)(`GET /api/tasks/${home_page}/`))
const filesSeenBy = async (who: Name) => (await taskSeenBy(who)).files.map(({ name, comment }) => [name, comment])

let before: Awaited<ReturnType<typeof filesSeenBy>> = []
beforeAll(async () => {
  before = await filesSeenBy('ann')
})

test('a draft is seen by nobody but its author, until a comment takes it', async () => {
  const file = await draft('dev', 'draft.txt')
  assert.deepEqual(await filesSeenBy('dev'), before)
  assert.equal((await as('pam')('GET /api/search/?q=draft')).body.count, 0)
  assert.deepEqual(outcome(await as('pam')(`GET /api/files/${file.id}/content/`)), missing)
  assert.deepEqual(outcome(await as('pam')(`DELETE /api/files/${file.id}/`)), missing)
  assert.equal((await as('dev')(`GET /api/files/${file.id}/content/`)).status, 200)

  const said: Comment = await okBody(comment('dev', { text: 'See the draft.', files: [file.id] }))
  assert.deepEqual(await filesSeenBy('pam'), [...before, ['draft.txt', said.id]])
  assert.equal((await as('pam')(`GET /api/files/${file.id}/content/`)).status, 200)
  assert.equal((await as('pam')('GET /api/search/?q=draft&types=files')).body.count, 1)
  assert.deepEqual(outcome(await comment('dev', { text: 'Again.', files: [file.id] })), ofOthers)
})

test('with files a comment needs no words, and without them it does', async () => {
  const file = await draft('dev', 'wordless.txt')
  const said: Comment = await okBody(comment('dev', { text: '', files: [file.id] }))
  assert.deepEqual([said.text, (await taskSeenBy('pam')).comments.at(-1)?.id], ['', said.id])
  for (const text of ['', '  ', '\u200b'])
    assert.deepEqual(outcome(await comment('dev', { text, files: [] })), [400, { text: ['This field is required'] }])
  assert.deepEqual(outcome(await comment('dev', { files: [file.id] })), [400, { text: ['This field is required'] }])
})

test('a comment takes only drafts that its author has attached to this task, all of them or none', async () => {
  const [own, others, elsewhere] = [
    await draft('dev', 'own.txt'),
    await draft('pam', 'others.txt'),
    await draft('ann', 'elsewhere.txt', tasks.plan),
  ]
  const { comments } = await taskSeenBy('dev')
  for (const files of [[own.id, others.id], [own.id, 999], [1]])
    assert.deepEqual(outcome(await comment('dev', { text: 'Mine?', files })), ofOthers)
  assert.deepEqual(outcome(await comment('ann', { text: 'Mine?', files: [elsewhere.id] })), ofOthers)
  assert.deepEqual((await taskSeenBy('dev')).comments, comments)
  assert.deepEqual(await query('select is_draft from files where id = $1', own.id), [{ is_draft: true }])
  const attached = (await okBody(upload(as('dev'), home_page, { name: 'attached.txt', bytes: Buffer.from('x') }))).file
  assert.deepEqual(outcome(await comment('dev', { text: 'Mine?', files: [attached.id] })), ofOthers)
})

test('files go and come back with their comment', async () => {
  const file = await draft('dev', 'comes back.txt')
  const said: Comment = await okBody(comment('dev', { text: 'Gone soon.', files: [file.id] }))
  const shown = await filesSeenBy('pam')
  assert.equal((await as('dev')(`DELETE /api/comments/${said.id}/`)).status, 204)
  assert.deepEqual(
    await filesSeenBy('pam'),
    shown.filter(([name]) => name !== 'comes back.txt'),
  )
  assert.deepEqual(outcome(await as('dev')(`GET /api/files/${file.id}/content/`)), missing)
  assert.equal((await as('pam')('GET /api/search/?q=comes&types=files')).body.count, 0)
  await sweepFiles(pools, services.store)
  await okBody(as('dev')(`POST /api/comments/${said.id}/restore/`))
  assert.deepEqual(await filesSeenBy('pam'), shown)
})

test('the sweep frees the files of comments that do not come back, and drafts of yesterday', async () => {
  const gone = await draft('dev', 'gone.txt')
  const said: Comment = await okBody(comment('dev', { text: 'Gone.', files: [gone.id] }))
  await as('dev')(`DELETE /api/comments/${said.id}/`)
  await query(`delete from trash where kind = 'comment'`)
  const [old, young] = [await draft('dev', 'old.txt'), await draft('dev', 'young.txt')]
  await query(`update files set created_at = now() - interval '25 hours' where id = $1`, old.id)
  await sweepFiles(pools, services.store)
  const left = await query(
    'select id::float8 from files where id = any($1) and person_id = $2',
    [gone.id, old.id, young.id],
    people.dev.id,
  )
  assert.deepEqual(left, [{ id: young.id }])
})
