import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { okBody, outcome, people, projects, testApp } from '../testing/world.ts'
import { counts, fixture, importer, importPath, type Named } from './testing.ts'

const app = await testApp({ RATE_LIMIT: '0' })
const { as, query } = app
const { preview, bring, clear, added } = importer(app)
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects

beforeEach(clear)

test('importing a file again changes nothing', async () => {
  for (const name of ['trello.json', 'asana.csv', 'jira.csv']) {
    const first = await okBody(bring(fixture(name)))
    const before = await added()
    const again = await okBody(bring(fixture(name)))
    const { tasks: t, subtasks: s, known } = again.plan
    assert.deepEqual([again.import, t, s, known], [null, 0, 0, first.plan.tasks + first.plan.subtasks], name)
    assert.deepEqual(await added(), before, name)
  }
})

test('equal rows without ids are told apart by their position among each other', async () => {
  const text = 'Title\nA\nA\nB\n'
  await okBody(bring(text))
  assert.deepEqual(counts((await okBody(bring(text))).plan), [0, 0, 0, 3, 0])
  assert.deepEqual(counts((await okBody(bring(`${text}A\nC\n`))).plan), [2, 0, 0, 3, 0])
})

test('numbers and equal rows of a plain table say nothing about another table, and the same table is known again', async () => {
  const table = (head: string, rows: readonly string[]) => `${head}\n${rows.join('\n')}\n`
  const plans = [
    table('ID,Title,Parent', ['1,Alpha,', '2,Beta,1', '3,Gamma,']),
    table('ID,Title,Parent', ['1,Venue,', '2,Catering,1', '3,Music,1', '4,Flowers,1']),
    table('No.,Title,ID', ['x,Kick-off,1', 'x,Design,2', 'x,Build,3']),
    table('Title,ID', ['Kick-off,T-1', 'Research,T-2']),
    table('Title,ID', ['Kick-off,T-1', 'Hire,T-2']),
    table('Title,ID,Parent', ['Kick-off,#1,', 'Paint,#2,3', 'Carpets,#3,']),
    table('Title,Status', ['Kick-off,', 'Design,', 'Build,', 'Retro,']),
    table('Title,Status', ['Kick-off,', 'Book,', 'Retro,']),
    table('Title,Status', ['Kick-off,']),
  ]
  for (const text of plans) assert.equal((await okBody(bring(text))).plan.known, 0, text)
  const flowers = (await added()).find(({ title }: Named) => title === 'Venue')
  assert.deepEqual(
    flowers.subtasks.map(([title]: string[]) => title),
    ['Catering', 'Music', 'Flowers'],
  )
  for (const text of plans.filter((_, index) => [0, 1, 7].includes(index)))
    assert.equal((await okBody(bring(text))).import, null, text)
  // A later version of a table: a new name, a new row, and one that is gone.
  const later = table('Title,ID,Parent', ['Venue,1,', 'Food,2,1', 'Music,3,1', 'Flowers,4,1', 'Cars,5,1'])
  const { plan } = await okBody(bring(later))
  assert.deepEqual([counts(plan), plan.problems], [[0, 1, 0, 4, 0], []])
  assert.deepEqual(counts((await okBody(bring('ID,Title\n3,Music\n4,Flowers\n'))).plan), [0, 0, 0, 2, 0])
})

test('the ids of tools are known in every file, whatever else is in it', async () => {
  const ids = ['1209000000000001', '86c1abcde', '0a1b2c3d-1111-4222-8333-444455556666']
  await okBody(bring(`ID,Title\n${ids.map((id) => `${id},Old\n`).join('')}`))
  for (const id of ids) {
    const { plan } = await okBody(bring(`ID,Title,Parent\n${id},New name,\n,Child of ${id},${id}\n,Other,\n,Another,\n`))
    assert.deepEqual([counts(plan), plan.problems], [[2, 1, 0, 1, 0], []], id)
    await query('delete from imported_rows where row_key is not null')
  }
})

