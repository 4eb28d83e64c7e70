import { Anchor } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { DueDate } from '../ui/DueDate.tsx'
import { type DueGroup, type DueSubtask, dueGroups } from './due.ts'
import { StatusMenu } from './StatusMenu.tsx'
import type { StatusHands } from './status.ts'
import { useToday } from './today.ts'
import { useKeepPlace } from './useKeepPlace.ts'
import styles from './WhatIsDue.module.css'

type Props = { groups: Record<DueGroup, DueSubtask[]>; setStatus: StatusHands['setStatus'] }

const names: Record<DueGroup, { title: string; about: string; empty: string }> = {
  overdue: { title: 'Overdue', about: '', empty: 'Nothing is overdue.' },
  today: { title: 'Due today', about: '', empty: 'Nothing is due today.' },
  week: { title: 'This week', about: 'within 7 days', empty: 'Nothing more this week.' },
  later: { title: 'Later', about: 'or without a date', empty: 'Nothing later.' },
}
const few = 5

/** A developer's open work by its urgency. */
export const WhatIsDue = ({ groups, setStatus }: Props) => (
  <div className={styles.groups}>
    {dueGroups.map((group) => (
      <Group key={group} group={group} items={groups[group]} setStatus={setStatus} />
    ))}
  </div>
)

function Group({ group, items, setStatus }: { group: DueGroup; items: DueSubtask[]; setStatus: Props['setStatus'] }) {
  const [showsAll, setShowsAll] = useState(false)
  const { title, about, empty } = names[group]
  const shown = showsAll ? items : items.slice(0, few)
  const today = useToday()
  const list = useRef<HTMLUListElement>(null)
  const { rowAt, onBlur } = useKeepPlace(list)
  return (
    <section className={styles.group} data-group={group} data-is-empty={items.length === 0} aria-labelledby={`due-${group}`}>
      <h2 id={`due-${group}`} className={styles.title}>
        {title} <span className={styles.count}>{items.length}</span>
        {about && <span className={styles.about}>{about}</span>}
      </h2>
      {items.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul ref={list} className={styles.list} onBlur={onBlur}>
          {shown.map(({ subtask, task, project }, index) => (
            <li key={subtask.id} className={styles.item} {...rowAt(index)}>
              <Anchor component={Link} to={`/project_manager/tasks/${task.id}`} c="inherit" className={`${styles.what} clip-2`}>
                {subtask.title}
              </Anchor>
              <div className={styles.where}>
                {project} · {task.name}
              </div>
              <div className={styles.facts}>
                <StatusMenu of={subtask.title} status={subtask.status} onChoose={(wanted) => setStatus(subtask, wanted)} />
                {subtask.due_date && group !== 'today' && <DueDate date={subtask.due_date} today={today} />}
              </div>
            </li>
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          Show {items.length - shown.length} more
        </button>
      )}
    </section>
  )
}
