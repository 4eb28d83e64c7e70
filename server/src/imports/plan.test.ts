// The plans of tables, without a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportField } from 'contract'
import { planImport } from './plan.ts'
import { bounded } from './source.ts'
import { readTable } from './table.ts'
import { numbered } from './tree.ts'

const members = ['Ada', 'Petra', 'Rolf'].map((full_name, index) => ({
  id: index + 1,
  full_name,
  email: `${full_name.toLowerCase()}@acme.test`,
}))
const labels = ['research, design', 'research', 'urgent', 'a;b;c', 'UI/UX'].map((name, index) => ({ id: index + 1, name }))

type Options = {
  timezone?: string
  columns?: (ImportField | null)[]
  statuses?: { name: string; status: 'todo' | 'in_progress' | 'done' }[]
}

function plan(text: string, { timezone = 'UTC', columns, statuses = [] }: Options = {}) {
  const source = bounded(readTable(text, { columns }))
  return planImport(source, numbered(source), { statuses }, { timezone, members, labels, known: new Map() })
}
const drafts = (text: string, options?: Options) => plan(text, options).drafts
const messages = (text: string) => plan(text).plan.problems.map(({ place, message }) => `${place}: ${message}`)
const tableOf = (...rows: string[]) => `${rows.join('\n')}\n`

test('the category of a status, a resolution and a date of completion count in every language', () => {
  const head = 'Summary,Issue key,Issue id,Status,Status Category,Resolution,Resolved'
  const rows = ['Erledigt', 'Approved', 'Terminé', '完了', 'Parkplatz', 'Freigegeben'].map(
    (status, index) => `T,W-${index},1000${index},${status},Done,,10/Mar/26 4:30 PM`,
  )
  for (const { status, done_at } of drafts(tableOf(head, ...rows)))
    assert.deepEqual([status, done_at], ['done', '2026-03-10T12:00:00.000Z'])
  const one = (columns: string, cells: string) => drafts(tableOf(`Title,${columns}`, `T,${cells}`))[0]?.status
  const right: [columns: string, cells: string, status: string][] = [
    ['Status,Status Category', 'Freigegeben,Fertig', 'done'],
    ['Status,Status Category', 'Done,In Progress', 'in_progress'],
    ['Status,Status Category', 'Approved,To Do', 'todo'],
    ['Status,Status Category', 'Approved,indeterminate', 'in_progress'],
    ['Status,Status Category', 'Approved,À faire', 'todo'],
    ['Status,Status Category', 'Doing,Eigene', 'in_progress'],
    ['Status,statusCategory', 'Approved,done', 'done'],
    ['State,State Type', 'Parked,started', 'in_progress'],
    ['State,state_group', 'Parked,cancelled', 'done'],
    ['Status,Status Category,Resolved', 'Reopened,In Progress,10/Mar/26 4:30 PM', 'in_progress'],
    ['Status,Resolved', 'Freigegeben,10/Mar/26 4:30 PM', 'done'],
    ['Status,Resolution', 'Freigegeben,Behoben', 'done'],
    ['Status,Resolution', 'Freigegeben,Fixed', 'done'],
    ['Status,Resolution', "Freigegeben,Won't Do", 'done'],
    ['Status,Resolution', 'Freigegeben,Unresolved', 'todo'],
    ['Status,Resolution', 'In Arbeit,Nicht erledigt', 'in_progress'],
    ['Status,Resolution', 'In Arbeit,', 'in_progress'],
    ['State,State Reason', 'X,NOT_PLANNED', 'done'],
    ['Completed', 'TRUE', 'done'],
    ['Done', 'x', 'done'],
    ['Done', 'No', 'todo'],
    ['Status Category', 'Done', 'done'],
    ['Progress', '45%', 'in_progress'],
  ]
  for (const [columns, cells, status] of right) assert.equal(one(columns, cells), status, `${columns}: ${cells}`)
  for (const column of `Completed At,completed_at,completedAt,Completed On,Completion Date,Date Completed,Completed Date,CompletedDate,Closed At,closed_at,
    Closed At (UTC),Closed Date,Closed on,Closed,Resolved,Resolved At,resolutiondate,Resolution Date,Done At,Done on,Finished At,Finished on,Actual Finish,
    Completed,Date Closed,Date done`.split(/,\s*/)) {
    const [draft] = drafts(tableOf(`Title,${column}`, 'T,2026-03-10'))
    assert.deepEqual([draft?.status, draft?.done_at], ['done', '2026-03-10T12:00:00.000Z'], column)
  }
  assert.equal(one('Completion date', '2099-01-01'), 'todo')
  const chosen = drafts(tableOf('Title,Status,Status Category', 'T,Approved,Done'), {
    statuses: [{ name: 'Approved', status: 'todo' }],
  })
  assert.equal(chosen[0]?.status, 'todo')
})

