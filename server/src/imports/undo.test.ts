// @sampled
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { examples } from '../testing/sampling.ts'
import { okBody, outcome, people, projects, testApp } from '../testing/world.ts'
import { fixture, importer } from './testing.ts'

const app = await testApp({ RATE_LIMIT: '0' })
const { as, query, runWhileLocked } = app
const { bring: send, clear } = importer(app)
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects
const notFound = [404, { detail: 'Not found.' }]

beforeEach(clear)

const bring = async (text: string, choices: object = {}) => okBody(send(text, { date_order: 'mdy', ...choices }))
const undo = (id: number) => pam(`POST /api/imports/${id}/undo/`)
const restore = (id: number) => pam(`POST /api/imports/${id}/restore/`)
const changes = async (id: number) => okBody(pam(`GET /api/imports/${id}/changes/`))

/** Every row of the project's work. Versions count changes, and an undo is one. */
async function work() {
  const [rows] = await query(
    `select
       (select json_agg(to_jsonb(t) - 'version' - 'changed_at' - 'search' order by t.id) from tasks t) as tasks,
       (select json_agg(to_jsonb(s) - 'search' order by s.id) from subtasks s) as subtasks,
       (select json_agg(to_jsonb(c) - 'search' order by c.id) from comments c) as comments,
       (select json_agg(l order by l.task_id, l.label_id) from task_labels l) as labels,
       (select json_agg(to_jsonb(r) - 'version' order by r.project_id, r.format, r.external_id) from imported_rows r) as rows`,
  )
  return rows
}

test('an undo takes everything that an import has created, and can itself be taken back', async () => {
  for (const name of ['trello.json', 'asana.csv', 'jira.csv']) {
    const before = await work()
    const { import: made } = await bring(fixture(name))
    const after = await work()
    assert.notDeepEqual(after, before)
    assert.deepEqual(outcome(await undo(made.id)), [204, undefined])
    assert.deepEqual(await work(), before)
    const { results } = await okBody(pam(`GET /api/projects/${website}/imports/`))
    assert.ok(results[0].undone_at)
    assert.deepEqual(await okBody(restore(made.id)), made)
    assert.deepEqual(await work(), after)
    assert.deepEqual(await changes(made.id), { changed: [], changed_count: 0, deleted_count: 0 })
    await clear()
  }
})

test('an undo happens once, and is taken back once, by the same person and within a minute', async () => {
  const { import: made } = await bring('Title\nA')
  assert.deepEqual(outcome(await restore(made.id)), notFound)
  await okBody(undo(made.id))
  assert.deepEqual(outcome(await undo(made.id)), notFound)
  await query(`update trash set deleted_by = $1`, people.max.id)
  assert.deepEqual(outcome(await restore(made.id)), notFound)
  await query(`update trash set deleted_by = $1, deleted_at = now() - interval '61 seconds'`, people.pam.id)
  assert.deepEqual(outcome(await restore(made.id)), notFound)
  await query(`update trash set deleted_at = now()`)
  await okBody(restore(made.id))
  assert.deepEqual(outcome(await restore(made.id)), notFound)
})

test('of two who undo at once, one does', async () => {
  const { import: made } = await bring(fixture('trello.json'))
  const { answers } = await runWhileLocked(
    `select from imports for update`,
    () => undo(made.id),
    () => undo(made.id),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404])
})

test('what was changed, added or deleted since is listed, goes with the undo, and comes back', async () => {
  const { import: made } = await bring('Title\nA\nB\nC\n')
  const { results } = await okBody(pam(`GET /api/tasks/?project=${website}`))
  const [a, b, c] = ['A', 'B', 'C'].map((title) => results.find((each: { title: string }) => each.title === title).id)
  assert.deepEqual(await changes(made.id), { changed: [], changed_count: 0, deleted_count: 0 })
  await okBody(pam(`PATCH /api/tasks/${a}/`, { status: 'done' }))
  await okBody(pam('POST /api/subtasks/', { task: b, title: 'By hand' }))
  await okBody(pam(`DELETE /api/tasks/${c}/`))
  const changed = [
    { id: a, title: 'A' },
    { id: b, title: 'B' },
  ]
  assert.deepEqual(await changes(made.id), { changed, changed_count: 2, deleted_count: 1 })
  const before = await work()
  await okBody(undo(made.id))
  assert.equal((await pam(`GET /api/tasks/${b}/`)).status, 404)
  await okBody(restore(made.id))
  assert.deepEqual(await work(), before)
  assert.deepEqual(await changes(made.id), { changed, changed_count: 2, deleted_count: 1 })
})

test('subtasks and comments that an import added to the tasks of another go alone', async () => {
  const { import: first } = await bring('Id,Title,Parent,Comment\n1,A,,\n')
  const between = await work()
  const { import: second } = await bring('Id,Title,Parent,Comment\n1,A,,\n2,B,1,Well.\n')
  assert.deepEqual([second.tasks, second.subtasks, second.comments], [0, 1, 1])
  const after = await work()
  await okBody(undo(second.id))
  assert.deepEqual(await work(), between)
  await okBody(restore(second.id))
  assert.deepEqual(await work(), after)
  assert.equal((await changes(second.id)).changed_count, 0)
  assert.equal((await changes(first.id)).changed_count, 1)
  // With their task gone, they stay away.
  await okBody(undo(second.id))
  await okBody(undo(first.id))
  await okBody(restore(second.id))
  assert.equal((await query('select from subtasks where title = $1', 'B')).length, 0)
})

test('rows that were imported again meanwhile do not come twice', async () => {
  const { import: made } = await bring('Title\nA')
  await okBody(undo(made.id))
  assert.equal((await bring('Title\nA')).plan.tasks, 1)
  assert.deepEqual(outcome(await restore(made.id)), [400, { detail: 'The same rows have been imported again.' }])
})

