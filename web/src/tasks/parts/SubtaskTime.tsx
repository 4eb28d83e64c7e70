import { VisuallyHidden } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { api, may, type Subtask } from 'contract'
import { lazy } from 'react'
import { useMe } from '../../session/session.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Hours, wordsOf } from './Hours.tsx'
import styles from './SubtaskTime.module.css'

const EntriesDialog = lazy(() =>
  import('../../time/entries/EntriesDialog.tsx').then(({ EntriesDialog }) => ({ default: EntriesDialog })),
)

type Props = {
  subtask: Subtask
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
}

/** The time spent on a subtask and its estimate: a button that shows who spent it when, and takes more. */
export function SubtaskTime({ subtask, reason }: Props) {
  const { role } = useMe()
  const { dialog, open, close } = useDialog<true>()
  const { key, estimated_hours, spent_minutes } = subtask
  const mayAdd = may(role, api.time.create) && !reason
  const words = wordsOf({ estimate: estimated_hours, spent: spent_minutes })
  const hours = <Hours estimate={estimated_hours} spent={spent_minutes} />
  if (!mayAdd && spent_minutes === 0) return hours
  return (
    <>
      <button
        type="button"
        className={styles.button}
        title={words || 'Add time'}
        aria-haspopup="dialog"
        data-is-empty={!words || undefined}
        onClick={() => open(true)}
      >
        <VisuallyHidden>{words ? `Time on ${key}: ` : `Add time on ${key}`}</VisuallyHidden>
        {words ? hours : <IconClockPlus size={16} aria-hidden />}
      </button>
      {dialog && (
        <Loaded failed="The time could not be loaded.">
          <EntriesDialog subtask={subtask} reason={reason} close={close} />
        </Loaded>
      )}
    </>
  )
}
