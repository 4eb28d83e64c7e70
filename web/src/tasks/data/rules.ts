import { dueDateProblems, required } from 'contract'

export type TaskForm = {
  title: string
  description: string
  priority: string
  due_date: string
  status: string
  label_ids: string[]
}

export type SubtaskForm = {
  title: string
  description: string
  /** The parent's id, or empty. */
  task: string
  /** The assignee's id, or empty for nobody. */
  assigned_to_id: string
  status: string
  due_date: string
  priority: string
  estimated_hours: number | string
}

const titleProblem = (title: string) => (title.trim() ? undefined : 'Title is required.')
const pastDue = (date: string, today: string) => Object.values(dueDateProblems(date || null, today))[0]?.[0]

export const newTaskProblems = ({ title, description, due_date }: TaskForm, today: string) => ({
  title: titleProblem(title),
  description: description.trim().length < 10 ? 'Description is required and should be at least 10 characters.' : undefined,
  due_date: pastDue(due_date, today),
})

/** Plans slip: an edit may set a date that has passed. */
export const taskEditProblems = ({ title }: TaskForm) => ({ title: titleProblem(title) })

export const subtaskEditProblems = ({ title, estimated_hours }: SubtaskForm) => ({
  title: titleProblem(title),
  estimated_hours: hoursProblem(estimated_hours),
})

export const newSubtaskProblems = (values: SubtaskForm, today: string) => ({
  ...subtaskEditProblems(values),
  task: values.task ? undefined : required,
  due_date: pastDue(values.due_date, today),
})

const hoursProblem = (hours: number | string) => {
  if (hours === '') return undefined
  const tenths = Number(hours) * 10
  return tenths >= 0 && Math.abs(tenths - Math.round(tenths)) < 1e-6
    ? undefined
    : 'Estimated hours must be a number of at least 0, in steps of 0.1.'
}

/** What differs from before: a change sends nothing that somebody else may have changed meanwhile. */
export const changed = <T extends object>(now: T, before: T) =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T])),
  ) as Partial<T>
