// The notifications and proposed subtasks that wait for the people of the demonstration.
import { keyOf } from 'contract'
import type { Db } from '../kit/db/db.ts'
import {
  commented,
  mentionedInComment,
  projectCreated,
  projectPages,
  statusChanged,
  subtaskProposed,
  subtaskRequested,
  type Titled,
  updatePosted,
  workAssigned,
} from '../notifications/messages.ts'
import { type DemoIds, pastMoment } from './living.ts'

type Ids = (name: string) => number
/** A task or subtask. The id is that of the task. */
type Work = (title: string) => Titled & { id: number }

export async function addWaiting(db: Db, people: DemoIds) {
  const [projects, work] = [await projectsOf(db), await workOf(db)]
  const newestComment = await newestCommentsOf(db)
  const rows = [...newsOfManagers(projects, work), ...newsOfOthers(projects, work, newestComment)]
    .sort((a, b) => a.days - b.days || a.hour - b.hour)
    .map(({ who, days, hour, is_read = false, ...news }) => ({
      ...news,
      is_read,
      person_id: people[who] ?? 0,
      created_at: pastMoment(days, hour),
    }))
  await db.insertInto('notifications').values(rows).execute()
  await addProposals(db, people)
}

async function projectsOf(db: Db): Promise<Ids> {
  const rows = await db.selectFrom('projects').select(['id', 'name']).execute()
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name) => ids.get(name) ?? 0
}

async function workOf(db: Db): Promise<Work> {
  const tasks = db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
  const rows = [
    ...(await tasks.select(['t.id', 't.title', 't.number', 'p.key as project_key']).execute()),
    ...(await tasks
      .innerJoin('subtasks as s', (join) => join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.task_id', '=', 't.id'))
      .select(['t.id', 's.title', 's.number', 'p.key as project_key'])
      .execute()),
  ]
  const known = new Map(rows.map(({ id, title, number, project_key }) => [title, { id, key: keyOf(project_key, number) }]))
  return (title) => ({ title, ...(known.get(title) ?? { id: 0, key: '' }) })
}

/** The newest comment by the id of its task. */
async function newestCommentsOf(db: Db): Promise<(task_id: number) => number> {
  const rows = await db
    .selectFrom('comments')
    .select((select) => ['task_id', select.fn.max('id').as('id')])
    .groupBy('task_id')
    .execute()
  const ids = new Map(rows.map(({ task_id, id }) => [task_id, id]))
  return (task_id) => ids.get(task_id) ?? 0
}

type News = { who: string; days: number; hour: number; is_read?: true; message: string; link: string }

function newsOfManagers(projects: Ids, work: Work): News[] {
  const [website, app] = ['Website relaunch', 'Mobile app']
  const project = (name: string) => ({ id: projects(name), name })
  const request = (subtask: string, name: string) => ({ ...work(subtask), task_id: work(subtask).id, project: name })
  const status = (subtask: string) => ({ ...work(subtask), task_id: work(subtask).id, status: 'done' as const })
  return [
    { who: 'pam', days: -6, hour: 15, is_read: true, ...commented('Lucia Marín', work('Import of customers')) },
    { who: 'pam', days: -1, hour: 16, ...commented('Bo Carver', work('Cut-over')) },
    {
      who: 'pam',
      days: 0,
      hour: 7,
      ...subtaskRequested('Dev Dalton', request('Check the hours with each shop', website)),
    },
    { who: 'pam', days: 0, hour: 8, ...statusChanged('Yuki Oda', status('Index the articles')) },
    { who: 'pam', days: 0, hour: 9, ...subtaskProposed('Dev Dalton', proposals[0].title, project(website)) },
    { who: 'miles', days: -2, hour: 16, ...commented('Sefa Tan', work('Payment')) },
    { who: 'miles', days: -1, hour: 11, ...commented('Jonas Weber', work('Rooms')) },
    { who: 'miles', days: 0, hour: 8, ...subtaskProposed('Elif Kaya', proposals[1].title, project(app)) },
  ]
}

function newsOfOthers(projects: Ids, work: Work, newestComment: (task_id: number) => number): News[] {
  const shop = work('Shop front')
  const update = (who: string, author: string, name: string, state: 'at_risk' | 'late' | 'on_track') => {
    const pages = projectPages(projects(name))
    return { message: updatePosted(author, name, state), link: who === 'ann' ? pages.tenant_admin : pages.developer }
  }
  const portal = { id: projects('Customer portal'), name: 'Customer portal' }
  const taken = { tasks: [], subtasks: [work('Check the forms'), work('Resize the originals')] }
  return [
    { who: 'ann', days: -10, hour: 10, is_read: true, ...projectCreated('Pam Porter', portal) },
    { who: 'ann', days: -4, hour: 15, is_read: true, ...update('ann', 'Pam Porter', portal.name, 'on_track') },
    { who: 'ann', days: -2, hour: 15, ...update('ann', 'Pam Porter', 'Billing migration', 'late') },
    { who: 'ann', days: -2, hour: 16, ...update('ann', 'Miles Novak', 'Mobile app', 'at_risk') },
    { who: 'dev', days: -2, hour: 15, is_read: true, ...update('dev', 'Pam Porter', 'Website relaunch', 'at_risk') },
    { who: 'dev', days: -1, hour: 9, ...workAssigned('Pam Porter', taken, 'Website relaunch') },
    { who: 'dev', days: -1, hour: 17, ...mentionedInComment('Pam Porter', { ...shop, comment_id: newestComment(shop.id) }) },
  ]
}

const proposals = [
  {
    who: 'dev',
    task: 'Shop front',
    title: 'Say when the stock was counted',
    description: 'One line under the number, so that nobody rides across town for the last bell.',
    estimated_hours: 1,
  },
  {
    who: 'elif',
    task: 'Payment',
    title: 'Show the total before the bank asks',
    description: 'Riders went back twice to look at the price.',
    estimated_hours: 3,
  },
] as const

async function addProposals(db: Db, people: DemoIds) {
  for (const { who, task: title, ...proposal } of proposals) {
    const task = await db.selectFrom('tasks').select(['id', 'project_id']).where('title', '=', title).executeTakeFirst()
    if (!task) continue
    const where = { project_id: task.project_id, task_id: task.id, person_id: people[who] ?? 0 }
    await db
      .insertInto('subtask_proposals')
      .values({ ...proposal, ...where, created_at: pastMoment(0, 9) })
      .execute()
  }
}
