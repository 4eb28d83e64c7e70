import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, test } from 'node:test'
import { type Answer, labels, outcome, people, projects, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects

beforeEach(async () => {
  await query('delete from imports')
  await query('delete from notifications')
  await query(`delete from tasks where id <> all($1)`, Object.values(tasks))
})

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
const call = `POST /api/projects/${website}/imports/`
const preview = (text: string, choices: object = {}) => pam(`${call}preview/`, { text, ...choices })
const bring = (text: string, choices: object = {}) => pam(call, { text, ...choices })
async function ok(answer: Promise<Answer>) {
  const { status, body } = await answer
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}

type Named = { title: string; [field: string]: unknown }
/** The tasks that an import has added, without what every row has. */
async function added() {
  const { results } = await ok(pam(`GET /api/tasks/?project=${website}`))
  return results
    .filter(({ id }: { id: number }) => id !== tasks.home_page)
    .map(({ title, description, status, priority, due_date, assigned_to, labels: its, subtasks, comments }: never) => ({
      ...{ title, description, status, priority, due_date, assigned_to: (assigned_to as Named | null)?.full_name ?? null },
      labels: (its as { name: string }[]).map(({ name }) => name),
      subtasks: (subtasks as Named[]).map((each) => [
        each.title,
        each.status,
        each.due_date,
        each.estimated_hours,
        (each.assigned_to as Named | null)?.full_name ?? null,
      ]),
      comments: (comments as { text: string; author_name: string }[]).map(({ text, author_name }) => `${author_name}: ${text}`),
    }))
}
const counts = ({ tasks, subtasks, comments, known, left_out }: Record<string, number>) => [
  tasks,
  subtasks,
  comments,
  known,
  left_out,
]

test('a board of Trello: cards become tasks, lists their status, checklists subtasks, and comments keep their authors in the text', async () => {
  const plan = await ok(preview(fixture('trello.json')))
  assert.deepEqual([plan.format, counts(plan)], ['trello', [2, 2, 2, 0, 0]])
  assert.deepEqual(plan.statuses, [
    { name: 'Backlog', count: 1, status: 'todo' },
    { name: 'Doing', count: 1, status: 'in_progress' },
  ])
  assert.deepEqual(plan.people, [{ name: 'Dev', count: 3, member: { id: people.dev.id, full_name: 'Dev' } }])
  assert.deepEqual(plan.labels, [
    { name: 'Design', count: 1, label: { id: labels.design, name: 'Design' } },
    { name: 'Urgent', count: 1, label: null },
    { name: 'green', count: 1, label: null },
  ])
  assert.deepEqual(plan.notes, [
    '2 archived cards are left out.',
    'Where a card has several members, the first of them in the project gets the task.',
    'Comments are added in your name, and begin with who wrote them and when.',
  ])
  assert.deepEqual(plan.problems, [])
  assert.deepEqual(await added(), [])

  const done = await ok(bring(fixture('trello.json'), { file_name: 'board.json' }))
  assert.deepEqual(done.plan, plan)
  assert.deepEqual(await added(), [
    {
      title: 'Choose a typeface',
      description: '',
      status: 'done',
      priority: 'medium',
      due_date: '2026-03-31',
      assigned_to: 'Dev',
      labels: [],
      subtasks: [],
      comments: [],
    },
    {
      title: 'Draw the header',
      description: 'In **three** variants.\n\nSee the brief.',
      status: 'in_progress',
      priority: 'medium',
      due_date: null,
      assigned_to: 'Dev',
      labels: ['Design'],
      subtasks: [
        ['With a picture', 'done', null, null, null],
        ['With a menu', 'todo', '2099-04-01', null, 'Dev'],
      ],
      comments: [
        'Pam: Olga Outside wrote on 13 Mar 2026, 09:00:\n\nPlease make three variants.',
        'Pam: Dev wrote on 14 Mar 2026, 15:30:\n\nTwo of them look best.',
      ],
    },
  ])
})

test('moments are days in the time zone of the workspace', async () => {
  await query(`update tenants set timezone = 'Europe/Berlin' where id = 1`)
  try {
    await ok(bring(fixture('trello.json')))
    assert.equal((await added())[0].due_date, '2026-04-01')
  } finally {
    await query(`update tenants set timezone = 'UTC' where id = 1`)
  }
})

test('a table of Asana: sections become statuses, parents are found by their titles, deeper levels move up', async () => {
  const plan = await ok(preview(fixture('asana.csv')))
  assert.deepEqual([plan.format, counts(plan), plan.problems], ['asana', [2, 3, 0, 0, 0], []])
  assert.deepEqual(
    plan.people.map(({ name, member }: { name: string; member: Named | null }) => [name, member?.full_name]),
    [
      ['dev@acme.test', 'Dev'],
      ['Olga Outside', undefined],
    ],
  )
  assert.deepEqual(plan.notes, [
    '1 subtask of a subtask moves up to the task.',
    '1 subtask has labels. They are left out: a subtask shows those of its task.',
  ])
  await ok(bring(fixture('asana.csv')))
  const [copy, lawyers] = await added()
  assert.deepEqual(
    [copy.status, copy.priority, copy.due_date, copy.assigned_to, copy.labels, copy.description],
    ['in_progress', 'high', '2099-03-01', 'Dev', ['Design'], 'For all pages.\nShort sentences.'],
  )
  assert.deepEqual(copy.subtasks, [
    ['About us', 'done', '2026-02-08', 1.5, null],
    ['Contact', 'todo', null, null, null],
    ['Address and map', 'todo', null, null, null],
  ])
  assert.equal(lawyers.status, 'done')
  const [{ done_at } = {}] = await query(`select done_at::text from tasks where title = 'Ask the lawyers'`)
  assert.match(String(done_at), /^2026-02-12 12:00/)
})

test('the JSON and the table of one project of Asana name the same rows', async () => {
  const first = await ok(bring(fixture('asana.json')))
  assert.deepEqual([first.plan.format, counts(first.plan)], ['asana', [1, 1, 0, 0, 0]])
  const second = await ok(bring(fixture('asana.csv')))
  assert.deepEqual(counts(second.plan), [1, 2, 0, 2, 0])
  const copy = (await added()).find(({ title }: Named) => title === 'Write the copy')
  assert.deepEqual(
    copy.subtasks.map(([title]: string[]) => title),
    ['About us', 'Contact', 'Address and map'],
  )
})

test('a table of Jira: sub-tasks become subtasks, issues of epics tasks, seconds hours, and accounts names', async () => {
  const plan = await ok(preview(fixture('jira.csv')))
  assert.deepEqual([plan.format, counts(plan), plan.problems], ['jira', [2, 1, 3, 0, 0], []])
  await ok(bring(fixture('jira.csv')))
  // An issue that has moved to another project has another key there.
  assert.deepEqual(counts(await ok(preview(fixture('jira.csv').replaceAll('WEB-', 'APP-')))), [0, 0, 0, 3, 0])
  const [epic, story] = await added()
  assert.deepEqual([epic.title, epic.status, epic.subtasks], ['Relaunch', 'in_progress', []])
  assert.deepEqual(
    [story.status, story.priority, story.due_date, story.labels],
    ['in_progress', 'high', '2099-04-20', ['Design']],
  )
  assert.match(story.description, /^h2\. Why\n\nPeople \*give up\*, at the third field; see WEB-1\.$/)
  assert.deepEqual(story.subtasks, [['Messages below fields', 'done', null, 2, 'Dev']])
  assert.deepEqual(story.comments, [
    'Pam: Pam wrote on 14/Mar/26 2:15 PM:\n\nLooks good; ship it',
    'Pam: Somebody wrote on 15/Mar/26 8:00 AM:\n\nAnd the phone?',
    'Pam: On “Messages below fields”, Dev wrote on 10/Mar/26 4:00 PM:\n\nDone in both languages.',
  ])
})

test('the columns of any table are guessed by their names, and can be chosen', async () => {
  const text = '\ufeffAufgabe;Notes;Owner;Deadline\r\nPaint;The walls;DEV@acme.test;2099-01-31\r\n\r\nClean;;Dév;31.12.2099\r\n'
  const guessed = await ok(preview(text))
  assert.deepEqual(
    guessed.columns.map(({ name, field }: { name: string; field: string }) => [name, field]),
    [
      ['Aufgabe', null],
      ['Notes', 'description'],
      ['Owner', 'assignee'],
      ['Deadline', 'due_date'],
    ],
  )
  assert.deepEqual([counts(guessed), guessed.notes], [[0, 0, 0, 0, 2], ['Choose the column that has the titles.']])
  const columns = ['title', 'description', 'assignee', 'due_date']
  await ok(bring(text, { columns }))
  const rows = await added()
  assert.deepEqual(
    rows.map(({ title, description, due_date, assigned_to }: Named) => [title, description, due_date, assigned_to]),
    [
      ['Paint', 'The walls', '2099-01-31', 'Dev'],
      ['Clean', '', '2099-12-31', 'Dev'],
    ],
  )
})

test('where dates leave the order of day and month open, the importer is asked', async () => {
  const text = 'Title,Due\nA,03/04/2099\nB,1/1/2099\n'
  const plan = await ok(preview(text))
  assert.deepEqual(plan.dates, { order: null, example: '03/04/2099' })
  const refused = [400, { date_order: ['Choose how dates such as 03/04/2099 are meant.'] }]
  assert.deepEqual(outcome(await bring(text)), refused)
  assert.deepEqual(await added(), [])
  const dueDates = async (choices: object, its = text) => {
    const { examples } = await ok(preview(its, choices))
    return examples.map(({ due_date }: Named) => due_date)
  }
  assert.deepEqual(await dueDates({ date_order: 'mdy' }), ['2099-03-04', '2099-01-01'])
  assert.deepEqual(await dueDates({ date_order: 'dmy' }), ['2099-04-03', '2099-01-01'])
  // One date that can be read in one order only tells how the others are meant.
  assert.deepEqual(await dueDates({}, `${text}C,25/12/2099\n`), ['2099-04-03', '2099-01-01', '2099-12-25'])
  assert.deepEqual(await dueDates({}, `${text}C,12/25/2099\n`), ['2099-03-04', '2099-01-01', '2099-12-25'])
})

test('statuses can be mapped', async () => {
  const text = 'Title,Status\nA,Parking lot\nB,Done\n'
  assert.deepEqual(
    (await ok(preview(text))).statuses.map(({ status }: { status: string }) => status),
    ['todo', 'done'],
  )
  await ok(bring(text, { statuses: [{ name: 'Parking lot', status: 'in_progress' }] }))
  assert.deepEqual(
    (await added()).map(({ status }: Named) => status),
    ['in_progress', 'done'],
  )
})

test('what cannot be kept is reported row by row, and the rest is imported', async () => {
  const long = 'x'.repeat(300)
  const text = `Title,Due,Priority,Parent,Assignee\n${long},soon,whenever,,Max\n,2099-01-01,,,\nC,2099-02-30,,Nowhere,Deb\n`
  const plan = await ok(preview(text))
  assert.deepEqual(
    plan.problems.map(({ place, message }: { place: string; message: string }) => `${place}: ${message}`),
    [
      'Row 3: It has no title, so it is left out.',
      'Row 2: Its title is too long. All of it is in the description.',
      'Row 2: “whenever” is no priority that we know, so it is medium.',
      'Row 2: “soon” is no date, so it has no due date.',
      'Row 4: Its parent is not in the file, so it becomes a task.',
      'Row 4: “2099-02-30” is no date, so it has no due date.',
    ],
  )
  assert.deepEqual([plan.problem_count, counts(plan)], [6, [2, 0, 0, 0, 1]])
  // Max and Deb work here, but not in this project.
  assert.deepEqual(
    plan.people.map(({ name, member }: { name: string; member: unknown }) => [name, member]),
    [
      ['Max', null],
      ['Deb', null],
    ],
  )
  await ok(bring(text))
  const [first] = await added()
  assert.deepEqual([[...first.title].length, first.description.includes(long), first.assigned_to], [255, true, null])
})

test('importing a file again changes nothing', async () => {
  for (const name of ['trello.json', 'asana.csv', 'jira.csv']) {
    const first = await ok(bring(fixture(name)))
    const before = await added()
    const again = await ok(bring(fixture(name)))
    const { tasks: t, subtasks: s, known } = again.plan
    assert.deepEqual([again.import, t, s, known], [null, 0, 0, first.plan.tasks + first.plan.subtasks], name)
    assert.deepEqual(await added(), before, name)
  }
})

test('equal rows without ids are told apart by their position among each other', async () => {
  const text = 'Title\nA\nA\nB\n'
  await ok(bring(text))
  assert.deepEqual(counts((await ok(bring(text))).plan), [0, 0, 0, 3, 0])
  assert.deepEqual(counts((await ok(bring(`${text}A\nC\n`))).plan), [2, 0, 0, 3, 0])
})

test('a row that was deleted since stays away, and new subtasks find the tasks of earlier imports', async () => {
  await ok(bring('Id,Title,Parent\n1,A,\n2,B,\n'))
  const { results } = await ok(pam(`GET /api/tasks/?project=${website}`))
  const idOf = (title: string) => results.find((each: Named) => each.title === title).id
  await pam(`DELETE /api/tasks/${idOf('B')}/`)
  const text = 'Id,Title,Parent,Comment\n1,A,,\n2,B,,\n3,C,1,Well.\n4,D,2,\n'
  const { plan } = await ok(bring(text))
  assert.deepEqual(
    [counts(plan), plan.problems],
    [[1, 1, 1, 2, 0], [{ place: 'Row 5', message: 'Its parent was imported before and deleted since, so it becomes a task.' }]],
  )
  const [a, d] = await added()
  assert.deepEqual([a.title, a.subtasks[0][0], a.comments], ['A', 'C', ['Pam: On “C”:\n\nWell.']])
  assert.equal(d.title, 'D')
  assert.deepEqual(counts((await ok(bring(text))).plan), [0, 0, 0, 4, 0])
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

test('each assignee is notified once, of their open work', async () => {
  await ok(bring(`Title,Assignee,Status\n${'T,dev@acme.test,todo\n'.repeat(30)}Old,Dev,done\nMine,Pam,todo\n`))
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
  await refused('Title\n\u0000', {}, 'text', /no text/)
  await refused(' ', {}, 'text', /required/)
  await refused('x'.repeat(5_000_001), {}, 'text', /too large/)
  assert.equal((await bring('x'.repeat(10_000_001))).status, 413)
  let deep = '{"gid":"1","name":"x","subtasks":[]}'
  for (let n = 0; n < 40; n++) deep = `{"gid":"${n}","name":"x","subtasks":[${deep}]}`
  await refused(`{"data":[${deep}]}`, {}, 'text', /no project that Asana/)
  assert.deepEqual(await added(), [])
})

test('odd texts are cleaned, and circles of parents end', async () => {
  const card = { id: 'c', idList: 'l', name: 'A\u0000\u202e\nB', desc: '\ud800x\u0001' }
  await ok(
    bring(JSON.stringify({ lists: [{ id: 'l', name: '__proto__' }], cards: [card, { ...card, id: 'd', name: ' \u200b' }] })),
  )
  const [odd] = await added()
  assert.deepEqual([odd.title, odd.description], ['A B', '\ufffdx'])
  const { plan } = await ok(bring('Id,Title,Parent\n1,X,2\n2,Y,1\n3,Z,3\n'))
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
    assert.equal((await who(call, { text })).status, status)
  const large = { text: `Title\n${'x'.repeat(100_000)}` }
  assert.deepEqual(outcome(await as(null)(call, large)), [401, { detail: 'Authentication credentials were not provided.' }])
  const stale = as(null, { headers: { cookie: 'access=stale' } })
  assert.equal((await stale(call, large)).body.code, 'token_not_valid')
  await query('update projects set is_active = false where id = 1')
  try {
    for (const path of [call, `${call}preview/`])
      assert.deepEqual(outcome(await pam(path, { text })), [400, { detail: 'Project is inactive.' }])
  } finally {
    await query('update projects set is_active = true where id = 1')
  }
})

test('the list of imports says who, when and how many', async () => {
  await ok(bring(fixture('trello.json'), { file_name: 'board.json' }))
  const { count, results } = await ok(pam(`GET /api/projects/${website}/imports/`))
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