test('a row says why it is no subtask, and its children stay below it', async () => {
  const rows = [
    '1,Own parent,1',
    ',Own title,Own title',
    '2,Child of it,1',
    '3,Circle a,4',
    '4,Circle b,3',
    '5,Child of a,3',
    '6,Lost,99',
    '7,Child of lost,6',
    '8,,',
    '9,Below no title,8',
    '10,Grandchild,7',
  ]
  const { plan } = await okBody(bring(`ID,Title,Parent\n${rows.join('\n')}\n`))
  assert.deepEqual(
    plan.problems.map(({ place, message }: { place: string; message: string }) => `${place}: ${message}`),
    [
      'Row 10: It has no title, so it is left out.',
      'Row 2: It names itself as its parent, so it becomes a task.',
      'Row 3: It names itself as its parent, so it becomes a task.',
      'Row 5: It is its own parent by way of others, so it becomes a task.',
      'Row 6: It is its own parent by way of others, so it becomes a task.',
      'Row 8: Its parent is not in the file, so it becomes a task.',
      'Row 11: Its parent has no title and is left out, so it becomes a task.',
    ],
  )
  assert.deepEqual(plan.notes, ['1 subtask of a subtask moves up to the task.'])
  assert.deepEqual(
    Object.fromEntries(
      (await added()).map(({ title, subtasks }: Named) => [title, (subtasks as string[][]).map(([name]) => name)]),
    ),
    {
      'Own parent': ['Child of it'],
      'Own title': [],
      'Circle a': ['Child of a'],
      'Circle b': [],
      Lost: ['Child of lost', 'Grandchild'],
      'Below no title': [],
    },
  )
})

test('children of a row that has been deleted stay together, and deeper levels are counted', async () => {
  const first = 'ID,Title,Parent\n1,A,\n2,B,1\n3,C,\n'
  await okBody(bring(first))
  await query(`delete from tasks where title = 'C'`)
  const { plan } = await okBody(bring(`${first}4,D,3\n5,E,4\n6,F,2\n`))
  assert.deepEqual(
    [counts(plan), plan.problems, plan.notes],
    [
      [1, 2, 0, 3, 0],
      [{ place: 'Row 5', message: 'Its parent was imported before and deleted since, so it becomes a task.' }],
      ['1 subtask of a subtask moves up to the task.'],
    ],
  )
})

test('a row that was deleted since stays away, and new subtasks find the tasks of earlier imports', async () => {
  await okBody(bring('Id,Title,Parent\n1,A,\n2,B,\n'))
  const { results } = await okBody(pam(`GET /api/tasks/?project=${website}`))
  const idOf = (title: string) => results.find((each: Named) => each.title === title).id
  await pam(`DELETE /api/tasks/${idOf('B')}/`)
  const text = 'Id,Title,Parent,Comment\n1,A,,\n2,B,,\n3,C,1,Well.\n4,D,2,\n'
  const { plan } = await okBody(bring(text))
  assert.deepEqual(
    [counts(plan), plan.problems],
    [[1, 1, 1, 2, 0], [{ place: 'Row 5', message: 'Its parent was imported before and deleted since, so it becomes a task.' }]],
  )
  const [a, d] = await added()
  assert.deepEqual([a.title, a.subtasks[0][0], a.comments], ['A', 'C', ['Pam: On “C”:\n\nWell.']])
  assert.equal(d.title, 'D')
  assert.deepEqual(counts((await okBody(bring(text))).plan), [0, 0, 0, 4, 0])
})

test('the same file that two people, or two tabs, import at once is imported once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => bring(fixture('trello.json'))))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.equal(answers.filter(({ body }) => body.import !== null).length, 1)
  assert.equal((await added()).length, 2)
})

