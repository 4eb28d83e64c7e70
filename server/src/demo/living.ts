// Fills the demonstration with the last weeks of a company of twelve: its work, its talk, and what is waiting for each of them.
import { type Db, sql } from '../kit/db/db.ts'
import { addManagerAndRoom } from '../projects/create.ts'
import { completeKeys } from '../projects/keys.ts'
import { addDependencies } from './dependencies.ts'
import { addHistory } from './history.ts'
import { addMentionsToTasks, type Mentions, mentionsIn } from './mentions.ts'
import { moreDemoPeople } from './people.ts'
import { addRecurrence } from './recurrence.ts'
import { conversations, demoComments, type Message, privateTalks, updates } from './talk.ts'
import { addTime } from './time.ts'
import { type DemoProject, type DemoTask, demoProjects } from './work.ts'

/** Ids by the part of an address before the @. */
export type DemoIds = Readonly<Record<string, number>>

const managerOf: Readonly<Record<string, string>> = {
  bo: 'pam',
  lucia: 'pam',
  yuki: 'pam',
  elif: 'miles',
  jonas: 'miles',
  sefa: 'miles',
}

/** A moment so many days from now, at an hour of the day. */
const moment = (days: number, hour: number) =>
  sql<string>`date_trunc('day', now()) + ${days}::int * interval '1 day' + ${hour}::int * interval '1 hour'`
/** The same, but never in the future. */
export const pastMoment = (days: number, hour: number) => sql<string>`least(now() - interval '5 minutes', ${moment(days, hour)})`
const day = (days: number) => sql<string>`current_date + ${days}::int`

