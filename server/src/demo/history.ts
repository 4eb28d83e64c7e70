// The changes that the people of the demonstration have made, and their reactions to comments.
import type { changedFields, changedParts, Reaction } from 'contract'
import { type Db, sql } from '../kit/db/db.ts'
import type { DemoIds } from './living.ts'

type Row = {
  project_id: number
  task_id?: number
  subtask_id?: number
  comment_id?: number
  person_id: number
  at: string
  field: string
  before: string | null
  after: string | null
}
type Field = (typeof changedFields)[number] | (typeof changedParts)[number]
/** A change of a task. It is fewer days old than the task. */
type Change = readonly [who: string, field: Field, before: string | null, after: string | null, daysAgo: number]

const ofTasks: Readonly<Record<string, readonly Change[]>> = {
  'Shop front': [
    ['pam', 'title', 'Product pages', 'Shop front', 16],
    ['pam', 'label', 'Design', null, 16],
    ['pam', 'label', null, 'Backend', 16],
    ['pam', 'priority', 'medium', 'low', 9],
    [
      'pam',
      'description',
      'The bicycles, with prices.\n\nEvery bicycle has a price, and every shop shows its stock.',
      'The bicycles, with prices that are true.\n\n## Done when\n\n- [ ] every bicycle has a price from the warehouse\n- [ ] a shop without stock says **when** there is some\n- [ ] the page loads in a second',
      9,
    ],
    ['pam', 'check_box', null, 'every bicycle has a price from the warehouse', 5],
    ['pam', 'check_box', null, 'a shop without stock says when there is some', 3],
  ],
  'Landing page': [['pam', 'priority', 'high', 'medium', 20]],
  'Cut-over': [['pam', 'priority', 'medium', 'high', 6]],
  Payment: [['miles', 'title', 'Card payment', 'Payment', 12]],
}
const ofProjects: Readonly<Record<string, readonly Change[]>> = {
  'Website relaunch': [
    ['pam', 'status', 'planning', 'in_progress', 38],
    ['pam', 'priority', 'medium', 'high', 30],
    ['pam', 'member', null, 'Yuki Oda', 26],
    ['pam', 'description', 'A new website.', 'A new website that loads in a second and says what we do in one sentence.', 24],
  ],
  'Mobile app': [['miles', 'status', 'planning', 'in_progress', 28]],
}

/** Reactions by a part of the comment. */
const reacted: Readonly<Record<string, Partial<Record<Reaction, readonly string[]>>>> = {
  'one with a dog': { '👍': ['pam', 'dev', 'yuki'], '❤️': ['bo'] },
  'It says so now': { '🎉': ['pam'], '👍': ['bo', 'dev'] },
  'Measured between two tunnels': { '🚀': ['pam', 'dana', 'bo'] },
  'one of them was my uncle': { '😄': ['pam', 'bo', 'yuki'] },
  'Accounting signed it off': { '🎉': ['lucia', 'pam'] },
}
/** A comment that its author has changed, by a part of it, and its first text. */
const edited = { 'range covers 91': 'The range covers nine of ten repairs of last year.' }

export async function addHistory(db: Db, people: DemoIds) {
  const [projects, tasks, subtasks, comments] = [
    await projectsOf(db),
    await tasksOf(db),
    await subtasksOf(db),
    await commentsOf(db),
  ]
  const changesOf = (changes: readonly Change[] = []) =>
    changes.map(([who, field, before, after, days]) => ({ person_id: people[who] ?? 0, field, before, after, at: ago(days) }))
  const rows: Row[] = [
    ...projects.flatMap((project) => [
      { project_id: project.id, person_id: project.assigned_pm, at: project.created_at, ...created },
      ...changesOf(ofProjects[project.name]).map((change) => ({ project_id: project.id, ...change })),
    ]),
    ...tasks.flatMap(({ id: task_id, project_id, assigned_pm, created_at, title }) => [
      { project_id, task_id, person_id: assigned_pm, at: created_at, ...created },
      ...changesOf(ofTasks[title]).map((change) => ({ project_id, task_id, ...change })),
    ]),
    ...subtasks.map(({ id: subtask_id, task_id, project_id, person_id, done_at }) => ({
      ...{ project_id, task_id, subtask_id, person_id, at: done_at },
      ...{ field: 'status', before: 'in_progress', after: 'done' },
    })),
  ]
  for (const [part, first] of Object.entries(edited))
    for (const { id: comment_id, task_id, project_id, author_id: person_id, text, created_at: at } of comments.filter(
      having(part),
    )) {
      rows.push({ project_id, task_id, comment_id, person_id, at, field: 'comment', before: first, after: text })
      await db.updateTable('comments').set({ edited_at: at }).where('id', '=', comment_id).execute()
    }
  // The newest have the highest ids.
  const inOrder = rows.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const blank = { task_id: null, subtask_id: null, comment_id: null }
  await db
    .insertInto('history')
    .values(inOrder.map((row) => ({ ...blank, ...row })))
    .execute()
  await addReactions(db, comments, people)
}

const created = { field: 'created', before: null, after: null }
const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString()
const having =
  (part: string) =>
  ({ text }: { text: string }) =>
    text.includes(part)

async function addReactions(db: Db, comments: Awaited<ReturnType<typeof commentsOf>>, people: DemoIds) {
  const rows = Object.entries(reacted).flatMap(([part, reactions]) =>
    comments
      .filter(having(part))
      .flatMap(({ id: comment_id, task_id }) =>
        Object.entries(reactions).flatMap(([reaction, who]) =>
          who.map((name) => ({ comment_id, task_id, person_id: people[name] ?? 0, reaction })),
        ),
      ),
  )
  await db.insertInto('comment_reactions').values(rows).execute()
}

const projectsOf = (db: Db) => db.selectFrom('projects').select(['id', 'name', 'assigned_pm', 'created_at']).execute()

const withProjects = (db: Db) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))

const tasksOf = (db: Db) =>
  withProjects(db).select(['t.id', 't.project_id', 't.title', 't.created_at', 'p.assigned_pm']).execute()

/** The subtasks that are done, with the people who did them. */
const subtasksOf = (db: Db) =>
  withProjects(db)
    .innerJoin('subtasks as s', (join) => join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.task_id', '=', 't.id'))
    .select(['s.id', 's.task_id', 't.project_id'])
    .select([sql<number>`coalesce(s.assigned_to_id, p.assigned_pm)`.as('person_id'), sql<string>`s.done_at`.as('done_at')])
    .where('s.done_at', 'is not', null)
    .execute()

const commentsOf = (db: Db) =>
  withProjects(db)
    .innerJoin('comments as c', (join) => join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.task_id', '=', 't.id'))
    .select(['c.id', 'c.task_id', 'c.author_id', 'c.text', 'c.created_at', 't.project_id'])
    .execute()
