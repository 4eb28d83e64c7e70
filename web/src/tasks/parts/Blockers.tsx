import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Blocker } from 'contract'
import { lazy, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { statusNameOf, TaskStatusIcon } from '../../ui/theme/badges.tsx'
import type { WorkItem } from '../board/work.ts'
import { useBlockerChanges, useBlockers } from '../data/blockers.ts'
import { succeeds } from '../data/changes.ts'
import styles from './Blockers.module.css'

const BlockerField = lazy(() => import('./BlockerField.tsx'))

type Props = {
  work: WorkItem
  project_id: number
  mayChange: boolean
  /** Receives what is typed and not added yet. */
  onTyped?: (text: string) => void
}

/** The blockers of a task or subtask. Changes apply at once. */
export function Blockers({ work, project_id, mayChange, onTyped }: Props) {
  const blockers = useBlockers(work)
  const { addBlocker, removeBlocker } = useBlockerChanges(work)
  const [isAdding, setIsAdding] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const returnsFocus = useRef(false)
  const focus = () => root.current?.querySelector<HTMLElement>('[data-add], input')?.focus()

  useEffect(() => {
    if (isAdding || !returnsFocus.current) return
    returnsFocus.current = false
    focus()
  })
  const close = () => {
    returnsFocus.current = true
    setIsAdding(false)
  }
  const remove = async (blocker: Blocker) => {
    focus()
    if (!(await succeeds(removeBlocker(blocker)))) return
    offerUndo({
      message: `Blocker ${blocker.key} removed.`,
      undo: () => addBlocker(blocker.key),
      undone: `Blocker ${blocker.key} is back.`,
      failed: 'Failed to add the blocker again.',
    })
  }

  return (
    <div ref={root} className={styles.blockers}>
      {blockers.length > 0 && (
        <ul aria-label="Blocked by">
          {blockers.map((blocker) => (
            <Row key={blocker.id} blocker={blocker} {...(mayChange && { remove: () => void remove(blocker) })} />
          ))}
        </ul>
      )}
      {mayChange && isAdding && (
        <Loaded failed="The field could not be loaded.">
          <BlockerField work={work} project_id={project_id} close={close} onTyped={onTyped} />
        </Loaded>
      )}
      {mayChange && !isAdding && (
        <Button
          className={styles.add}
          variant="subtle"
          color="gray"
          c="dimmed"
          fw="var(--weight-regular)"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          data-add
          onClick={() => setIsAdding(true)}
        >
          Add blocker
        </Button>
      )}
    </div>
  )
}

const Row = ({ blocker, remove }: { blocker: Blocker; remove?: () => void }) => {
  const { key, title, status, task, subtask } = blocker
  return (
    <li className={styles.row} data-is-done={status === 'done'}>
      <Link
        className={styles.link}
        to={`/project_manager/tasks/${task}${subtask === null ? '' : `#subtask-${subtask}`}`}
        title={`${key} ${title}: ${statusNameOf(status)}`}
      >
        <TaskStatusIcon status={status} />
        <span className={`clip-2 ${styles.words}`}>
          <span className="fine tabular">{key}</span> {title}
        </span>
        <VisuallyHidden> ({statusNameOf(status)})</VisuallyHidden>
      </Link>
      {remove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Remove blocker ${key}`}
          title={`Remove blocker ${key}`}
          onClick={remove}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