export async function enliven(db: Db, known: DemoIds) {
  const people = { ...known, ...(await addPeople(db, known)) }
  // What every demonstration has is as old as its project.
  for (const table of ['tasks', 'subtasks'] as const)
    await db
      .updateTable(table)
      .set({ created_at: moment(-14, 9) })
      .execute()
  const labels = new Map((await db.selectFrom('labels').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  const tasks = []
  for (const project of demoProjects) tasks.push(...(await addProject(db, project, { people, labels })))
  await addReassignments(db, people)
  await completeKeys(db)
  const mentions = await mentionsIn(db, people)
  await addMentionsToTasks(db, mentions)
  for (const task of tasks) await addComments(db, task, { people, mentions })
  await addTalk(db, { people, mentions })
  await addDependencies(db)
  await addRecurrence(db, people)
  await addHistory(db, people)
  await addTime(db, people)
  return people
}

async function addPeople(db: Db, known: DemoIds) {
  const ids: Record<string, number> = {}
  for (const person of moreDemoPeople) {
    const name = person.email.split('@')[0] ?? ''
    const manager_id = { ...known, ...ids }[managerOf[name] ?? ''] ?? null
    const row = await db
      .insertInto('people')
      .values({ ...person, manager_id, accepted_at: moment(-60, 9), date_joined: moment(-60, 9) })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name] = row.id
    if (manager_id) await addAssignment(db, { developer_id: row.id, to: manager_id, from: null, by: known.ann ?? 0, days: -59 })
  }
  return ids
}

type Assignment = { developer_id: number; from: number | null; to: number; by: number; days: number }

const addAssignment = (db: Db, { developer_id, from, to, by, days }: Assignment) =>
  db
    .insertInto('assignments')
    .values({
      developer_id,
      previous_manager_id: from,
      new_manager_id: to,
      assigned_by_id: by,
      assigned_at: pastMoment(days, 10),
    })
    .execute()

/** Developers who changed their manager, and some of them back. */
async function addReassignments(db: Db, { ann = 0, pam = 0, miles = 0, yuki = 0, dana = 0, sefa = 0 }: DemoIds) {
  for (const [developer_id, from, to, days] of [
    [dana, pam, miles, -40],
    [yuki, pam, miles, -33],
    [dana, miles, pam, -26],
    [sefa, miles, pam, -19],
    [sefa, pam, miles, -12],
    [yuki, miles, pam, -5],
  ] as const)
    await addAssignment(db, { developer_id, from, to, by: ann, days })
}

type Context = { people: DemoIds; labels: ReadonlyMap<string, number> }

async function addProject(db: Db, project: DemoProject, context: Context) {
  const { people } = context
  const { name, starts, ends, team, tasks } = project
  const project_id = await findOrCreate(db, project, people)
  await db
    .insertInto('members')
    .values(team.map((who) => ({ project_id, person_id: people[who] ?? 0, role: 'developer' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const total = tasks.reduce((sum, [, , , subtasks]) => sum + subtasks.length, 0)
  const dayOf = (position: number) => Math.round(starts + 3 + (position / total) * (ends - starts - 5))
  let position = 0
  const added: AddedTask[] = []
  for (const [index, task] of tasks.entries()) {
    const rows = task[3].map((title) => subtaskAt(project, { title, position: position++, total, dayOf, people }))
    added.push(await addTask(db, { project_id, task, rows, index, created: starts + Math.floor(index / 2) }, context))
  }
  const posted = (updates[name] ?? []).map(({ days, ...update }) => ({
    ...update,
    project_id,
    author_id: people[project.manager] ?? 0,
    created_at: pastMoment(days, 15),
  }))
  if (posted.length) await db.insertInto('project_updates').values(posted).execute()
  return added
}

async function findOrCreate(
  db: Db,
  { name, description, status, priority, starts, ends, manager }: DemoProject,
  people: DemoIds,
) {
  const assigned_pm = people[manager] ?? 0
  const dates = { start_date: day(starts), end_date: day(ends), created_at: moment(starts - 2, 9) }
  const existing = await db.updateTable('projects').set(dates).where('name', '=', name).returning('id').executeTakeFirst()
  if (existing) return existing.id
  const { id } = await db
    .insertInto('projects')
    .values({ name, description, status, priority, assigned_pm, ...dates })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addManagerAndRoom(db, { project_id: id, assigned_pm })
  return id
}

type NewTask = {
  project_id: number
  task: DemoTask
  rows: readonly ReturnType<typeof subtaskAt>[]
  index: number
  created: number
}

async function addTask(db: Db, { project_id, task, rows, index, created }: NewTask, { labels }: Pick<Context, 'labels'>) {
  const [title, description, label] = task
  const due = Math.max(...rows.map((row) => row.due)) + 1
  const isDone = rows.every((row) => row.status === 'done')
  const status = isDone ? 'done' : rows.some((row) => row.status !== 'todo') ? 'in_progress' : 'todo'
  const priority = (['high', 'medium', 'medium', 'low'] as const)[index % 4] ?? 'medium'
  const done_at = isDone ? pastMoment(Math.max(...rows.map(({ doneOn }) => doneOn ?? 0)), 17) : null
  const { id: task_id } = await db
    .insertInto('tasks')
    .values({ project_id, title, description, status, priority, due_date: day(due), created_at: moment(created, 10), done_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const label_id = labels.get(label)
  if (label_id) await db.insertInto('task_labels').values({ task_id, label_id }).execute()
  const subtasks = rows.map(({ due, doneOn, created, ...row }) => ({
    ...row,
    task_id,
    due_date: day(due),
    created_at: moment(created, 11),
    done_at: doneOn === null ? null : pastMoment(doneOn, 9 + (row.title.length % 8)),
  }))
  await db.insertInto('subtasks').values(subtasks).execute()
  return { task_id, title, due }
}

type AddedTask = { task_id: number; title: string; due: number }
type Voices = { people: DemoIds; mentions: Mentions }

async function addComments(db: Db, { task_id, title, due }: AddedTask, { people, mentions }: Voices) {
  const comments = (demoComments[title] ?? []).map(([who, text], i) => ({
    task_id,
    author_id: people[who] ?? 0,
    text: mentions(text),
    created_at: pastMoment(Math.min(0, due - 4 + i), 10 + i),
  }))
  if (comments.length) await db.insertInto('comments').values(comments).execute()
}

type Position = { title: string; position: number; total: number; dayOf: (position: number) => number; people: DemoIds }

/** A subtask by its place in the project's plan: what comes first is done, then something is under way, and the rest is to do. */
function subtaskAt({ team, done, starts, isPunctual = false }: DemoProject, { title, position, total, dayOf, people }: Position) {
  const finished = Math.round(total * done)
  // A punctual team is late with nothing, and has two things to do today.
  const due =
    isPunctual && position >= finished ? Math.max(dayOf(position), Math.floor((position - finished) / 2)) : dayOf(position)
  // The first of the team has the most to do now.
  const who = team[position >= finished && position < finished + 3 ? 0 : position % team.length] ?? ''
  const isDone = position < finished
  const isBegun = !isDone && position < finished + team.length
  // Now and then something is left for whoever asks for it.
  const isFree = !isDone && !isBegun && position % 4 === 3
  return {
    title,
    status: isDone ? ('done' as const) : isBegun && position % 3 !== 2 ? ('in_progress' as const) : ('todo' as const),
    priority: position % 7 === 0 ? ('high' as const) : position % 5 === 3 ? ('low' as const) : ('medium' as const),
    estimated_hours: [2, 4, 3, 6, 1.5, 8][position % 6] ?? 2,
    assigned_to_id: isFree ? null : (people[who] ?? null),
    due,
    /** The work was finished at an even pace; the last two today. */
    doneOn: isDone ? (position >= finished - 2 ? 0 : Math.min(0, Math.round(starts * (1 - (position + 1) / finished)))) : null,
    created: Math.min(starts + Math.floor(position / 4), due - 1),
  }
}

/** Lists of chats are in the order of the ids of their last messages, so what was said last is added last. */
async function addTalk(db: Db, voices: Voices) {
  const rooms: { room_id: number; messages: readonly Message[] }[] = []
  for (const { project, messages } of conversations) rooms.push({ room_id: await roomOf(db, project), messages })
  for (const { between, messages } of privateTalks)
    rooms.push({ room_id: await openPrivateRoom(db, between, voices.people), messages })
  const lastHour = ([, , days, hour]: Message) => 24 * days + hour
  rooms.sort((one, other) => Math.max(...one.messages.map(lastHour)) - Math.max(...other.messages.map(lastHour)))
  for (const { room_id, messages } of rooms) await addMessages(db, room_id, messages, voices)
}

async function roomOf(db: Db, project: string) {
  const { id } = await db
    .selectFrom('chat_rooms')
    .innerJoin('projects', (join) =>
      join.onRef('projects.id', '=', 'chat_rooms.project_id').onRef('projects.tenant_id', '=', 'chat_rooms.tenant_id'),
    )
    .select('chat_rooms.id')
    .where('projects.name', '=', project)
    .executeTakeFirstOrThrow()
  return id
}

async function openPrivateRoom(db: Db, between: readonly [string, string], people: DemoIds) {
  const [first_person_id = 0, second_person_id = 0] = between.map((who) => people[who] ?? 0).sort((a, b) => a - b)
  const { id } = await db
    .insertInto('chat_rooms')
    .values({ room_type: 'PRIVATE', first_person_id, second_person_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addMessages(db: Db, room_id: number, messages: readonly Message[], { people, mentions }: Voices) {
  let last_message_id = 0
  for (const [who, content, days, hour, has_files] of messages) {
    const row = await db
      .insertInto('chat_messages')
      .values({ room_id, sender_id: people[who] ?? 0, content: mentions(content), has_files, created_at: pastMoment(days, hour) })
      .returning('id')
      .executeTakeFirstOrThrow()
    last_message_id = row.id
  }
  await db.updateTable('chat_rooms').set({ last_message_id }).where('id', '=', room_id).execute()
}
