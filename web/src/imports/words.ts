// The names of formats, fields and numbers.
import type { DateOrder, ImportField, ImportFormat } from 'contract'

const formatNames: Record<ImportFormat, string> = { csv: 'CSV', trello: 'Trello', asana: 'Asana', jira: 'Jira' }
export const nameOfFormat = (format: ImportFormat) => formatNames[format]
export const formatOptions = (Object.keys(formatNames) as ImportFormat[]).map((value) => ({ value, label: formatNames[value] }))

const fieldNames: Record<ImportField, string> = {
  title: 'Title',
  description: 'Description',
  assignee: 'Assignee',
  due_date: 'Due date',
  status: 'Status',
  category: 'Status category',
  resolution: 'Resolution',
  priority: 'Priority',
  labels: 'Labels',
  parent: 'Parent task',
  estimated_hours: 'Estimated hours',
  comment: 'Comment',
  id: 'ID',
  done_at: 'Completed on',
  type: 'Issue type',
}
const notImported = 'Not imported'
export const fieldOptions = [
  { value: '', label: notImported },
  ...(Object.keys(fieldNames) as ImportField[]).map((value) => ({ value, label: fieldNames[value] })),
]

const counted = (count: number, name: string) => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`

type Counts = { tasks: number; subtasks: number; comments?: number }

/** “12 tasks, 5 subtasks and 3 comments”: those that there are. */
export function countsIn({ tasks, subtasks, comments = 0 }: Counts) {
  const parts = [
    tasks > 0 || subtasks === 0 ? counted(tasks, 'task') : '',
    subtasks > 0 ? counted(subtasks, 'subtask') : '',
    comments > 0 ? counted(comments, 'comment') : '',
  ].filter(Boolean)
  const last = parts.pop()
  return parts.length ? `${parts.join(', ')} and ${last}` : `${last}`
}

/** The date that a text of two numbers and a year means in this order, `YYYY-MM-DD`. */
export function dateIn(text: string, order: DateOrder) {
  const [a = '', b = '', year = ''] = text.split(/[/.-]/)
  const [month, day] = order === 'mdy' ? [a, b] : [b, a]
  const [, digits = ''] = /^(\d{4}|\d\d)/.exec(year) ?? []
  return `${digits.length === 2 ? `20${digits}` : digits}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
