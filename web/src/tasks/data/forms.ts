import {
  dateFormat,
  dueDateProblems,
  hoursProblems,
  isDate,
  type Priority,
  problemOf,
  type Recurrence,
  required,
  type Status,
  type Subtask,
  type Task,
  taskRules,
} from 'contract'

type TaskValues = {
  title: string
  description: string
  priority: Priority
  /** `YYYY-MM-DD`, or empty. */
  due_date: string
  status: Status
  label_ids: string[]
  /** Empty if it never comes again. */
  recurrence: Recurrence | ''
}

type SubtaskValues = Omit<TaskValues, 'label_ids' | 'recurrence'> & {
  /** The parent's id, or empty. */
  task: string
  /** The assignee's id, or empty. */
  assigned_to_id: string
  estimated_hours: number | string
}

/** `today` is the workspace's. */
type Context = { today: string; isNew: boolean }

const blank = { title: '', description: '', priority: 'medium', due_date: '', status: 'todo' } as const

const fieldsOf = ({ title, description, priority, due_date, status }: Task | Subtask) => ({
  title,
  description,
  priority,
  due_date: due_date ?? '',
  status,
})

const fieldsToBody = <Values extends { title: string; description: string; due_date: string }>(values: Values) => ({
  ...values,
  title: values.title.trim(),
  description: values.description.trim(),
  due_date: values.due_date || null,
})

const dueDateProblem = (due_date: string, { today, isNew }: Context) => {
  if (due_date && !isDate(due_date)) return dateFormat
  return isNew ? dueDateProblems(due_date || null, today).due_date?.[0] : undefined
}

export const taskForm = {
  blank: { ...blank, label_ids: [], recurrence: '' } as TaskValues,
  from: (task: Task): TaskValues => ({
    ...fieldsOf(task),
    label_ids: task.labels.map(({ id }) => String(id)),
    recurrence: task.recurrence ?? '',
  }),
  toBody: ({ label_ids, recurrence, ...fields }: TaskValues) => ({
    ...fieldsToBody(fields),
    label_ids: label_ids.map(Number),
    recurrence: recurrence || null,
  }),
  problems: ({ title, description, due_date }: TaskValues, context: Context) => ({
    title: problemOf(taskRules.title, title),
    description: problemOf(context.isNew ? taskRules.new_description : taskRules.description, description),
    due_date: dueDateProblem(due_date, context),
  }),
}

type CopyValues = Pick<TaskValues, 'title' | 'due_date'>

/** The form of a task's copy. */
export const copyForm = {
  blank: { title: '', due_date: '' } as CopyValues,
  from: ({ title }: Task): CopyValues => ({ title, due_date: '' }),
  toBody: ({ title, due_date }: CopyValues) => ({ title: title.trim(), due_date: due_date || null }),
  problems: ({ title, due_date }: CopyValues, { today }: Pick<Context, 'today'>) => ({
    title: problemOf(taskRules.title, title),
    due_date: dueDateProblem(due_date, { today, isNew: true }),
  }),
}

export const subtaskForm = {
  blank: { ...blank, task: '', assigned_to_id: '', estimated_hours: '' } as SubtaskValues,
  from: (subtask: Subtask): SubtaskValues => ({
    ...fieldsOf(subtask),
    task: String(subtask.task),
    assigned_to_id: String(subtask.assigned_to?.id ?? ''),
    estimated_hours: subtask.estimated_hours ?? '',
  }),
  toBody: ({ task, assigned_to_id, estimated_hours, ...fields }: SubtaskValues) => ({
    ...fieldsToBody(fields),
    task: Number(task),
    assigned_to_id: assigned_to_id ? Number(assigned_to_id) : null,
    estimated_hours: estimated_hours === '' ? null : Number(estimated_hours),
  }),
  problems: ({ title, description, task, due_date, estimated_hours }: SubtaskValues, context: Context) => ({
    title: problemOf(taskRules.title, title),
    description: problemOf(taskRules.description, description),
    task: context.isNew && !task ? required : undefined,
    due_date: dueDateProblem(due_date, context),
    estimated_hours: estimated_hours === '' ? undefined : hoursProblems(Number(estimated_hours))[0],
  }),
}

/** Where a developer chooses the status of a subtask. */
export const statusForm = {
  blank: { status: '' as Status | '' },
  toBody: ({ status }: { status: Status | '' }) => ({ status: status || undefined }),
  problems: ({ status }: { status: Status | '' }) => ({ status: status ? undefined : 'Please select a status.' }),
}
