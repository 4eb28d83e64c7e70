import { IconAlertCircle, IconChevronUp, IconCircleCheckFilled, IconRepeat } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { recurrenceWords } from '../../ui/theme/badges.tsx'
import type { CardProps } from '../board/useColumns.ts'
import { isTask, taskIdOf, type WorkItem } from '../board/work.ts'
import { recurrenceOf } from '../data/recurrence.ts'
import styles from './DayCard.module.css'

/** A card in a day of a month: one line. */
export const CardOfDay = (props: CardProps) => <DayCard {...props} lines="truncate" />

/** A card in a day of a week, which has room for two lines. */
export const CardOfWeekday = (props: CardProps) => <DayCard {...props} lines="clip-2" />

/** A title with marks for what is unusual. */
// Plain elements for speed: a month has hundreds of them.
function DayCard({ item, today, lines }: CardProps & { lines: 'truncate' | 'clip-2' }) {
  const { id, title, status, assigned_to: person } = item
  return (
    <div className={styles.card} {...useHighlight(isTask(item) ? 'task' : 'subtask', id)}>
      {marksOf(item, today).map(({ mark, name, Icon }) => (
        <span key={mark} className={styles.mark} data-mark={mark} role="img" aria-label={name} title={name}>
          <Icon size={14} stroke={2.25} aria-hidden />
        </span>
      ))}
      <Link
        to={`/project_manager/tasks/${taskIdOf(item)}`}
        className={`${styles.title} ${lines}`}
        data-is-done={status === 'done'}
        title={isTask(item) ? title : `${title}, part of ${item.parent_task.title}`}
      >
        {title}
      </Link>
      <span className={styles.end}>
        {person && (
          <span className={styles.mark} role="img" aria-label={`Assigned to ${person.full_name}`}>
            <Initials id={person.id} name={person.full_name} size={18} />
          </span>
        )}
      </span>
    </div>
  )
}

function marksOf(item: WorkItem, today: string) {
  const { status, priority, due_date } = item
  const recurrence = recurrenceOf(item)
  if (status === 'done') return [{ mark: 'done', name: 'Done', Icon: IconCircleCheckFilled }]
  return [
    ...(due_date !== null && due_date < today ? [{ mark: 'overdue', name: 'Overdue', Icon: IconAlertCircle }] : []),
    ...(priority === 'high' ? [{ mark: 'high', name: 'High priority', Icon: IconChevronUp }] : []),
    ...(recurrence ? [{ mark: 'repeats', name: recurrenceWords(recurrence), Icon: IconRepeat }] : []),
  ]
}
