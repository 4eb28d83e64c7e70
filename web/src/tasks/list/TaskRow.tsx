import { Anchor, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Task } from 'contract'
import { memo, type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { LinkedText } from '../../ui/text/LinkedText.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskActions } from '../data/actions.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import { LabelTags } from '../parts/LabelTags.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { StatusMenu } from '../parts/StatusMenu.tsx'
import { AddSubtask } from './AddSubtask.tsx'
import { SubtaskRow } from './SubtaskRow.tsx'
import styles from './TaskRow.module.css'

type Props = {
  task: Task
  today: string
  /** Absent for the tenant admin, who can't open tasks. */
  actions: TaskActions | undefined
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
  showsAll: boolean
  showAll: (task: number) => void
}

const fewSubtasks = 8

export const TaskRow = memo(function TaskRow({ task, today, actions, reason, showsAll, showAll }: Props) {
  const { id, title, description, status, priority, due_date, labels, subtasks } = task
  const completed = subtasks.filter((subtask) => subtask.status === 'done').length
  const shown = showsAll || subtasks.length <= fewSubtasks + 1 ? subtasks : subtasks.slice(0, fewSubtasks)
  const row = useRef<HTMLElement>(null)
  return (
    <article ref={row} className={styles.task} {...useHighlight('task', id)}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {actions ? (
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
          {actions && !reason ? (
            <StatusMenu of={title} status={status} onChoose={(wanted) => actions.setTaskStatus(task, wanted)} />
          ) : (
            <TaskStatusBadge status={status} />
          )}
        </div>
        {actions && <TaskMenu task={task} actions={actions} reason={reason} row={row} />}
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
          <ul>
            {shown.map((subtask) => (
              <SubtaskRow
                key={subtask.id}
                subtask={subtask}
                today={today}
                setStatus={actions?.setSubtaskStatus}
                actions={actions}
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
      {actions && !reason && <AddSubtask task={task} onAdd={() => showAll(id)} />}
    </article>
  )
})

type MenuProps = { task: Task; actions: TaskActions; reason: string | undefined; row: RefObject<HTMLElement | null> }

const TaskMenu = ({ task, actions, reason, row }: MenuProps) => (
  <RowMenu of={task.title} reason={reason}>
    <Menu.Item leftSection={<IconPencil size={16} />} disabled={reason !== undefined} onClick={() => actions.editTask(task)}>
      Edit Task
    </Menu.Item>
    <Menu.Item leftSection={<IconPlus size={16} />} disabled={reason !== undefined} onClick={() => actions.addSubtask(task)}>
      Create Subtask
    </Menu.Item>
    <Menu.Item
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} />}
      disabled={reason !== undefined}
      onClick={() => void keepFocusNearby(row.current, () => actions.removeTask(task))}
    >
      Delete Task
    </Menu.Item>
  </RowMenu>
)