test('finished work without a readable date has none, and an unreadable one is reported', () => {
  const text = tableOf(
    'Title,Status,Completed at',
    'A,Done,',
    'B,Done,45996',
    'C,Done,soon',
    'D,Done,2026-02-30',
    'E,Done,2026-03-10',
    'F,Done,yes',
  )
  assert.deepEqual(
    drafts(text).map(({ status, done_at }) => [status, done_at]),
    [null, null, null, null, '2026-03-10T12:00:00.000Z', null].map((at) => ['done', at]),
  )
  assert.deepEqual(messages(text), [
    'Row 3: “45996” is no date, so it has no date of completion.',
    'Row 4: “soon” is no date, so it has no date of completion.',
    'Row 5: “2026-02-30” is no date, so it has no date of completion.',
  ])
  const [draft] = drafts(tableOf('Title,Completed at', 'A,2026-03-10'), { timezone: 'Pacific/Auckland' })
  assert.equal(draft?.done_at, '2026-03-09T23:00:00.000Z')
})

test('an estimate in a unit that has no hours is reported', () => {
  const text = tableOf('Title,Parent,Estimate', 'A,,', 'B,A,2 months', 'C,A,3 sp', 'D,A,3 sprints', 'E,A,2h')
  assert.deepEqual(
    drafts(text).map(({ estimated_hours }) => estimated_hours),
    [null, null, null, null, 2],
  )
  assert.deepEqual(
    messages(text),
    ['2 months', '3 sp', '3 sprints'].map(
      (each, index) => `Row ${index + 3}: “${each}” is no number of hours, so it has no estimate.`,
    ),
  )
})

test('an assignee comes before an owner, and an owner before an author, whatever the order of their columns', () => {
  const right: [columns: string, cells: string, id: number | null][] = [
    ['Owner,Assignee', 'Petra,Ada', 1],
    ['Assignee,Owner', 'Ada,Petra', 1],
    ['Owner,Assigned To', 'Petra,Ada', 1],
    ['Members,Assignee', 'Petra,Ada', 1],
    ['Responsible,assignee_name', 'Petra,Ada', 1],
    ['Owner,Assignee Email', 'Petra,ada@acme.test', 1],
    ['Assignee,Assignee Email', 'A. Lovelace,ada@acme.test', 1],
    ['Owner,Assignee', 'Petra,', 2],
    ['Owner,Assignee', 'Petra,Somebody else', null],
    ['Reporter,Owner', 'Rolf,Petra', 2],
    ['Creator,Reporter,Assignee', 'Petra,Rolf,Ada', 1],
    ['Reporter,Creator', 'Rolf,Petra', null],
    ['Assignees', '"[Somebody, Ada]"', 1],
    ['Assignee(s)', 'Somebody; Ada', 1],
  ]
  for (const [columns, cells, id] of right)
    assert.equal(drafts(tableOf(`Title,${columns}`, `T,${cells}`))[0]?.assigned_to_id, id, `${columns}: ${cells}`)
  const mapped = { columns: ['title', 'assignee', 'assignee', 'assignee'] satisfies ImportField[] }
  assert.equal(drafts(tableOf('Title,Reporter,Owner,Zuständig', 'T,Rolf,Petra,Ada'), mapped)[0]?.assigned_to_id, 1)
  assert.equal(drafts(tableOf('Title,Reporter,Owner,Zuständig', 'T,Rolf,Petra,'), mapped)[0]?.assigned_to_id, 2)
  const [due] = drafts(tableOf('Title,End date,Deadline,Due date', 'T,2099-01-01,2099-01-02,2099-01-03'))
  assert.equal(due?.due_date, '2099-01-03')
})

