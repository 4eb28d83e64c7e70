import { IconClockHour4 } from '@tabler/icons-react'
import type { Subtask } from 'contract'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import { LabelTags } from '../parts/LabelTags.tsx'
import styles from './SubtaskCard.module.css'

/** The content of a card on the assignment board. */
export const SubtaskCard = ({ subtask, today }: { subtask: Subtask; today: string }) => (
  <div className={styles.card} {...useHighlight('subtask', subtask.id)}>
    <Link to={`/project_manager/tasks/${subtask.parent_task.id}`} className={`${styles.title} clip-2`} title={subtask.title}>
      {subtask.title}
    </Link>
    <div className={styles.parent} title={`Part of ${subtask.parent_task.title}`}>
      {subtask.parent_task.title}
    </div>
    <LabelTags labels={subtask.labels} />
    <div className={styles.facts}>
      <TaskStatusBadge status={subtask.status} />
      <PriorityBadge priority={subtask.priority} />
    </div>
    <div className={styles.facts}>
      {subtask.due_date && <DueDate date={subtask.due_date} today={today} isDone={subtask.status === 'done'} />}
      {subtask.estimated_hours !== null && (
        <span className={styles.hours} title="Estimated hours">
          <IconClockHour4 size={14} aria-hidden /> {subtask.estimated_hours} h
        </span>
      )}
      {subtask.assigned_to && (
        <span className={styles.assignee} role="img" aria-label={`Assigned to ${subtask.assigned_to.full_name}`}>
          <Initials id={subtask.assigned_to.id} name={subtask.assigned_to.full_name} size={20} />
        </span>
      )}
    </div>
  </div>
)
