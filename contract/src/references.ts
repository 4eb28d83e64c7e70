// The people and the work that texts mention, as they are now, and what to offer to somebody who writes.
import { z } from 'zod'
import { filled, id, idText, NamedPerson, notAText, optionalEntry, statuses } from './common.ts'
import { workspace } from './endpoint.ts'
import { workKeyPattern } from './keys.ts'
import { workspaceRoles } from './roles.ts'

export const ReferredPerson = NamedPerson.extend({ is_active: z.boolean() })
export type ReferredPerson = z.output<typeof ReferredPerson>

/** A task or subtask. */
export const ReferredWork = z.object({
  /** As it is now: the project may have had another one when the text was written. */
  key: z.string(),
  title: z.string(),
  status: z.enum(statuses),
  assignee: NamedPerson.nullable(),
  due_date: z.string().nullable(),
  project_id: id,
  task_id: id,
  /** Null for a task. */
  subtask_id: id.nullable(),
})
export type ReferredWork = z.output<typeof ReferredWork>

/** How many people, keys or tasks one call asks for. */
export const mostReferred = 100
/** How many people or how much work is offered at once. */
export const mostOffered = 10

/** Several in one parameter, with commas between them. */
const listed = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  filled(
    z
      .string(notAText)
      .transform((text) => text.split(','))
      .pipe(z.array(item).max(mostReferred, `At most ${mostReferred} at once.`)),
  )
const key = z.string().regex(workKeyPattern, 'Not a valid key.').toUpperCase()

/** The project or the chat room in which the text is written: exactly one of them. */
const place = {
  project: filled(idText),
  room: filled(idText),
  /** The part of the name, key or title that has been typed. */
  q: optionalEntry({ max: 100 }).default(''),
}
const inOnePlace = ({ project, room }: { project?: number | undefined; room?: number | undefined }) =>
  (project === undefined) !== (room === undefined)
const onePlace = { path: ['project'], message: 'Name either a project or a room.' }

export const references = {
  /**
   * The people, keys of work and ids of tasks that are asked for, as far as the caller may see them. A person of the workspace is always
   * seen. `asked` is what was asked for: a former key of a project leads to its work, too.
   */
  list: workspace({
    route: 'GET /api/references/',
    models: ['work', 'employees'],
    access: workspaceRoles,
    query: z.object({
      people: listed(idText),
      keys: listed(key),
      tasks: listed(idText),
    }),
    returns: z.object({
      people: z.array(ReferredPerson),
      keys: z.array(ReferredWork.extend({ asked: z.string() })),
      tasks: z.array(ReferredWork),
    }),
  }),

  /**
   * The people whom a text in this place can notify: the active members of the project and the administrators, or the people of the room,
   * without the caller. Those whose name or one of its words begins with `q`, by name; members first.
   */
  people: workspace({
    route: 'GET /api/references/people/',
    access: workspaceRoles,
    query: z.object(place).refine(inOnePlace, onePlace),
    returns: z.array(NamedPerson),
  }),

  /**
   * The work that a text in this place can name: tasks and subtasks of the project, or of the room's project; in a private room, of every
   * project that the caller sees. Those whose key or number begins with `q` come first, then those whose title has it. Newest first.
   */
  work: workspace({
    route: 'GET /api/references/work/',
    access: workspaceRoles,
    query: z.object(place).refine(inOnePlace, onePlace),
    returns: z.array(ReferredWork.pick({ key: true, title: true, status: true, task_id: true, subtask_id: true })),
  }),
}
