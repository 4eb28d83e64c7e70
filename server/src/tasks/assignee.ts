import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { invalid } from '../kit/errors.ts'
import { notify } from '../notifications/notify.ts'
import { membersAmong, mustBeMember } from '../projects/members.ts'
import type { Work } from './trash.ts'

type AssigneeFields = { assigned_to?: number | null | undefined; assigned_to_id?: number | null | undefined }

/** Who is to be the assignee: undefined where nothing was said, null for nobody, else a member of the project. */
export async function assigneeOf(ctx: Ctx, project_id: number, { assigned_to, assigned_to_id }: AssigneeFields) {
  if (assigned_to !== undefined && assigned_to_id !== undefined && assigned_to !== assigned_to_id)
    throw invalid({ assigned_to_id: ['assigned_to and assigned_to_id must agree.'] })
  const person_id = assigned_to_id !== undefined ? assigned_to_id : assigned_to
  if (!person_id) return person_id === undefined ? undefined : null
  return mustBeMember(ctx, { project_id, person_id, field: assigned_to_id !== undefined ? 'assigned_to_id' : 'assigned_to' })
}

/** Open work of somebody who is no member of the project any more is nobody's; what is done keeps its name. */
export async function withMembersOnly<T extends Work>(ctx: Ctx, project_id: number, work: T[]): Promise<T[]> {
  const people = work.flatMap(({ assigned_to_id }) => assigned_to_id ?? [])
  const members = await membersAmong(ctx, project_id, people)
  const isTheirs = ({ status, assigned_to_id }: Work) =>
    status === 'done' || assigned_to_id === null || members.has(assigned_to_id)
  return work.map((item) => (isTheirs(item) ? item : { ...item, assigned_to_id: null }))
}

/** Tells each developer which open subtasks came to them or went, one message a person. What is done concerns nobody any more. */
export async function notifyAssignees(
  ctx: Ctx,
  subtasks: readonly Work[],
  project: string,
  message: (by: string, titles: readonly string[], project: string) => { message: string; link: string },
) {
  const open = subtasks.filter(({ status }) => status !== 'done')
  const told = [...Map.groupBy(open, ({ assigned_to_id }) => assigned_to_id)].map(([person_id, own]) => {
    const titles = own.map(({ title }) => title)
    return person_id === null ? undefined : notify(ctx, { to: [person_id], ...message(ctx.me.name, titles, project) })
  })
  await pipelined(...told)
}
