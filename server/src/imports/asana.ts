// A project of Asana: Export/Print, JSON. Its CSV export is a table.
import { z } from 'zod'
import { blankItem, counted, type ImportSource, type Item, optionalText } from './source.ts'

const Named = z.object({ name: optionalText })

const fields = {
  gid: z.string(),
  name: z.string(),
  notes: optionalText,
  completed: z.boolean().catch(false),
  completed_at: optionalText,
  due_on: optionalText,
  due_at: optionalText,
  start_on: optionalText,
  start_at: optionalText,
  assignee: z.object({ name: optionalText, email: optionalText }).nullish(),
  tags: z.array(Named).default([]),
  memberships: z.array(z.object({ section: Named.nullish() })).default([]),
  parent: z.object({ gid: z.string() }).nullish(),
  custom_fields: z.array(z.object({ name: optionalText, display_value: optionalText })).default([]),
}

/** Subtasks are nested, and Asana exports at most five levels of them. */
const levels = 6
const nested = (level: number): z.ZodType<AsanaTask> =>
  z.object({ ...fields, subtasks: level > 1 ? z.array(z.lazy(() => nested(level - 1))).default([]) : z.tuple([]).default([]) })

type AsanaTask = z.output<z.ZodObject<typeof fields>> & { subtasks: AsanaTask[] }

const AsanaTasks = z.array(nested(levels))
export const AsanaProject = z.object({ data: AsanaTasks })

export function readAsana({ data }: z.output<typeof AsanaProject>): ImportSource {
  return {
    format: 'asana',
    items: data.flatMap((task) => itemsOf(task)),
    columns: [],
    notes: notesOn(data.flatMap(withSubtasks)),
  }
}

const withSubtasks = (task: AsanaTask): AsanaTask[] => [task, ...task.subtasks.flatMap(withSubtasks)]

/** How much of the tasks is left out. */
function notesOn(tasks: readonly AsanaTask[]) {
  const isLeftOut = ({ name, display_value }: { name: string; display_value: string }) =>
    display_value !== '' && !imported.test(name)
  return [
    ...counted(
      tasks.filter(({ start_on, start_at }) => start_on || start_at).length,
      '1 task has a start date, which is left out.',
      'tasks have start dates, which are left out.',
    ),
    ...counted(
      tasks.filter(({ custom_fields }) => custom_fields.some(isLeftOut)).length,
      '1 task has custom fields, which are left out.',
      'tasks have custom fields, which are left out.',
    ),
  ]
}

const imported = /^(priority|estimated time)$/i

/** A task and its subtasks. */
function itemsOf(task: AsanaTask, parent = task.parent?.gid ?? ''): Item[] {
  const custom = (name: RegExp) => task.custom_fields.find((field) => name.test(field.name))?.display_value ?? ''
  const item: Item = {
    ...blankItem,
    place: `“${task.name}”`,
    ids: [task.gid],
    parent,
    title: task.name,
    description: task.notes,
    status: task.memberships.find(({ section }) => section?.name)?.section?.name ?? '',
    is_done: task.completed,
    done_at: task.completed_at,
    due_date: task.due_on || task.due_at,
    priority: custom(/^priority$/i),
    people: task.assignee ? [task.assignee.email, task.assignee.name] : [],
    labels: task.tags.map(({ name }) => [name]),
    estimated_hours: custom(/^estimated time$/i),
  }
  return [item, ...task.subtasks.flatMap((subtask) => itemsOf(subtask, task.gid))]
}