test('work that came finished without a date is done, and finished in no week, whatever is changed about it', async () => {
  const lastWeek = async () => (await okBody(pam(`GET /api/projects/${website}/progress/`))).at(-1)
  const before = await lastWeek()
  const rows = ['A,Done,,', 'B,Done,45996,', 'C,Done,soon,A', 'D,Done,2020-01-01,', 'E,To do,,']
  await okBody(bring(`Title,Status,Completed at,Parent\n${rows.join('\n')}\n`))
  // A itself does not count beside its subtask.
  const after = { ...before, scope: before.scope + 4, done: before.done + 3 }
  assert.deepEqual(await lastWeek(), after)
  const { results } = await okBody(pam(`GET /api/tasks/?project=${website}`))
  const b = results.find(({ title }: Named) => title === 'B')
  await okBody(pam(`PATCH /api/tasks/${b.id}/`, { title: 'B again', status: 'done' }))
  assert.deepEqual(await lastWeek(), after)
  await okBody(pam(`PATCH /api/tasks/${b.id}/`, { status: 'todo' }))
  await okBody(pam(`PATCH /api/tasks/${b.id}/`, { status: 'done' }))
  assert.deepEqual(await lastWeek(), { ...after, finished: after.finished + 1 })
})

test('each assignee is notified once, of their open work', async () => {
  await okBody(bring(`Title,Assignee,Status\n${'T,dev@acme.test,todo\n'.repeat(30)}Old,Dev,done\nMine,Pam,todo\n`))
  const messages = await query('select person_id::int, message, link from notifications')
  const message = 'Pam imported 30 tasks that are assigned to you into “Website”.'
  assert.deepEqual(messages, [{ person_id: people.dev.id, message, link: '/developer' }])
})

test('a file that is none is refused with a reason, never with 500', async () => {
  const refused = async (text: string, choices: object, field: string, message: RegExp) => {
    const { status, body } = await bring(text, choices)
    assert.deepEqual([status, Object.keys(body)], [400, [field]], JSON.stringify(body))
    assert.match(body[field][0], message)
  }
  await refused('{"cards":', {}, 'text', /malformed/)
  await refused('{"cards":[{"id":7}],"lists":[]}', {}, 'text', /no board .* cards\.0/)
  await refused('{"a":1}', {}, 'text', /no project that Asana/)
  await refused('[1]', {}, 'text', /no project that Asana/)
  await refused('{"data":[]}', { format: 'jira' }, 'format', /JSON/)
  await refused('Title\nA', { format: 'trello' }, 'format', /JSON/)
  await refused('Title', {}, 'text', /no rows/)
  await refused('Title\n"A', {}, 'text', /can't be read/)
  await refused(`Title\n${'A\n'.repeat(2001)}`, {}, 'text', /at most 2,000/)
  await refused(`Title${',x'.repeat(600)}\nA`, {}, 'text', /at most 500 columns/)
  await refused(`Title${',x'.repeat(299)}\n`.repeat(1800), {}, 'text', /at most 500,000 cells/)
  await refused(`Title,Labels\nA,"${'x,'.repeat(41_000)}"`, {}, 'text', /people and labels at most 40,000 times/)
  await refused(`Title${',Comment'.repeat(400)}\n${`A${',x'.repeat(400)}\n`.repeat(13)}`, {}, 'text', /at most 5,000 comments/)
  await refused('Title\n\u0000', {}, 'text', /no text/)
  await refused(' ', {}, 'text', /required/)
  await refused('x'.repeat(5_000_001), {}, 'text', /too large/)
  assert.equal((await bring('x'.repeat(10_000_001))).status, 413)
  let deep = '{"gid":"1","name":"x","subtasks":[]}'
  for (let n = 0; n < 40; n++) deep = `{"gid":"${n}","name":"x","subtasks":[${deep}]}`
  await refused(`{"data":[${deep}]}`, {}, 'text', /no project that Asana/)
  assert.deepEqual(await added(), [])
})

test('requests of others are answered while a large file is read', async () => {
  const answered: string[] = []
  const text = `Title${',Label'.repeat(498)}\n${`A${',x'.repeat(498)}\n`.repeat(1000)}`
  const large = preview(text).then(() => answered.push('preview'))
  await setTimeout(100)
  for (let i = 0; i < 5; i++) {
    await pam('GET /api/me/')
    answered.push('me')
  }
  await large
  assert.deepEqual(answered, ['me', 'me', 'me', 'me', 'me', 'preview'])
})

test('one file is read at a time, four of a workspace wait, and more are asked to come back', async (t) => {
  const isFull = Promise.withResolvers<void>()
  const { postMessage } = Worker.prototype
  t.mock.method(Worker.prototype, 'postMessage', async function (this: Worker, file: unknown) {
    await isFull.promise
    postMessage.call(this, file)
  })
  let refusals = 0
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answer = await preview('Title\nA')
      if (answer.status === 503 && ++refusals === 3) isFull.resolve()
      return answer
    }),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 503, 503, 503])
  for (const { status, headers } of answers) assert.equal(status === 503, 'retry-after' in headers)
})

