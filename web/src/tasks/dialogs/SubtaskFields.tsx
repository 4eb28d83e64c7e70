import { Input, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, type Subtask } from 'contract'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useData } from '../../api/data.ts'
import { useAssignees } from '../data/assignees.ts'
import { useTask } from '../data/read.ts'
import { Blockers } from '../parts/Blockers.tsx'

type Field = { project_id: number; value?: string; onChange?: (value: string | null) => void; error?: ReactNode }

const mostTasks = 200

/** The parent task of a new subtask. If not all tasks are listed, the server searches. */
export function ParentField({ project_id, value, onChange, ...field }: Field) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [typed] = useDebouncedValue(search, 150)
  const params = { project_id: String(project_id) }
  const limit = String(mostTasks)
  const hasAll = useData(api.projects.tasks, { params, query: { limit } }).length < mostTasks
  // A chosen task's title in the field is no search. The previous options stay while the server searches.
  const serverSearch = useDeferredValue(hasAll || typed === chosen?.label ? '' : typed.trim())
  const tasks = useData(api.projects.tasks, { params, query: { limit, ...(serverSearch && { search: serverSearch }) } })
  const options = tasks.map(({ id, title }) => ({ value: String(id), label: title }))
  return (
    <Select
      label="Parent Task"
      withAsterisk
      searchable
      limit={mostTasks}
      placeholder="Choose a task"
      nothingFoundMessage="No such task"
      description={tasks.length >= mostTasks && `The first ${mostTasks} tasks are listed. Search to find the others.`}
      data={chosen && !options.some((task) => task.value === chosen.value) ? [...options, chosen] : options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(id, option) => {
        setChosen(id ? option : null)
        onChange?.(id ?? '')
      }}
      {...field}
    />
  )
}

/** One of the project's members or nobody. */
export function AssigneeField({
  project_id,
  current,
  value,
  onChange,
  ...field
}: Field & { current?: Subtask['assigned_to'] | undefined }) {
  const choices = useAssignees(project_id, current)
  return (
    <Select
      label="Assignee"
      searchable
      clearable
      placeholder={choices.length ? 'Unassigned' : 'The project has no members yet'}
      nothingFoundMessage="No such person in this project"
      data={choices}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? '')}
      {...field}
    />
  )
}

type BlockersProps = { subtask: Subtask; project_id: number; onTyped: (text: string) => void }

/** What an existing subtask waits for, as it is now. */
export function SubtaskBlockers({ subtask, ...props }: BlockersProps) {
  const { subtasks } = useTask(String(subtask.task))
  const latest = subtasks.find(({ id }) => id === subtask.id) ?? subtask
  return (
    <div>
      <Input.Label labelElement="div">Blocked by</Input.Label>
      <Input.Description mb="2xs">Changes to this list are saved at once.</Input.Description>
      <Blockers work={latest} mayChange {...props} />
    </div>
  )
}
