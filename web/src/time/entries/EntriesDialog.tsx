import { ActionIcon, Text } from '@mantine/core'
import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { api, durationInWords, may, type Result, type TimeEntry, timeProblems } from 'contract'
import { useState } from 'react'
import { useData, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { clockOf } from '../duration.ts'
import { useRemoval } from '../useRemoval.ts'
import { mondayOf, weekInWords } from '../week.ts'
import styles from './EntriesDialog.module.css'
import { EntryFields } from './EntryFields.tsx'

type Work = Pick<TimeEntry, 'task' | 'subtask' | 'key' | 'title'>
type Props = {
  work: Work
  /** The day that new time is for; today where absent. */
  day?: string | undefined
  /** Why nothing can be changed; undefined where it can. */
  reason?: string | undefined
  /** Shown to somebody who looks at another person's week. */
  isReadOnly?: boolean
  close: () => void
}

/** The time spent on a task or subtask: everybody changes their own. */
export function EntriesDialog({ work, day, reason, isReadOnly = false, close }: Props) {
  const mayAdd = may(useMe().role, api.time.create) && !isReadOnly
  return (
    <FormDialog isOpen close={close} title={`Time on ${work.key}`} size="lg">
      <Text inherit className={styles.title}>
        {work.title}
      </Text>
      {mayAdd && !reason && <EntryFields work={work} day={day} />}
      {reason && <p className="dimmed">{reason}</p>}
      <Loaded skeleton={<SkeletonRows rows={3} />} failed="The time could not be loaded.">
        <Entries work={work} mayChange={mayAdd && !reason} />
      </Loaded>
    </FormDialog>
  )
}

type EntriesProps = { work: Work; mayChange: boolean }

const query = { limit: '1000' }
const Entries = ({ work, mayChange }: EntriesProps) =>
  work.subtask === null ? <OfTask work={work} mayChange={mayChange} /> : <OfSubtask work={work} mayChange={mayChange} />

const OfTask = (props: EntriesProps) => (
  <EntryList {...props} page={useData(api.time.ofTask, { params: { task_id: String(props.work.task) }, query })} />
)
const OfSubtask = (props: EntriesProps) => (
  <EntryList {...props} page={useData(api.time.ofSubtask, { params: { subtask_id: String(props.work.subtask) }, query })} />
)

function EntryList({ work, mayChange, page: { count, results } }: EntriesProps & { page: Result<typeof api.time.ofTask> }) {
  const removed = usePending(api.time.remove).map(({ params }) => Number(params.entry_id))
  const [changing, setChanging] = useState<number>()
  const shown = results.filter(({ id }) => !removed.includes(id))
  if (shown.length === 0) return <p className="dimmed">No time has been recorded yet.</p>
  const total = shown.reduce((sum, { minutes }) => sum + minutes, 0)
  return (
    <>
      <ul className={styles.entries} aria-label="Entries">
        {shown.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            {changing === entry.id ? (
              <EntryFields work={work} entry={entry} close={() => setChanging(undefined)} />
            ) : (
              <Entry entry={entry} mayChange={mayChange} change={() => setChanging(entry.id)} />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        {count > results.length ? `The newest ${results.length} of ${count} entries: ` : 'Total: '}
        <span className="tabular">{durationInWords(total)}</span>
      </p>
    </>
  )
}

function Entry({ entry, mayChange, change }: { entry: TimeEntry; mayChange: boolean; change: () => void }) {
  const me = useMe()
  const { id, day, person, minutes, note, is_locked } = entry
  const removeTime = useRemoval()
  const remove = () => removeTime(entry).catch((error) => toast.error(messageOf(error, 'The time could not be deleted.')))
  return (
    <div className={styles.line} data-entry={id}>
      <span className="tabular">{formatDate(day)}</span>
      <span className={styles.minutes}>{clockOf(minutes)}</span>
      <span className={styles.words}>
        <span>{person.full_name}</span>
        {note && <span className="dimmed">{note}</span>}
      </span>
      <span className={styles.actions}>
        {is_locked ? (
          <Lock entry={entry} />
        ) : (
          mayChange &&
          person.id === me.id && (
            <>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Change time of ${formatDate(day)}`}
                title="Change"
                onClick={change}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete time of ${formatDate(day)}`}
                title="Delete"
                onClick={() => void remove()}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </>
          )
        )}
      </span>
    </div>
  )
}

function Lock({ entry: { project_name, day } }: { entry: TimeEntry }) {
  const words = timeProblems.locked(project_name, weekInWords(mondayOf(day), useToday()))
  return (
    <span className={styles.lock} role="img" aria-label={words} title={words}>
      <IconLock size={16} aria-hidden />
    </span>
  )
}
