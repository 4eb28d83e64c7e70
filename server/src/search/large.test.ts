// A workspace with more rows than search looks at before it asks the index.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Name, people, projects, testApp } from '../testing/world.ts'
import { searcher } from './testing.ts'

const app = await testApp()
const { query, pools } = app
const { find } = searcher(app)

test('in a large workspace, an old word is found by those who can read it, in each type', async () => {
  const filled = { website: [1, projects.website], secret: [1, projects.secret], rocket: [2, projects.rocket] } as const
  const first = 1000
  for (const [name, [tenant_id, project]] of Object.entries(filled)) {
    const from = first + project * 10_000
    const author = { website: people.dev.id, secret: people.deb.id, rocket: people.gus.id }[name]
    const text = `case n when 1 then 'needle ha ' || '${name}needle' else 'hay stack' end`
    const insert = (into: string, values: string, rows = 700, start = from) =>
      query(`insert into ${into} select ${tenant_id}, ${start} + n, ${values} from generate_series(1, ${rows}) n`)
    await insert('tasks (tenant_id, id, project_id, title)', `${project}, ${text}`)
    await insert('subtasks (tenant_id, id, task_id, title)', `${from} + n, ${text}`)
    await insert('comments (tenant_id, id, task_id, author_id, text)', `${from} + n, ${author}, ${text}`)
    const [content] = await query(
      `insert into file_contents (tenant_id, sha256, size, object, type) values (${tenant_id}, sha256('${name}'), 1, gen_random_uuid(), '') returning id`,
    )
    await insert('files (tenant_id, id, task_id, content_id, person_id, name)', `${from} + n, ${content?.id}, ${author}, ${text}`)
    await insert(
      'chat_messages (tenant_id, id, room_id, sender_id, content, has_files)',
      `${project}, ${author}, ${text}, true`,
      1200,
    )
    await insert(
      'files (tenant_id, message_id, id, room_id, content_id, person_id, name)',
      `${from} + 5000 + n, ${project}, ${content?.id}, ${author}, ${text}`,
      1200,
    )
    // Nobody has sent it.
    await insert(
      'files (tenant_id, id, room_id, is_draft, content_id, person_id, name)',
      `${project}, true, ${content?.id}, ${author}, ${text}`,
      1,
      from + 7000,
    )
  }
  // The administrators are in no room.
  const inTwo = { tasks: 2, subtasks: 2, comments: 2, files: 2, messages: 0 }
  const inOne = { tasks: 1, subtasks: 1, comments: 1, files: 2, messages: 1 }
  const inNone = { tasks: 0, subtasks: 0, comments: 0, files: 0, messages: 0 }
  const of = { ann: inTwo, pam: inOne, dev: inOne, max: inOne, deb: inOne, una: inNone, hana: inNone, gwen: inOne, gus: inOne }
  for (const [who, expected] of Object.entries(of) as [Name, typeof inNone][])
    for (const q of ['needle', 'needl']) {
      const { counts, at_least } = await find(who, q)
      const { tasks, subtasks, comments, files, messages } = counts
      const isGlobexAdmin = who === 'gwen'
      assert.deepEqual(
        { tasks, subtasks, comments, files, messages },
        { ...expected, ...(isGlobexAdmin && { files: 1, messages: 0 }) },
        `${who} ${q}`,
      )
      assert.deepEqual(at_least, [], who)
    }
  const { counts, at_least, count } = await find('dev', 'hay')
  assert.deepEqual(at_least, ['tasks', 'subtasks', 'comments', 'files', 'messages'])
  assert.ok(counts.tasks >= 249 && counts.messages >= 249 && count <= 5000)
  assert.ok((await find('dev', 'h')).at_least.includes('tasks'))
  const rare = await find('dev', 'ha')
  assert.deepEqual([rare.results[0]?.title, rare.results[0]?.match], ['needle ha websiteneedle', 'word'])
  assert.deepEqual((await find('una', 'hay')).counts.tasks, 0)
})

/** Asks the function that looks up ids as the server's role, in the context of a tenant. */
async function rowsOf(tenant_id: number, table: string, words: string[]) {
  const client = await pools.workspace.connect()
  try {
    await client.query(`begin; set local app.tenant_id = '${tenant_id}'`)
    return (await client.query('select search_rows($1, $2, true, 1000) as id', [table, words])).rows
  } finally {
    await client.query('rollback')
    client.release(true)
  }
}

test("the look-up in the index knows no other tenant's words", async () => {
  assert.equal((await rowsOf(2, 'tasks', ['rocketneedle'])).length, 1)
  for (const word of ['rocketneedle', '2/rocketneedle', "x' | '2/rocketneedle", "x\\' | '2/rocketneedle", 'x 2/rocketneedle'])
    assert.deepEqual(await rowsOf(1, 'tasks', [word]), [], word)
  assert.deepEqual(await rowsOf(1, 'tasks', []), [])
})
