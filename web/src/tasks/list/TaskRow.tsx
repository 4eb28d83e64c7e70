import { Anchor, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Task } from 'contract'
import { memo, type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskHands } from '../data/hands.ts'
import { andStay } from '../parts/andStay.ts'
import { LabelTags } from '../parts/LabelTags.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { StatusMenu } from '../parts/StatusMenu.tsx'
import { AddSubtask } from './AddSubtask.tsx'
import { SubtaskRow } from './SubtaskRow.tsx'
import styles from './TaskRow.module.css'

type Props = {
  task: Task
  today: string
  /** Absent for the tenant admin, to whom tasks are not open. */
  hands: TaskHands | undefined
  /** Why nothing can be changed now. */
  reason: string | undefined
  showsAll: boolean
  showAll: (task: number) => void
}

const fewSubtasks = 8

export const TaskRow = memo(function TaskRow({ task, today, hands, reason, showsAll, showAll }: Props) {
  const { id, title, description, status, priority, due_date, labels, subtasks } = task
  const completed = subtasks.filter((subtask) => subtask.status === 'done').length
  const shown = showsAll || subtasks.length <= fewSubtasks + 1 ? subtasks : subtasks.slice(0, fewSubtasks)
  const row = useRef<HTMLElement>(null)
  return (
    <article ref={row} className={styles.task} {...useHighlight('task', id)}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {hands ? (
            <Anchor component={Link} to={`/project_manager/tasks/${id}`} inherit c="inherit">
              {title}
            </Anchor>
          ) : (
            title
          )}
        </h3>
        <div className={styles.facts}>
          {due_date && <DueDate date={due_date} today={today} isDone={status === 'done'} />}
          <PriorityBadge priority={priority} />
          {hands && !reason ? (
            <StatusMenu of={title} status={status} onChoose={(wanted) => hands.setTaskStatus(task, wanted)} />
          ) : (
            <TaskStatusBadge status={status} />
          )}
        </div>
        {hands && <TaskMenu task={task} hands={hands} reason={reason} row={row} />}
      </div>
      {description && (
        <p className={`${styles.description} clip-2`} title={description}>
          <LinkedText>{description}</LinkedText>
        </p>
      )}
      <LabelTags labels={labels} />
      {subtasks.length > 0 && (
        <>
          <div className={styles.subhead}>
            Subtasks{' '}
            <span className="tabular">
              {completed} of {subtasks.length} done
            </span>
          </div>
          <ul className={styles.subtasks}>
            {shown.map((subtask) => (
              <SubtaskRow
                key={subtask.id}
                subtask={subtask}
                today={today}
                setStatus={hands?.setSubtaskStatus}
                hands={hands}
                reason={reason}
              />
            ))}
          </ul>
          {shown.length < subtasks.length && (
            <button type="button" className={styles.more} onClick={() => showAll(id)}>
              Show all {subtasks.length} subtasks
            </button>
          )}
        </>
      )}
      {hands && !reason && <AddSubtask task={task} onAdd={() => showAll(id)} />}
    </article>
  )
})

type MenuProps = { task: Task; hands: TaskHands; reason: string | undefined; row: RefObject<HTMLElement | null> }

const TaskMenu = ({ task, hands, reason, row }: MenuProps) => (
  <RowMenu of={task.title} reason={reason}>
    <Menu.Item leftSection={<IconPencil size={16} />} disabled={reason !== undefined} onClick={() => hands.editTask(task)}>
      Edit Task
    </Menu.Item>
    <Menu.Item leftSection={<IconPlus size={16} />} disabled={reason !== undefined} onClick={() => hands.addSubtask(task)}>
      Create Subtask
    </Menu.Item>
    <Menu.Item
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} />}
      disabled={reason !== undefined}
      onClick={() => void andStay(row.current, () => hands.removeTask(task))}
    >
      Delete Task
    </Menu.Item>
  </RowMenu>
)
