import { IconMessageCircle, IconPaperclip } from '@tabler/icons-react'
import type { Label } from 'contract'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import { BlockedMark } from '../parts/BlockedMark.tsx'
import { Hours } from '../parts/Hours.tsx'
import { LabelDot } from '../parts/LabelTags.tsx'
import { RepeatMark } from '../parts/RepeatMark.tsx'
import type { CardProps } from './useColumns.ts'
import styles from './WorkCard.module.css'
import { isTask, taskIdOf, type WorkItem } from './work.ts'

/** A card in the column of its assignee. */
export const CardOfPerson = (props: CardProps) => <WorkCard {...props} isIn="person" />

/** A card in the column of its status. */
export const CardOfStatus = (props: CardProps) => <WorkCard {...props} isIn="status" />

/** Shows what differs from card to card: the usual status and priority, and what the column says, are left out. */
// Plain elements for speed: a board has hundreds of them.
function WorkCard({ item, today, comments, files, isIn }: CardProps & { isIn: 'person' | 'status' }) {
  const { id, title, status, priority, due_date, labels } = item
  const context = contextOf(item)
  return (
    <div className={styles.card} {...useHighlight(isTask(item) ? 'task' : 'subtask', id)}>
      <Link to={`/project_manager/tasks/${taskIdOf(item)}`} className={`${styles.title} clip-2`} dir="auto" title={title}>
        {title}
      </Link>
      <div className={styles.context}>
        <WorkKey of={item} />
        {context && (
          <span className={styles.parent} title={isTask(item) ? undefined : `Part of ${context}`}>
            {context}
          </span>
        )}
        {labels.length > 0 && <Labels labels={labels} />}
      </div>
      <div className={styles.meta}>
        {isIn === 'person' && status !== 'todo' && <TaskStatusBadge status={status} />}
        <BlockedMark of={item} />
        <RepeatMark of={item} />
        {priority !== 'medium' && <PriorityBadge priority={priority} />}
        {due_date && <DueDate date={due_date} today={today} isDone={status === 'done'} />}
        {!isTask(item) && <Hours estimate={item.estimated_hours} spent={item.spent_minutes} />}
        {comments > 0 && <Counted Icon={IconMessageCircle} count={comments} noun="comment" />}
        {files > 0 && <Counted Icon={IconPaperclip} count={files} noun="file" />}
      </div>
      {isIn === 'status' && <Assignee item={item} />}
    </div>
  )
}

/** The task that a subtask is part of; how far a task's subtasks are. */
function contextOf(item: WorkItem) {
  if (!isTask(item)) return item.parent_task.title
  const { subtasks } = item
  return subtasks.length > 0 && `${subtasks.filter(({ status }) => status === 'done').length} of ${subtasks.length} subtasks done`
}

const Labels = ({ labels }: { labels: readonly Label[] }) => (
  <ul className={styles.labels} aria-label="Labels" title={labels.map(({ name }) => name).join(', ')}>
    {labels.map(({ id, name, color }) => (
      <li key={id}>
        <LabelDot color={color} />
        {name}
      </li>
    ))}
  </ul>
)

type CountedProps = { Icon: typeof IconPaperclip; count: number; noun: string }

function Counted({ Icon, count, noun }: CountedProps) {
  const words = `${count} ${noun}${count === 1 ? '' : 's'}`
  return (
    <span className={styles.count} role="img" aria-label={words} title={words}>
      <Icon size={14} aria-hidden />
      {count}
    </span>
  )
}

function Assignee({ item: { assigned_to: person } }: Pick<CardProps, 'item'>) {
  if (!person) return null
  return (
    <span className={styles.assignee} role="img" aria-label={`Assigned to ${person.full_name}`}>
      <Initials id={person.id} name={person.full_name} size={20} />
    </span>
  )
}
