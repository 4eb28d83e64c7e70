import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTaskChanges } from '../data/changes.ts'
import { LineForm, useNewLine } from '../parts/LineForm.tsx'
import styles from './AddSubtask.module.css'

type Props = {
  task: { id: number; title: string }
  /** Told when one is on its way, so that it can be seen. */
  onAdd?: (() => void) | undefined
}

/** New subtasks of a task, line by line: Enter adds and the field stays open, Escape closes it. */
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
    <button
      ref={button}
      type="button"
      className={styles.add}
      aria-label={`Add subtask to ${task.title}`}
      onClick={() => setOpen(true)}
    >
      <IconPlus size={14} aria-hidden /> Add subtask
    </button>
  )
}

function Field({ task, onAdd, close }: Props & { close: () => void }) {
  const { createSubtask } = useTaskChanges()
  const line = useNewLine({
    add: ({ title, task }) => createSubtask({ title, task }),
    // The list above it has grown.
    added: (_, input) => input.current?.scrollIntoView({ block: 'nearest' }),
  })

  const submit = () => {
    if (line.send(task.id)) onAdd?.()
  }
  return (
    <LineForm
      line={line}
      label={`New subtask of ${task.title}`}
      className={styles.open}
      size="xs"
      submit={submit}
      close={close}
    />
  )
}
