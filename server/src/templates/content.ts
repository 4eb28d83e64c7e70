// The work of a template: taken from a project, and planned for another one.
import { addDays, daysBetween, mostWorkInTemplate } from 'contract'
import { withoutTicks } from 'contract/markdown'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { insertMany, type NewRow } from '../kit/db/insert-many.ts'
import { notBefore } from '../tasks/copy.ts'
import type { PlannedWork } from '../tasks/insert.ts'
import { dayToKeep } from '../tasks/recurrence.ts'
import { lockLabels } from '../tasks/rules.ts'

type Row<T extends 'template_work' | 'template_labels' | 'template_blockers'> = Omit<NewRow<T>, 'template_id'>
type Content = { work: Row<'template_work'>[]; labels: Row<'template_labels'>[]; blockers: Row<'template_blockers'>[] }

type Project = { id: number; start_date: string | null }

/** A project's tasks and subtasks, without people, comments, files and progress. Due dates count from its start, or from the first of them. */
export async function contentOf(ctx: Ctx, project: Project): Promise<Content> {
  const { tasks, subtasks, labels, blockers } = await workOf(ctx, project.id)
  const subtasksOf = Map.groupBy(subtasks, ({ task_id }) => task_id)
  const inOrder = tasks.flatMap((task) => [
    { ...task, task_id: null, estimated_hours: null },
    ...(subtasksOf.get(task.id) ?? []).map((subtask) => ({ ...subtask, recurrence: null })),
  ])
  // A task and a subtask may have the same id.
  const positions = new Map(
    inOrder.map(({ id, task_id }, index) => [placeOf(task_id ?? id, task_id === null ? null : id), index + 1]),
  )
  const positionOf = (task_id: number, subtask_id: number | null = null) => positions.get(placeOf(task_id, subtask_id)) ?? 0
  const [first = null] = inOrder.flatMap(({ due_date }) => due_date ?? []).sort()
  const start = project.start_date ?? first
  return {
    work: inOrder.map(({ id, task_id, due_date, description, ...work }) => ({
      ...work,
      position: positionOf(task_id ?? id, task_id === null ? null : id),
      parent_position: task_id === null ? null : positionOf(task_id),
      description: withoutTicks(description),
      due_after: due_date && start ? daysBetween(start, due_date) : null,
    })),
    labels: labels.map(({ task_id, label_id }) => ({ position: positionOf(task_id), label_id })),
    blockers: blockers.flatMap(({ task_id, subtask_id, blocker_task_id, blocker_subtask_id }) => {
      const position = positionOf(task_id, subtask_id)
      const blocker_position = positionOf(blocker_task_id, blocker_subtask_id)
      // One of them may be in the trash.
      return position && blocker_position ? { position, blocker_position } : []
    }),
  }
}

const placeOf = (task_id: number, subtask_id: number | null) => `${task_id} ${subtask_id ?? ''}`

async function workOf({ db }: Ctx, project_id: number) {
  // One more than fits, so that the caller notices.
  const most = mostWorkInTemplate + 1
  const shared = ['id', 'title', 'description', 'priority', 'due_date'] as const
  const [tasks, subtasks, labels, blockers] = await pipelined(
    db
      .selectFrom('tasks')
      .select([...shared, 'recurrence'])
      .where('project_id', '=', project_id)
      .orderBy('id')
      .limit(most)
      .execute(),
    db
      .selectFrom('subtasks as s')
      .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.task_id'))
      .select(['s.id', 's.title', 's.description', 's.priority', 's.due_date', 's.task_id', 's.estimated_hours'])
      .where('t.project_id', '=', project_id)
      .orderBy('s.id')
      .limit(most)
      .execute(),
    db
      .selectFrom('task_labels as l')
      .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 'l.tenant_id').onRef('t.id', '=', 'l.task_id'))
      .select(['l.task_id', 'l.label_id'])
      .where('t.project_id', '=', project_id)
      .execute(),
    db
      .selectFrom('dependencies')
      .select(['task_id', 'subtask_id', 'blocker_task_id', 'blocker_subtask_id'])
      .where('project_id', '=', project_id)
      .execute(),
  )
  return { tasks, subtasks, labels, blockers }
}

/** The caller has added the template. Labels that somebody deletes meanwhile are left out. */
export async function writeContent(ctx: Ctx, template_id: number, { work, labels, blockers }: Content) {
  const locked = await lockLabels(ctx, [...new Set(labels.map(({ label_id }) => label_id))])
  const isLabel = new Set(locked.map(({ id }) => id))
  const kept = labels.filter(({ label_id }) => isLabel.has(label_id))
  const own = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ ...row, template_id }))
  await pipelined(
    insertMany(ctx.db, 'template_work', own(work)),
    insertMany(ctx.db, 'template_labels', own(kept)),
    insertMany(ctx.db, 'template_blockers', own(blockers)),
  )
}

/** The work of a template for a project that starts on this date. */
export async function plannedFrom({ db, tenant }: Ctx, template_id: number, start: string): Promise<PlannedWork[]> {
  const [work, labels, blockers] = await pipelined(
    db.selectFrom('template_work').selectAll().where('template_id', '=', template_id).orderBy('position').execute(),
    db.selectFrom('template_labels').select(['position', 'label_id']).where('template_id', '=', template_id).execute(),
    db.selectFrom('template_blockers').select(['position', 'blocker_position']).where('template_id', '=', template_id).execute(),
  )
  const labelsOf = Map.groupBy(labels, ({ position }) => position)
  const blockersOf = Map.groupBy(blockers, ({ position }) => position)
  return work.map(({ position, parent_position, title, description, priority, estimated_hours, recurrence, due_after }) => {
    const due_date = due_after === null ? null : notBefore(tenant.today, addDays(start, due_after))
    return {
      ref: position,
      parent: parent_position,
      ...{ title, description, priority, estimated_hours, due_date, recurrence },
      recurrence_day: dayToKeep({ recurrence, due_date }),
      assigned_to_id: null,
      label_ids: (labelsOf.get(position) ?? []).map(({ label_id }) => label_id),
      blockers: (blockersOf.get(position) ?? []).map(({ blocker_position }) => blocker_position),
    }
  })
}
