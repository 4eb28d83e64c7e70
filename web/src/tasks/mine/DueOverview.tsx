import { Anchor, Skeleton } from '@mantine/core'
import type { Status } from 'contract'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { useKeepFocus } from '../../ui/hooks/useKeepFocus.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { StatusActions } from '../data/status.ts'
import { StatusMenu, statusKeys } from '../parts/StatusMenu.tsx'
import styles from './DueOverview.module.css'
import { type DueGroup, type DueSubtask, dueGroups } from './work.ts'

type Props = { groups: Record<DueGroup, DueSubtask[]>; setStatus: StatusActions['setStatus'] }

const names: Record<DueGroup, { title: string; about: string; empty: string }> = {
  overdue: { title: 'Overdue', about: '', empty: 'Nothing is overdue.' },
  today: { title: 'Due today', about: '', empty: 'Nothing is due today.' },
  week: { title: 'This week', about: 'within 7 days', empty: 'Nothing more this week.' },
  later: { title: 'Later', about: 'or without a date', empty: 'Nothing later.' },
}
const shownAtFirst = 5

/** A developer's open subtasks by urgency. */
export const DueOverview = ({ groups, setStatus }: Props) => (
  <div className={styles.groups}>
    {dueGroups.map((group) => (
      <Group key={group} group={group} items={groups[group]} setStatus={setStatus} />
    ))}
  </div>
)

function Group({ group, items, setStatus }: { group: DueGroup; items: DueSubtask[]; setStatus: Props['setStatus'] }) {
  const [showsAll, setShowsAll] = useState(false)
  const { title, about, empty } = names[group]
  const shown = showsAll ? items : items.slice(0, shownAtFirst)
  const open = items.filter(({ subtask }) => subtask.status !== 'done' && !subtask.isRemoved).length
  const today = useToday()
  const list = useRef<HTMLUListElement>(null)
  const { onFocus, onBlur } = useKeepFocus(list, {
    attribute: 'row',
    isThere: (id) => shown.some(({ subtask }) => String(subtask.id) === id),
    neighboursOf: (row) => [row.nextElementSibling, row.previousElementSibling],
    targetIn: (row) => row.querySelector('button'),
  })
  return (
    <section className={styles.group} data-group={group} data-is-empty={items.length === 0} aria-labelledby={`due-${group}`}>
      <h2 id={`due-${group}`} className={styles.title}>
        {title} <span className={styles.count}>{open}</span>
        {about && <span className={styles.about}>{about}</span>}
      </h2>
      {items.length === 0 ? (
        <p className="dimmed">{empty}</p>
      ) : (
        <ul ref={list} className={styles.list} onFocus={onFocus} onBlur={onBlur}>
          {shown.map(({ subtask, task, project }) => (
            <li key={subtask.id} data-row={subtask.id}>
              <Item subtask={subtask} group={group} today={today} onChoose={(wanted) => setStatus(subtask, wanted)}>
                <Anchor
                  component={Link}
                  to={`/project_manager/tasks/${task.id}`}
                  c="inherit"
                  className={`${styles.what} clip-2`}
                  title={subtask.title}
                >
                  {subtask.title}
                </Anchor>
                <div className="truncate fine" title={`${project} · ${task.name}`}>
                  {project} · {task.name}
                </div>
              </Item>
            </li>
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <Anchor
          component="button"
          type="button"
          fz="var(--text-small)"
          mt="xs"
          p="2xs"
          ta="center"
          onClick={() => setShowsAll(true)}
        >
          Show {items.length - shown.length} more
        </Anchor>
      )}
    </section>
  )
}

type ItemProps = {
  subtask: DueSubtask['subtask']
  group: DueGroup
  today: string
  onChoose: (status: Status) => void
  children: ReactNode
}

const Item = ({ subtask: { id, title, status, due_date, isRemoved }, group, today, onChoose, children }: ItemProps) => (
  <div
    className={styles.item}
    data-is-done={status === 'done'}
    data-is-removed={isRemoved}
    {...useHighlight('subtask', id)}
    {...(!isRemoved && { onKeyDown: statusKeys(status, onChoose) })}
  >
    {children}
    <div className={styles.facts}>
      {isRemoved ? <TaskStatusBadge status={status} /> : <StatusMenu of={title} status={status} onChoose={onChoose} />}
      {due_date && group !== 'today' && (
        <DueDate date={due_date} today={today} isDone={status === 'done'} isUnderHeading={group === 'overdue'} />
      )}
    </div>
  </div>
)

export const DueOverviewSkeleton = () => (
  <div className={styles.groups}>
    {dueGroups.map((group) => (
      <div key={group} className={styles.group}>
        <Skeleton width={90} height={16} mb="sm" animate={false} />
        <SkeletonRows rows={shownAtFirst} height={88} />
      </div>
    ))}
  </div>
)
