import { keyOf } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { invalid } from '../kit/errors.ts'
import type { Titled } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { membersAmong, mustBeMember } from '../projects/members.ts'
import type { Work } from './trash.ts'

type AssigneeFields = { assigned_to?: number | null | undefined; assigned_to_id?: number | null | undefined }

/** Resolves the assignee that was sent: undefined if none was, null for nobody, otherwise a member of the project. */
export async function assigneeOf(ctx: Ctx, project_id: number, { assigned_to, assigned_to_id }: AssigneeFields) {
  if (assigned_to !== undefined && assigned_to_id !== undefined && assigned_to !== assigned_to_id)
    throw invalid({ assigned_to_id: ['assigned_to and assigned_to_id must agree.'] })
  const person_id = assigned_to_id !== undefined ? assigned_to_id : assigned_to
  if (!person_id) return person_id === undefined ? undefined : null
  return mustBeMember(ctx, { project_id, person_id, field: assigned_to_id !== undefined ? 'assigned_to_id' : 'assigned_to' })
}

/** Unassigns open work of people who have left the project. Done work keeps its assignee. */
export async function withMembersOnly<T extends Work>(ctx: Ctx, project_id: number, work: T[]): Promise<T[]> {
  const people = work.flatMap(({ assigned_to_id }) => assigned_to_id ?? [])
  const members = await membersAmong(ctx, project_id, people)
  const keepsAssignee = ({ status, assigned_to_id }: Work) =>
    status === 'done' || assigned_to_id === null || members.has(assigned_to_id)
  return work.map((item) => (keepsAssignee(item) ? item : { ...item, assigned_to_id: null }))
}

/** Notifies each assignee of these open subtasks, in one message per person. Done subtasks are left out. Returns the assignees. */
export async function notifyAssignees(
  ctx: Ctx,
  subtasks: readonly Work[],
  project: { key: string | null; name: string },
  message: (by: string, work: readonly Titled[], project: string) => { message: string; link: string },
) {
  const open = subtasks.filter(({ status }) => status !== 'done')
  const notifications = [...Map.groupBy(open, ({ assigned_to_id }) => assigned_to_id)].map(([person_id, own]) => {
    const work = own.map(({ number, title }) => ({ key: keyOf(project.key, number), title }))
    return person_id === null ? undefined : notify(ctx, { to: [person_id], ...message(ctx.me.name, work, project.name) })
  })
  await pipelined(...notifications)
  return open.flatMap(({ assigned_to_id }) => assigned_to_id ?? [])
}
