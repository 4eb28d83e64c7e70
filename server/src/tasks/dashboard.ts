import { type Api, type DashboardProject, keyOf } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'

type Dashboard = { active_projects: DashboardProject[]; past_projects: DashboardProject[] }

export const dashboard: Handlers<Api['dashboard']> = {
  /**
   * Active projects are those of the caller that are not completed, including inactive ones. Past projects are completed ones,
   * and those that the caller has left but where they have done subtasks.
   */
  async developer(ctx) {
    const [subtasks, memberships] = await pipelined(ownSubtasks(ctx), ownProjects(ctx))
    const subtasksOf = Map.groupBy(subtasks, ({ task_id }) => task_id)
    const tasks = await tasksAmong(ctx, [...subtasksOf.keys()])
    const tasksOf = Map.groupBy(tasks, ({ project_id }) => project_id)
    const projects = await projectsAmong(ctx, [...new Set([...memberships, ...tasksOf.keys()])])

    const result: Dashboard = { active_projects: [], past_projects: [] }
    for (const { id, key, name, is_active, status } of projects) {
      const is_member = memberships.has(id)
      const own = (tasksOf.get(id) ?? []).map((task) => ({ id: task.id, name: task.title, rows: subtasksOf.get(task.id) ?? [] }))
      if (!is_member && !own.some(({ rows }) => rows.some((row) => row.status === 'done'))) continue
      const list = is_member && status !== 'completed' ? result.active_projects : result.past_projects
      const shown = own.map(({ rows, ...task }) => ({
        ...task,
        subtasks: rows.map(({ task_id: _, number, ...subtask }) => ({ ...subtask, key: keyOf(key, number) })),
      }))
      list.push({ id, name, is_active, is_member, tasks: shown })
    }
    return new Assembled<Dashboard>(JSON.stringify(result))
  },
}

const ownSubtasks = ({ db, me }: Ctx) =>
  db
    .selectFrom('subtasks')
    .select(['id', 'number', 'title', 'status', 'due_date', 'task_id', sql<string | null>`iso(done_at)`.as('done_at')])
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
