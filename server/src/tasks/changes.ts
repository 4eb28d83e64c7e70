// The rows of the history for a change of a task or subtask.
import type { CheckBoxChange } from 'contract/markdown'
import { changes, descriptionChange, parts } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'

type Fields = {
  title?: string | undefined
  status?: string | undefined
  priority?: string | undefined
  due_date?: string | null | undefined
  estimated_hours?: number | null | undefined
  recurrence?: string | null | undefined
}
type Change = Fields & {
  description?: string | undefined
  check_box?: CheckBoxChange | undefined
  /** Undefined if they stay, null for nobody. */
  assignee?: { full_name: string } | null | undefined
}

/** `before` has the name of the assignee if that is what changes, and the description if that is. */
export const changesOfWork = (
  before: Fields & { description: string; assignee: string | null },
  { description, check_box, assignee, ...fields }: Change,
) => [
  ...changes(
    { ...before, assigned_to: before.assignee },
    { ...fields, assigned_to: assignee === undefined ? undefined : (assignee?.full_name ?? null) },
  ),
  ...descriptionChange(before.description, { description, check_box }),
]

type Label = { id: number; name: string }

export const changesOfLabels = (before: readonly Label[], after: readonly Label[]) =>
  parts('label', { added: namesWithout(after, before), removed: namesWithout(before, after) })

const namesWithout = (labels: readonly Label[], others: readonly Label[]) =>
  labels.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name)

export const formerLabels = async ({ db, tenant }: Ctx, task_id: number) => {
  const { rows } = await sql<Label>`
    select l.id, l.name from task_labels tl
    join labels l on l.tenant_id = tl.tenant_id and l.tenant_id = ${tenant.id} and l.id = tl.label_id
    where tl.tenant_id = ${tenant.id} and tl.task_id = ${task_id}`.execute(db)
  return rows
}
