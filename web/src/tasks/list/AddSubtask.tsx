import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTaskChanges } from '../data/changes.ts'
import { QueuedSubtasks } from '../parts/QueuedSubtasks.tsx'
import { QuickAddForm, useQuickAdd } from '../parts/QuickAddForm.tsx'
import styles from './AddSubtask.module.css'

type Props = {
  task: { id: number; title: string }
  /** Called when a subtask is sent, so that the list can show it. */
  onAdd?: (() => void) | undefined
}

/** Adds subtasks to a task: Enter adds one and keeps the field open, Escape closes it. */
export function AddSubtask({ task, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  useEffect(() => {
    if (!isOpen && returnsFocus.current) button.current?.focus()
    returnsFocus.current = isOpen
  }, [isOpen])

  if (isOpen) return <Field task={task} onAdd={onAdd} close={() => setOpen(false)} />
  return (
    <>
      <QueuedSubtasks isHere={(subtask) => subtask.task === task.id} />
      <button
        ref={button}
        type="button"
        className={styles.add}
        aria-label={`Add subtask to ${task.title}`}
        onClick={() => setOpen(true)}
      >
        <IconPlus size={14} aria-hidden /> Add subtask
      </button>
    </>
  )
}

function Field({ task, onAdd, close }: Props & { close: () => void }) {
  const { createSubtask } = useTaskChanges()
  const state = useQuickAdd({
    add: ({ title, task }) => createSubtask({ title, task }),
    // The list above the field has grown.
    onAdded: (_, input) => input.current?.scrollIntoView({ block: 'nearest' }),
  })

  const submit = () => {
    if (state.send(task.id)) onAdd?.()
  }
  return (
    <QuickAddForm
      state={state}
      label={`New subtask of ${task.title}`}
      className={styles.open}
      size="xs"
      submit={submit}
      close={close}
      queued={<QueuedSubtasks isHere={(subtask) => subtask.task === task.id} />}
    />
  )
}
