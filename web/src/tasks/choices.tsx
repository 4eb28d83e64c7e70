import { Select } from '@mantine/core'
import { api, type Subtask } from 'contract'
import type { ReactNode } from 'react'
import { useData } from '../api/data.ts'

type Field = { project_id: number; value?: string; onChange?: (value: string | null) => void; error?: ReactNode }

/** The task that a new subtask belongs to. */
export function ParentField({ project_id, value, onChange, ...field }: Field) {
  const tasks = useData(api.projects.tasks, { params: { project_id: String(project_id) } })
  return (
    <Select
      label="Parent Task"
      withAsterisk
      searchable
      limit={200}
      placeholder="Choose a task"
      nothingFoundMessage="No such task"
      data={tasks.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      {...field}
    />
  )
}

/** One of the project's developers, or nobody. Whoever has it now stays on the list, a member or not. */
export function AssigneeField({
  project_id,
  current,
  value,
  onChange,
  ...field
}: Field & { current?: Subtask['assigned_to'] | undefined }) {
  const { members } = useData(api.projects.get, { params: { project_id: String(project_id) } })
  const people = members.filter(({ role }) => role === 'developer').map(({ employee }) => employee)
  const choices = current && !people.some(({ id }) => id === current.id) ? [...people, current] : people
  return (
    <Select
      label="Assignee"
      searchable
      clearable
      placeholder={choices.length ? 'Unassigned' : 'The project has no developers yet'}
      nothingFoundMessage="No such developer in this project"
      data={choices.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      {...field}
    />
  )
}