test('a file that is read for too long is refused, and the next one is read', async (t) => {
  const isSent = Promise.withResolvers<void>()
  // @ts-expect-error Node's types don't know this one yet.
  t.mock.timers.enable({ apis: ['AbortSignal.timeout'] })
  const { mock } = t.mock.method(Worker.prototype, 'postMessage', () => isSent.resolve())
  const endless = preview('Title\nA')
  await isSent.promise
  t.mock.timers.tick(10_000)
  assert.deepEqual(outcome(await endless), [400, { text: ['This file takes too long to read. Split it.'] }])
  mock.restore()
  await okBody(preview('Title\nA'))
})

test('an address that would keep a search for its end busy for minutes costs nothing', async () => {
  const { people: named } = await okBody(preview(`Title,Assignee\nA,<${'@'.repeat(1_000_000)}\n`))
  assert.deepEqual(named, [{ name: `<${'@'.repeat(99)}`, count: 1, member: null }])
})

test('odd texts are cleaned, and circles of parents end', async () => {
  const card = { id: 'c', idList: 'l', name: 'A\u0000\u202e\nB', desc: '\ud800x\u0001' }
  await okBody(
    bring(JSON.stringify({ lists: [{ id: 'l', name: '__proto__' }], cards: [card, { ...card, id: 'd', name: ' \u200b' }] })),
  )
  const [odd] = await added()
  assert.deepEqual([odd.title, odd.description], ['A B', '\ufffdx'])
  const { plan } = await okBody(bring('Id,Title,Parent\n1,X,2\n2,Y,1\n3,Z,3\n'))
  assert.deepEqual(counts(plan), [3, 0, 0, 0, 0])
})

test('nobody but the manager of the project imports, and no stranger sends much', async () => {
  const text = 'Title\nA\n'
  for (const [who, status] of [
    [ann, 403],
    [max, 404],
    [dev, 403],
    [as(null), 401],
  ] as const)
    assert.equal((await who(importPath, { text })).status, status)
  const large = { text: `Title\n${'x'.repeat(100_000)}` }
  assert.deepEqual(outcome(await as(null)(importPath, large)), [401, { detail: 'Authentication credentials were not provided.' }])
  const stale = as(null, { headers: { cookie: 'access=stale' } })
  assert.equal((await stale(importPath, large)).body.code, 'token_not_valid')
  await query('update projects set is_active = false where id = 1')
  try {
    for (const path of [importPath, `${importPath}preview/`])
      assert.deepEqual(outcome(await pam(path, { text })), [400, { detail: 'Project is inactive.' }])
  } finally {
    await query('update projects set is_active = true where id = 1')
  }
})

test('the list of imports says who, when and how many', async () => {
  await okBody(bring(fixture('trello.json'), { file_name: 'board.json' }))
  const { count, results } = await okBody(pam(`GET /api/projects/${website}/imports/`))
  const [{ id, created_at, ...shown }] = results
  assert.ok(id && created_at)
  assert.deepEqual(
    [count, shown],
    [
      1,
      {
        project: website,
        format: 'trello',
        file_name: 'board.json',
        author: { id: people.pam.id, full_name: 'Pam' },
        tasks: 2,
        subtasks: 2,
        comments: 2,
        undone_at: null,
      },
    ],
  )
})
