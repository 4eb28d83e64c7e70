import { Box, Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { taskRules } from 'contract'
import { useContext, useEffect, useRef, useState } from 'react'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { QueuedSubtasks } from '../parts/QueuedSubtasks.tsx'
import { QuickAddForm, useQuickAdd } from '../parts/QuickAddForm.tsx'
import { type AssigneeColumn, unassigned } from './board.ts'
import { ParentTasks, rememberParent, sensibleParent } from './parents.ts'
import styles from './QuickAdd.module.css'
import { subtasksIn } from './work.ts'

type Props = {
  project_id: number
  column: AssigneeColumn
  /** Why no subtask can be added; undefined when one can. */
  reason: string | undefined
}

/** Adds subtasks for a column's assignee: Enter adds one and keeps the field open, Escape closes it. */
export function QuickAdd({ project_id, column, reason }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen && !reason) return <Field project_id={project_id} column={column} close={() => setOpen(false)} />
  return (
    <Box ref={button} px="xs" pt="var(--space-half)" pb="xs">
      <QueuedHere column={column} />
      <ReasonedButton
        variant="subtle"
        color="gray"
        size="compact-sm"
        fullWidth
        justify="flex-start"
        leftSection={<IconPlus size={16} aria-hidden />}
        reason={reason}
        onClick={() => setOpen(true)}
        aria-label={column.id === unassigned ? 'Add subtask' : `Add subtask for ${column.name}`}
      >
        Add subtask
      </ReasonedButton>
    </Box>
  )
}

/** The new subtasks of this column that wait for a connection. */
function QueuedHere({ column }: Pick<Props, 'column'>) {
  const tasks = useContext(ParentTasks)
  const assignee = column.id === unassigned ? null : column.id
  return (
    <QueuedSubtasks
      isHere={({ task, assigned_to_id = null }) => assigned_to_id === assignee && tasks.some(({ id }) => id === task)}
    />
  )
}

function Field({ project_id, column, close }: Omit<Props, 'reason'> & { close: () => void }) {
  const tasks = useContext(ParentTasks)
  const { createSubtask } = useTaskChanges()
  const [chosen, choose] = useState(() => sensibleParent(project_id, tasks, subtasksIn(column.items)))
  const parent = tasks.find(({ id }) => id === chosen)
  const state = useQuickAdd({
    add: ({ title, task }) => createSubtask({ title, task, assigned_to_id: column.id === unassigned ? null : column.id }),
    onAdded: (id) => document.querySelector(`[data-card="${id}"]`)?.scrollIntoView({ block: 'nearest' }),
  })

  const submit = () => {
    state.input.current?.focus()
    if (!state.title.trim()) return state.complain(taskRules.title.empty)
    if (!parent) return state.complain('Choose the task that it belongs to.')
    rememberParent(project_id, parent.id)
    state.send(parent.id)
  }

  return (
    <QuickAddForm
      state={state}
      label={`New subtask, ${column.name}`}
      className={styles.open}
      size="sm"
      submit={submit}
      close={close}
      queued={<QueuedHere column={column} />}
    >
      <div className="row">
        <Select
          flex={1}
          miw={0}
          size="xs"
          aria-label="Parent Task"
          placeholder="Choose a task"
          searchable
          limit={200}
          allowDeselect={false}
          nothingFoundMessage="No such task"
          data={tasks.map((task) => ({ value: String(task.id), label: task.title }))}
          value={parent ? String(parent.id) : null}
          onChange={(value) => {
            choose(Number(value))
            state.complain(undefined)
          }}
        />
        <Button type="submit" size="xs" variant="light">
          Add
        </Button>
      </div>
    </QuickAddForm>
  )
}
