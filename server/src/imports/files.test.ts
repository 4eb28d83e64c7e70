// What an import understands of the files of each tool, and of tables in general.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { labels, okBody, outcome, people, testApp } from '../testing/world.ts'
import { counts, fixture, importer, type Named } from './testing.ts'

const app = await testApp({ RATE_LIMIT: '0' })
const { query } = app
const { preview, bring, clear, added } = importer(app)

beforeEach(clear)

test('a board of Trello: cards become tasks, lists their status, checklists subtasks, and comments keep their authors in the text', async () => {
  const plan = await okBody(preview(fixture('trello.json')))
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

  const done = await okBody(bring(fixture('trello.json'), { file_name: 'board.json' }))
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
    await okBody(bring(fixture('trello.json')))
    assert.equal((await added())[0].due_date, '2026-04-01')
  } finally {
    await query(`update tenants set timezone = 'UTC' where id = 1`)
  }
})

test('a table of Asana: sections become statuses, parents are found by their titles, deeper levels move up', async () => {
  const plan = await okBody(preview(fixture('asana.csv')))
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
  await okBody(bring(fixture('asana.csv')))
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
  const first = await okBody(bring(fixture('asana.json')))
  assert.deepEqual([first.plan.format, counts(first.plan)], ['asana', [1, 1, 0, 0, 0]])
  const second = await okBody(bring(fixture('asana.csv')))
  assert.deepEqual(counts(second.plan), [1, 2, 0, 2, 0])
  const copy = (await added()).find(({ title }: Named) => title === 'Write the copy')
  assert.deepEqual(
    copy.subtasks.map(([title]: string[]) => title),
    ['About us', 'Contact', 'Address and map'],
  )
})

test('a table of Jira: sub-tasks become subtasks, issues of epics tasks, seconds hours, and accounts names', async () => {
  const plan = await okBody(preview(fixture('jira.csv')))
  assert.deepEqual([plan.format, counts(plan), plan.problems], ['jira', [2, 1, 3, 0, 0], []])
  await okBody(bring(fixture('jira.csv')))
  // An issue that has moved to another project has another key there.
  assert.deepEqual(counts(await okBody(preview(fixture('jira.csv').replaceAll('WEB-', 'APP-')))), [0, 0, 0, 3, 0])
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
  const guessed = await okBody(preview(text))
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
  await okBody(bring(text, { columns }))
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
  const plan = await okBody(preview(text))
  assert.deepEqual(plan.dates, { order: null, example: '03/04/2099' })
  const refused = [400, { date_order: ['Choose how dates such as 03/04/2099 are meant.'] }]
  assert.deepEqual(outcome(await bring(text)), refused)
  assert.deepEqual(await added(), [])
  const dueDates = async (choices: object, its = text) => {
    const { examples } = await okBody(preview(its, choices))
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
    (await okBody(preview(text))).statuses.map(({ status }: { status: string }) => status),
    ['todo', 'done'],
  )
  await okBody(bring(text, { statuses: [{ name: 'Parking lot', status: 'in_progress' }] }))
  assert.deepEqual(
    (await added()).map(({ status }: Named) => status),
    ['in_progress', 'done'],
  )
})

test('what cannot be kept is reported row by row, and the rest is imported', async () => {
  const long = 'x'.repeat(300)
  const text = `Title,Due,Priority,Parent,Assignee\n${long},soon,whenever,,Max\n,2099-01-01,,,\nC,2099-02-30,,Nowhere,Deb\n`
  const plan = await okBody(preview(text))
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
  await okBody(bring(text))
  const [first] = await added()
  assert.deepEqual([[...first.title].length, first.description.includes(long), first.assigned_to], [255, true, null])
})
