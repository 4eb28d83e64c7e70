import { VisuallyHidden } from '@mantine/core'
import type { ReferredWork } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { statusNameOf, TaskStatusBadge, TaskStatusIcon } from '../../theme/badges.tsx'
import { DueDate } from '../DueDate.tsx'
import { todayIn } from '../dates.ts'
import { Initials } from '../Initials.tsx'
import type { WorkAddress } from './address.ts'
import styles from './References.module.css'
import { useIsMe, useReferredPerson, useReferredWork } from './store.ts'

/** A mentioned person under their current name, which leads to the chat with them. `name` is the one in the text. */
export function PersonMention({ id, name }: { id: number; name: string }) {
  const person = useReferredPerson(id)
  const isMe = useIsMe(id)
  if (person === null) return <span className={styles.gone}>@{name}</span>
  return (
    <Link className={styles.person} to={isMe ? '/profile' : `/chat?person=${id}`} data-is-me={isMe}>
      @{person?.full_name ?? name}
      {person?.is_active === false && <span className="fine"> (inactive)</span>}
    </Link>
  )
}

/** `#WEB-42` in a text, with the title and status of the task or subtask. Plain text if this person sees no such work. */
export function WorkMention({ of: key }: { of: string }) {
  const work = useReferredWork({ key })
  if (work === null) return `#${key}`
  if (work === undefined) return <Link to={`/${key}`}>#{key}</Link>
  return <NamedWork work={work} />
}

/** A link to work in a sentence. `children` are the words that the text gives it; without them it has the key and title. */
export function WorkLink({ of, children }: { of: WorkAddress; children?: ReactNode }) {
  const work = useReferredWork(of)
  return work ? <NamedWork work={work}>{children}</NamedWork> : <Link to={pathOf(of)}>{children ?? addressOf(of)}</Link>
}

/** A link to work that is alone in its paragraph. */
export function WorkCard({ of }: { of: WorkAddress }) {
  const work = useReferredWork(of)
  if (!work) return <Link to={pathOf(of)}>{addressOf(of)}</Link>
  const { key, title, status, assignee, due_date } = work
  return (
    <Link className={styles.card} to={pathOfWork(work)}>
      <span className={styles.title}>
        {key && <span className="fine tabular">{key} </span>}
        {title}
      </span>
      <span className={styles.facts}>
        <TaskStatusBadge status={status} />
        {assignee ? (
          <span className={styles.assignee}>
            <Initials id={assignee.id} name={assignee.full_name} size={18} />
            <span className="truncate">{assignee.full_name}</span>
          </span>
        ) : (
          <span className="fine">Unassigned</span>
        )}
        {due_date && <DueDate date={due_date} today={todayIn()} isDone={status === 'done'} />}
      </span>
    </Link>
  )
}

const NamedWork = ({ work, children }: { work: ReferredWork; children?: ReactNode }) => (
  <Link className={styles.work} to={pathOfWork(work)} title={`${work.key} ${work.title}: ${statusNameOf(work.status)}`}>
    <TaskStatusIcon status={work.status} />
    {children ?? `${work.key} ${work.title}`.trim()}
    <VisuallyHidden> ({statusNameOf(work.status)})</VisuallyHidden>
  </Link>
)

const pathOf = (work: WorkAddress) => ('key' in work ? `/${work.key}` : `/project_manager/tasks/${work.task_id}`)
const addressOf = (work: WorkAddress) => `${window.location.origin}${pathOf(work)}`
const pathOfWork = ({ task_id, subtask_id }: ReferredWork) =>
  `/project_manager/tasks/${task_id}${subtask_id === null ? '' : `#subtask-${subtask_id}`}`
