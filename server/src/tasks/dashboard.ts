import { type Api, type DashboardProject, keyOf } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'

type Dashboard = { active_projects: DashboardProject[]; past_projects: DashboardProject[] }

export const dashboard: Handlers<Api['dashboard']> = {
  /**
   * Active projects are those of the caller that are not completed, including inactive ones. Past projects are completed ones,
   * and those that the caller has left but where they have done work.
   */
  async developer(ctx) {
    const [subtasks, ownTasks, memberships] = await pipelined(ownWork(ctx, 'subtasks'), ownWork(ctx, 'tasks'), ownProjects(ctx))
    const subtasksOf = Map.groupBy(subtasks, ({ parent_id }) => parent_id)
    const tasks = await tasksAmong(ctx, [...subtasksOf.keys()])
    const tasksOf = Map.groupBy(tasks, ({ project_id }) => project_id)
    const ownTasksOf = Map.groupBy(ownTasks, ({ parent_id }) => parent_id)
    const projects = await projectsAmong(ctx, [...new Set([...memberships, ...tasksOf.keys(), ...ownTasksOf.keys()])])

    const result: Dashboard = { active_projects: [], past_projects: [] }
    for (const { id, key, name, is_active, status } of projects) {
      const is_member = memberships.has(id)
      const withKey = ({ parent_id: _, number, ...work }: OwnRow) => ({ ...work, key: keyOf(key, number) })
      const own_tasks = (ownTasksOf.get(id) ?? []).map(withKey)
      const tasks = (tasksOf.get(id) ?? []).map((task) => ({
        id: task.id,
        name: task.title,
        subtasks: (subtasksOf.get(task.id) ?? []).map(withKey),
      }))
      const hasDone = [...own_tasks, ...tasks.flatMap((task) => task.subtasks)].some((work) => work.status === 'done')
      if (!is_member && !hasDone) continue
      const list = is_member && status !== 'completed' ? result.active_projects : result.past_projects
      list.push({ id, name, is_active, is_member, tasks, own_tasks })
    }
    return new Assembled<Dashboard>(JSON.stringify(result))
  },
}

type OwnRow = Awaited<ReturnType<typeof ownWork>>[number]

/** The work that is assigned to the caller. Its parent is the task of a subtask, and the project of a task. */
const ownWork = ({ db, me }: Ctx, table: 'tasks' | 'subtasks') =>
  db
    .selectFrom(table)
    .select(['id', 'number', 'title', 'status', 'due_date', sql<string | null>`iso(done_at)`.as('done_at')])
    .select(sql<number>`${sql.ref(table === 'tasks' ? 'project_id' : 'task_id')}`.as('parent_id'))
    .where('assigned_to_id', '=', me.id)
    .orderBy(sql`due_date nulls last`)
    .orderBy('id')
    .execute()

async function ownProjects({ db, me }: Ctx) {
  const members = db.selectFrom('members').select('project_id').where('person_id', '=', me.id)
  return new Set((await members.execute()).map(({ project_id }) => project_id))
}

const tasksAmong = ({ db }: Ctx, ids: number[]) =>
  db.selectFrom('tasks').select(['id', 'title', 'project_id']).where('id', '=', sql<number>`any(${ids})`).orderBy('id').execute()

const projectsAmong = ({ db }: Ctx, ids: number[]) =>
  db
    .selectFrom('projects')
    .select(['id', 'key', 'name', 'is_active', 'status'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id', 'desc')
    .execute()
