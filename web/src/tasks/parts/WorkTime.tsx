import { VisuallyHidden } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { api, may, type TimeEntry } from 'contract'
import { lazy } from 'react'
import { useMe } from '../../session/session.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Hours, wordsOf } from './Hours.tsx'
import styles from './WorkTime.module.css'

const EntriesDialog = lazy(() =>
  import('../../time/entries/EntriesDialog.tsx').then(({ EntriesDialog }) => ({ default: EntriesDialog })),
)

type Props = {
  work: Pick<TimeEntry, 'task' | 'subtask' | 'key' | 'title'>
  /** Hours; null for none. */
  estimate: number | null
  /** Minutes. */
  spent: number
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
}

/** The time spent on a task or subtask and its estimate: a button that shows who spent it when, and takes more. */
export function WorkTime({ work, estimate, spent, reason }: Props) {
  const { role } = useMe()
  const { dialog, open, close } = useDialog<true>()
  const mayAdd = may(role, api.time.create) && !reason
  const words = wordsOf({ estimate, spent })
  const hours = <Hours estimate={estimate} spent={spent} />
  if (!mayAdd && spent === 0) return hours
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
        <VisuallyHidden>{words ? `Time on ${work.key}: ` : `Add time on ${work.key}`}</VisuallyHidden>
        {words ? hours : <IconClockPlus size={16} aria-hidden />}
      </button>
      {dialog && (
        <Loaded failed="The time could not be loaded.">
          <EntriesDialog work={work} reason={reason} close={close} />
        </Loaded>
      )}
    </>
  )
}
