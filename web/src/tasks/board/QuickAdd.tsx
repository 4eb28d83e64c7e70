import { Button, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useContext, useEffect, useRef, useState } from 'react'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { LineForm, useNewLine } from '../parts/LineForm.tsx'
import { type Place, unassigned } from './board.ts'
import { ParentTasks, rememberParent, sensibleParent } from './parents.ts'
import styles from './QuickAdd.module.css'

type Props = {
  project_id: number
  place: Place
  /** Why nothing can be added. */
  reason: string | undefined
}

/** New subtasks for a column's person, line by line: Enter adds and the field stays open, Escape closes it. */
export function QuickAdd({ project_id, place, reason }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  if (isOpen && !reason) return <Field project_id={project_id} place={place} close={() => setOpen(false)} />
  return (
    <div ref={button} className={styles.closed}>
      <ReasonedButton
        variant="subtle"
        color="gray"
        size="compact-sm"
        fullWidth
        justify="flex-start"
        leftSection={<IconPlus size={16} aria-hidden />}
        reason={reason}
        onClick={() => setOpen(true)}
        aria-label={place.id === unassigned ? 'Add subtask' : `Add subtask for ${place.name}`}
      >
        Add subtask
      </ReasonedButton>
    </div>
  )
}

function Field({ project_id, place, close }: Omit<Props, 'reason'> & { close: () => void }) {
  const tasks = useContext(ParentTasks)
  const { createSubtask } = useTaskChanges()
  const [chosen, choose] = useState(() => sensibleParent(project_id, tasks, place.subtasks))
  const parent = tasks.find(({ id }) => id === chosen)
  const line = useNewLine({
    add: ({ title, task }) => createSubtask({ title, task, assigned_to_id: place.id === unassigned ? null : place.id }),
    added: (id) => document.querySelector(`[data-card="${id}"]`)?.scrollIntoView({ block: 'nearest' }),
  })

  const submit = () => {
    line.input.current?.focus()
    if (!line.title.trim()) return line.complain('Title is required.')
    if (!parent) return line.complain('Choose the task that it belongs to.')
    rememberParent(project_id, parent.id)
    line.send(parent.id)
  }

  return (
    <LineForm line={line} label={`New subtask, ${place.name}`} className={styles.open} size="sm" submit={submit} close={close}>
      <div className={styles.row}>
        <Select
          className={styles.parent ?? ''}
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
            line.complain(undefined)
          }}
        />
        <Button type="submit" size="xs" variant="light">
          Add
        </Button>
      </div>
    </LineForm>
  )
}
