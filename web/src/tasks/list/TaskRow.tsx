import { Anchor, Menu } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconCopy, IconPencil, IconPlus, IconTag, IconTrash } from '@tabler/icons-react'
import type { Task } from 'contract'
import { memo, type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import type { TaskActions } from '../data/actions.ts'
import { isOwn } from '../data/own.ts'
import { BlockedMark } from '../parts/BlockedMark.tsx'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import { LabelsField } from '../parts/LabelsField.tsx'
import { BriefLabels } from '../parts/LabelTags.tsx'
import { RepeatMark } from '../parts/RepeatMark.tsx'
import { RowMenu } from '../parts/RowMenu.tsx'
import { AssigneeCell, DueCell, PriorityCell, StatusCell } from './cells.tsx'
import { assigneesOf } from './order.ts'
import { useRows } from './rows.ts'
import { RowCheck, SelectEntry } from './selection.tsx'
import { TaskParts } from './TaskParts.tsx'
import styles from './TaskRow.module.css'

type Props = {
  task: Task
  isOpen: boolean
  toggle: (task: number) => void
  showsAll: boolean
}

/** A task in one line, with its description and subtasks below while it is open. */
export const TaskRow = memo(function TaskRow({ task, isOpen, toggle, showsAll }: Props) {
  const { today, members, me, actions, own, reason } = useRows()
  const { id, title, status, priority, due_date, subtasks } = task
  const row = useRef<HTMLElement>(null)
  const edit = reason ? undefined : actions
  const setStatus = (edit ?? (isOwn(me, task) ? own : undefined))?.setTaskStatus
  const done = subtasks.filter((subtask) => subtask.status === 'done').length
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <article ref={row} className={styles.task}>
      <div className={styles.row} data-row={id} data-kind="task" tabIndex={-1} {...useHighlight('task', id)}>
        <RowCheck id={id} title={title} />
        <button
          type="button"
          className={styles.chevron}
          aria-expanded={isOpen}
          aria-label={`Expand ${title}`}
          data-toggle
          onClick={() => toggle(id)}
        >
          <Chevron size={16} aria-hidden />
        </button>
        <div className={styles.what}>
          <WorkKey of={task} />
          <h3 className={styles.title} dir="auto" title={title}>
            {/* The tenant admin can't open tasks. */}
            {me.role !== 'tenant_admin' ? (
              <Anchor component={Link} to={`/project_manager/tasks/${id}`} inherit c="inherit">
                {title}
              </Anchor>
            ) : (
              title
            )}
          </h3>
          <BlockedMark of={task} />
          <RepeatMark of={task} />
          <Labels task={task} edit={edit} />
        </div>
        <span className={`tabular dimmed ${styles.count}`} title={`${done} of ${subtasks.length} subtasks done`}>
          {subtasks.length > 0 && `${done}/${subtasks.length}`}
        </span>
        <AssigneeCell
          of={title}
          assignee={task.assigned_to}
          people={assigneesOf(task)}
          members={members}
          save={edit && ((assigned_to_id) => edit.changeTask(task, { assigned_to_id }))}
        />
        <DueCell
          of={title}
          date={due_date}
          today={today}
          isDone={status === 'done'}
          save={edit && ((date) => edit.changeTask(task, { due_date: date }))}
        />
        <PriorityCell of={title} priority={priority} save={edit && ((wanted) => edit.changeTask(task, { priority: wanted }))} />
        <StatusCell of={title} status={status} save={setStatus && ((wanted) => setStatus(task, wanted))} />
        {actions && <TaskMenu task={task} actions={actions} reason={reason} row={row} />}
      </div>
      {isOpen && <TaskParts task={task} showsAll={showsAll} />}
    </article>
  )
})

const Labels = ({ task, edit }: { task: Task; edit: TaskActions | undefined }) => {
  const tags = <BriefLabels labels={task.labels} />
  if (!edit) return <span className={styles.labels}>{tags}</span>
  return (
    <LabelsField
      className={styles.labels}
      labels={task.labels}
      display={task.labels.length ? tags : <IconTag size={16} stroke={1.5} className={styles.onDemand} aria-hidden />}
      save={(label_ids) => edit.changeTask(task, { label_ids })}
    />
  )
}

type MenuProps = { task: Task; actions: TaskActions; reason: string | undefined; row: RefObject<HTMLElement | null> }

const TaskMenu = ({ task, actions, reason, row }: MenuProps) => (
  <RowMenu of={task.title} reason={reason}>
    <Menu.Item leftSection={<IconPencil size={16} />} disabled={reason !== undefined} onClick={() => actions.editTask(task)}>
      Edit Task
    </Menu.Item>
    <Menu.Item leftSection={<IconPlus size={16} />} disabled={reason !== undefined} onClick={() => actions.addSubtask(task)}>
      Create Subtask
    </Menu.Item>
    <Menu.Item leftSection={<IconCopy size={16} />} disabled={reason !== undefined} onClick={() => actions.copyTask(task)}>
      Copy Task
    </Menu.Item>
    <SelectEntry id={task.id} />
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