test('the name of a label may contain what separates names', () => {
  const right: [cell: string, ids: number[], unknown?: string[]][] = [
    ['"research, design"', [1]],
    ['"research,design"', [1]],
    ['"Research , Design"', [1]],
    ['"urgent, research, design"', [3, 1]],
    ['"research, design, urgent"', [1, 3]],
    ['"research, urgent"', [2, 3]],
    ['"research; urgent"', [2, 3]],
    ['urgent|research', [3, 2]],
    ['"urgent\nresearch"', [3, 2]],
    ['"[urgent, research]"', [3, 2]],
    ['"a;b;c"', [4]],
    ['"a;b;c;urgent"', [4, 3]],
    ['"a;b"', [], ['a', 'b']],
    ['"""research, design"",urgent"', [1, 3]],
    ['"[""research, design"", ""urgent""]"', [1, 3]],
    ['"research, design, research"', [1, 2]],
    ['UI/UX', [5]],
    ['"new one, research, design"', [1], ['new one']],
    ['"design, research"', [2], ['design']],
    ['"5"" pipes, urgent"', [3], ['5" pipes']],
  ]
  for (const [cell, ids, unknown = []] of right) {
    const { drafts: made, plan: its } = plan(tableOf('Title,Labels', `T,${cell}`))
    assert.deepEqual(made[0]?.label_ids, ids, cell)
    assert.deepEqual(
      its.labels.flatMap(({ name, label }) => (label ? [] : name)),
      unknown,
      cell,
    )
  }
})

test('columns are known by the names that tools give them', () => {
  const names: Partial<Record<ImportField, string>> = {
    title: 'Title|Name|Task Name|task_name|taskName|Summary|Subject|Card Name|Work Item Title|CONTENT|Task title|TITLE *',
    description: 'Description|Notes|Task Content|Card Description|issue_description|Details',
    id: '#|ID|Id|Task ID|task_id|taskId|Issue id|Issue Key|Work Item Id|UUID|uid|Ticket ID|Number|No.|Issue #|Identifier|iid',
    due_date: `Due|Due Date|due_date|dueDate|due-date|DUE DATE|Due on|Due at|Deadline|Finish date|finish_date|finishDate|Target date|target_date|targetDate|End date
      |endDate|Finish|Due Date (UTC)|Planned end date|Date due`,
    status:
      'Status|State|Stage|Progress|Section/Column|List Name|list_name|Bucket Name|bucketName|Board Column|% Complete|Task Status|workflow_state',
    category: 'Status Category|statusCategory|status_category|State Type|State Group|Status type',
    resolution: 'Resolution|State Reason|stateReason|Close reason',
    priority: 'Priority|Prio|priority_level|Importance|Task Priority',
    labels: 'Labels|Label(s)|label_names|Tags|Tag|Keywords|Categories|cardLabels',
    parent: 'Parent|Parent ID|parent_id|parentId|Parent task|Parent Issue|Parent key|Parent Work Item|Subtask of',
    estimated_hours:
      'Estimated hours|Estimate|original_estimate|Time Estimate|Estimate (hours)|Effort (h)|estimatedTime|Estimation|Time Estimated Text',
    done_at: 'Completed at|completed_at|completedAt|Closed|Closed Date|Resolved|Actual Finish|Date Completed|Done',
    assignee:
      'Assignee|Assignee(s)|assigned_to|assignedTo|Assigned To|Owner|Responsible|Members|Person|Resource Names|Assignee Username',
  }
  for (const [field, list] of Object.entries(names))
    for (const name of list.split('|').map((each) => each.trim())) {
      const { columns } = readTable(tableOf(`${field === 'title' ? 'Notes' : 'Title'},"${name}"`, 'a,b'), {})
      assert.equal(columns[1]?.field, field, name)
    }
  for (const name of [
    'Estimate (days)',
    'Effort (points)',
    'Story Points',
    'Start date',
    'Created at',
    'Last modified',
    'Reporter',
    'Creator',
    'Aufgabe',
    'Time spent',
  ])
    assert.equal(readTable(tableOf(`Title,"${name}"`, 'a,b'), {}).columns[1]?.field, null, name)
})

test('the head is the first row with names of columns, and rows keep their numbers', () => {
  for (const above of ['sep=;\n', '\n\n', 'Sprint plan\n\n', 'sep=;\nSprint plan;;\n;;\n']) {
    const text = `${above}Title;Due;Status\nA;soon;Done\nB;;Task\n`
    const { plan: its } = plan(text)
    assert.deepEqual(
      its.columns.map(({ name, field }) => [name, field]),
      [
        ['Title', 'title'],
        ['Due', 'due_date'],
        ['Status', 'status'],
      ],
    )
    assert.deepEqual(
      [its.tasks, messages(text)],
      [2, [`Row ${above.split('\n').length + 1}: “soon” is no date, so it has no due date.`]],
    )
  }
  const foreign = readTable(tableOf('Aufgabe,Zustand,Art', 'Streichen,Done,Task'), {})
  assert.deepEqual([foreign.items.length, foreign.columns.map(({ name }) => name)], [1, ['Aufgabe', 'Zustand', 'Art']])
})