test('work comes back unassigned where its assignee has left, and without labels that are gone', async () => {
  const { import: made } = await bring('Title,Assignee,Labels\nA,Dev,Passing\n')
  const { id } = await okBody(ann('POST /api/labels/', { name: 'Passing' }))
  const [task] = await query(`select id::float8 from tasks where title = 'A'`)
  await okBody(pam(`PATCH /api/tasks/${task?.id}/`, { label_ids: [id] }))
  await okBody(undo(made.id))
  await okBody(ann(`DELETE /api/labels/${id}/`))
  await query('delete from members where project_id = $1 and person_id = $2', website, people.dev.id)
  try {
    await okBody(restore(made.id))
    const { assigned_to, labels } = await okBody(pam(`GET /api/tasks/${task?.id}/`))
    assert.deepEqual([assigned_to, labels], [null, []])
  } finally {
    await query(
      `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
      website,
      people.dev.id,
    )
  }
})

test('an assignee is told once that subtasks went, and once that they are back', async () => {
  const { import: made } = await bring('Id,Title,Parent,Assignee\n1,A,,\n2,B,1,Dev\n3,C,1,Dev\n')
  const rows = await query(`select number, title from subtasks where title in ('B', 'C') order by title`)
  const [b, c] = rows.map(({ number, title }) => `WEB-${number} “${title}”`)
  await query('delete from notifications')
  await okBody(undo(made.id))
  await okBody(restore(made.id))
  const messages = await query('select person_id::int, message from notifications order by id')
  assert.deepEqual(messages, [
    { person_id: people.dev.id, message: `Pam took the subtasks ${b} and ${c} in “Website” from you.` },
    { person_id: people.dev.id, message: `Pam assigned you the subtasks ${b} and ${c} in “Website”.` },
  ])
})

test('nobody but the manager of the project undoes an import', async () => {
  const { import: made } = await bring('Title\nA')
  for (const [who, status] of [
    [ann, 403],
    [max, 404],
    [dev, 403],
    [as('gil'), 404],
  ] as const)
    assert.equal((await who(`POST /api/imports/${made.id}/undo/`)).status, status)
})

const word = fc.constantFrom(
  'A',
  'B',
  'Done',
  '7',
  'ö',
  '“x”',
  '',
  ' ',
  'Dev',
  'dev@acme.test',
  'Design',
  '3/4/2030',
  '2030-01-31',
)
const text = fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) })
const stored = text.map((each) => each.toWellFormed().replaceAll('\u0000', ''))
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const heads = ['Title', 'Description', 'Assignee', 'Due', 'Status', 'Priority', 'Labels', 'Parent', 'Estimate', 'Comment']
const rows = fc.array(fc.array(stored, { minLength: heads.length, maxLength: heads.length }), { minLength: 1, maxLength: 8 })
const table = fc
  .tuple(rows, fc.boolean())
  .map(([cells, hasIds]) =>
    [[...heads, ...(hasIds ? ['Id'] : [])], ...cells.map((row, n) => [...row, ...(hasIds ? [String(n % 5)] : [])])]
      .map((row) => row.map(quoted).join(','))
      .join('\n'),
  )
const id = fc.constantFrom('1', '2', '3', '4', '5')
const board = fc
  .record({
    lists: fc.constant([
      { id: '1', name: 'To do' },
      { id: '2', name: 'Done' },
    ]),
    cards: fc.array(
      fc.record({
        id,
        name: text,
        desc: text,
        idList: fc.constantFrom('1', '2'),
        closed: fc.boolean(),
        dueComplete: fc.boolean(),
        due: fc.constantFrom(null, '2030-01-01T00:00:00.000Z', 'soon'),
        labels: fc.array(fc.record({ name: text }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    checklists: fc.array(
      fc.record({
        idCard: id,
        checkItems: fc.array(fc.record({ id: fc.uuid(), name: text, state: fc.constantFrom('complete', 'incomplete') }), {
          maxLength: 3,
        }),
      }),
      { maxLength: 3 },
    ),
    actions: fc.array(
      fc.record({
        type: fc.constantFrom('commentCard', 'updateCard'),
        date: fc.constantFrom('2026-03-14T15:30:00.000Z', 'once'),
        data: fc.record({ text, card: fc.record({ id }) }),
      }),
      { maxLength: 4 },
    ),
  })
  .map((value) => JSON.stringify(value))

test('whatever the file: importing it twice equals once, the dry run tells the truth, and an undo leaves nothing', async () => {
  let imported = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(table, board), async (file) => {
      await clear()
      const before = await work()
      const answer = await pam(`POST /api/projects/${website}/imports/`, { text: file, date_order: 'mdy' })
      if (answer.status === 400) return assert.deepEqual(await work(), before)
      const { import: made, plan } = await okBody(Promise.resolve(answer))
      const once = await work()
      const countOf = (name: string, rows: Record<string, unknown> | undefined) => ((rows?.[name] ?? []) as unknown[]).length
      for (const name of ['tasks', 'subtasks', 'comments'])
        assert.equal(countOf(name, once) - countOf(name, before), plan[name], name)
      const again = await bring(file)
      assert.deepEqual([again.import, again.plan.known], [null, plan.tasks + plan.subtasks])
      assert.deepEqual(await work(), once)
      if (!made) return undefined
      imported++
      await okBody(undo(made.id))
      assert.deepEqual(await work(), before)
      await okBody(restore(made.id))
      return assert.deepEqual(await work(), once)
    }),
    examples({ sample: 15, whole: 150 }),
  )
  assert.ok(imported > 3, `Only ${imported} files had something in them.`)
})
