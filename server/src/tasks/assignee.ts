import { keyOf, type Status } from 'contract'
import { changes, recordEach } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { forbidden, invalid } from '../kit/errors.ts'
import { statusChanged, type Titled, workAssigned, workTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { nameOf } from '../people/read.ts'
import { membersAmong, mustBeMember } from '../projects/members.ts'
import { notifyMentioned } from './mentioned.ts'
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

/** The same for rows that come back from the trash. The history says whom they have lost. */
export async function restoredWork<T extends Work & { id: number; task_id?: unknown }>(ctx: Ctx, project_id: number, work: T[]) {
  const restored = await withMembersOnly(ctx, project_id, work)
  const lost = work.filter((item, i) => item.assigned_to_id !== restored[i]?.assigned_to_id)
  const subjectOf = ({ id, task_id }: T) =>
    typeof task_id === 'number' ? { project_id, task_id, subtask_id: id } : { project_id, task_id: id }
  for (const [person_id, own] of Map.groupBy(lost, ({ assigned_to_id }) => assigned_to_id)) {
    const assigned_to = await nameOf(ctx, person_id)
    await recordEach(ctx, own.map(subjectOf), changes({ assigned_to }, { assigned_to: null }))
  }
  return restored
}

type Assigned = { tasks?: readonly Work[]; subtasks?: readonly Work[] }
type Project = { key: string | null; name: string }
type Message = (by: string, work: Record<keyof Assigned, readonly Titled[]>, project: string) => { message: string; link: string }

/** Notifies each assignee of this open work, in one message per person. Done work is left out. Returns the assignees. */
export async function notifyAssignees(ctx: Ctx, { tasks = [], subtasks = [] }: Assigned, project: Project, message: Message) {
  const open = [...tasks, ...subtasks].filter(({ status }) => status !== 'done')
  const people = [...new Set(open.flatMap(({ assigned_to_id }) => assigned_to_id ?? []))]
  const titledOf = (person: number, work: readonly Work[]) =>
    work
      .filter((item) => item.assigned_to_id === person && open.includes(item))
      .map(({ number, title }) => ({ key: keyOf(project.key, number), title }))
  await pipelined(
    ...people.map((person) => {
      const own = { tasks: titledOf(person, tasks), subtasks: titledOf(person, subtasks) }
      return notify(ctx, { to: [person], ...message(ctx.me.name, own, project.name) })
    }),
  )
  return people
}

type Fields = { title: string; status: Status; assigned_to_id: number | null; description: string }
type Before = Fields & Place & { number: number | null; project: { assigned_pm: number } }

type Place = { kind: keyof Assigned; task_id: number; project_id: number; project: Project }

/** Notifies the assignee of new work, and the people whom its description mentions. */
export async function notifyOfNew(ctx: Ctx, work: Work & { description: string }, { kind, project, ...place }: Place) {
  const told = await notifyAssignees(ctx, { [kind]: [work] }, project, workAssigned)
  const { number, title, description } = work
  await notifyMentioned(ctx, { ...place, key: keyOf(project.key, number), title }, { text: description, except: told })
}

/**
 * Notifies those whom a change of a task or subtask concerns: its manager of a developer's status, the assignees before and after, and
 * the people whom its description mentions.
 */
export async function notifyOfChange(
  ctx: Ctx,
  { kind, task_id, project_id, number, project, ...before }: Before,
  change: { [Field in keyof Fields]?: Fields[Field] | undefined },
) {
  const { title = before.title, status = before.status, assigned_to_id = before.assigned_to_id, description } = change
  const key = keyOf(project.key, number)
  if (ctx.me.role === 'developer') {
    if (status !== before.status)
      await notify(ctx, { to: [project.assigned_pm], ...statusChanged(ctx.me.name, { key, task_id, title, status }) })
    return
  }
  const told: number[] = []
  if (assigned_to_id !== before.assigned_to_id) {
    told.push(...(await notifyAssignees(ctx, { [kind]: [{ ...before, number }] }, project, workTaken)))
    told.push(...(await notifyAssignees(ctx, { [kind]: [{ number, title, status, assigned_to_id }] }, project, workAssigned)))
  }
  const texts = { text: description, before: before.description, except: told }
  await notifyMentioned(ctx, { task_id, project_id, key, title }, texts)
}

type Reopened = { project_id: number; status: Status; assigned_to_id: number | null }
type Reopening = { status?: Status | undefined; assigned_to_id?: number | null }

/** Done work keeps an assignee who has left the project. It can't be reopened for them. */
export async function mustHaveMember(ctx: Ctx, { project_id, status, assigned_to_id }: Reopened, change: Reopening) {
  const isReopened = status === 'done' && change.status !== undefined && change.status !== 'done'
  if (isReopened && change.assigned_to_id === undefined && assigned_to_id)
    await mustBeMember(ctx, { project_id, person_id: assigned_to_id, field: 'status' })
}

/** A developer changes the status of work that is assigned to them, and nothing else. */
export function mustBeOwnStatus({ me }: Ctx, kind: keyof Assigned, work: { assigned_to_id: number | null }, change: object) {
  const fields = Object.keys(change)
  if (work.assigned_to_id !== me.id || fields.length !== 1 || fields[0] !== 'status')
    throw forbidden(`You may only change the status of ${kind} assigned to you.`)
}
