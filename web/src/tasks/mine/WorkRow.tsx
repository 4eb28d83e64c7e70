import { Anchor, Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import type { Status } from 'contract'
import { memo, type ReactNode, useContext, useId } from 'react'
import { Link } from 'react-router'
import { isDueWhileAway, OwnAbsences } from '../../capacity/own.ts'
import { useHighlight } from '../../live/highlights.ts'
import { useToday } from '../../session/today.ts'
import { TimerButton } from '../../time/TimerButton.tsx'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { StatusActions } from '../data/status.ts'
import { StatusMenu, statusKeys } from '../parts/StatusMenu.tsx'
import { MoveHandle, type Moving } from './MoveHandle.tsx'
import table from './WorkTable.module.css'
import type { MySubtask } from './work.ts'

type Place = { task: { id: number; name: string }; project: { id: number; name: string } }

type Props = {
  subtask: MySubtask
  /** The task to which the title leads; undefined if the person can't open it. */
  task_id: number | undefined
  project_id: number
  actions: StatusActions
  mayChange: boolean
  /** Shown under the title, where no heading says it. */
  place?: Place
  /** For a row that can be moved among its neighbours. */
  moving?: Moving
}

/** One of the developer's own tasks or subtasks, as a row of a table with the heads of `WorkHeads`. */
export const WorkRow = memo(function WorkRow({ subtask, task_id, project_id, actions, mayChange, place, moving }: Props) {
  const titleId = useId()
  const today = useToday()
  const { id, title, status, due_date, isTask } = subtask
  const isAway = isDueWhileAway(subtask, useContext(OwnAbsences), today) && mayChange
  const choose = (wanted: Status) => actions.setStatus(subtask, wanted)
  return (
    <tr
      className={table.row}
      data-row={id}
      data-is-removed={subtask.isRemoved}
      data-is-done={status === 'done'}
      {...useHighlight(isTask ? 'task' : 'subtask', id)}
      {...(mayChange && { onKeyDown: statusKeys(status, choose) })}
    >
      <td className={table.title}>
        {moving && <MoveHandle of={title} id={id} moving={moving} />}
        <WorkKey of={subtask} />{' '}
        <span id={titleId}>
          <TaskLink to={task_id} {...(!isTask && { subtask_id: id })}>
            {title}
          </TaskLink>
        </span>
        {place && <PlaceLinks {...place} isTask={isTask === true} />}
      </td>
      <td>{mayChange ? <StatusMenu of={title} status={status} onChoose={choose} /> : <TaskStatusBadge status={status} />}</td>
      <td className={table.due}>
        <div>
          <span>{formatDate(due_date)}</span>
          {due_date && mayChange && due_date <= today && (
            // It keeps its room when done, so that no row moves when a status changes.
            <span className={table.late} data-is-done={status === 'done'}>
              <DueDate date={due_date} today={today} />
            </span>
          )}
          {isAway && (
            <span className={table.away}>
              <IconCalendarOff size={14} aria-hidden />
              You are away then
            </span>
          )}
        </div>
      </td>
      <td className={table.action}>
        {mayChange && task_id !== undefined && (
          <TimerButton of={{ project: project_id, task: task_id, subtask: isTask ? null : id, key: subtask.key, title }} />
        )}
        {mayChange && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-describedby={titleId}
            onClick={() => actions.openDialog(subtask)}
          >
            Update Status
          </Button>
        )}
      </td>
    </tr>
  )
})

const PlaceLinks = ({ task, project, isTask }: Place & { isTask: boolean }) => (
  <span className={`fine ${table.place}`}>
    <Anchor
      component={Link}
      to={`/developer/projects/${project.id}`}
      inherit
      c="inherit"
      className="truncate"
      title={project.name}
    >
      {project.name}
    </Anchor>
    {!isTask && (
      <>
        {' · '}
        <Anchor
          component={Link}
          to={`/project_manager/tasks/${task.id}`}
          inherit
          c="inherit"
          className="truncate"
          title={task.name}
        >
          {task.name}
        </Anchor>
      </>
    )}
  </span>
)

type LinkProps = { to: number | undefined; subtask_id?: number; children: ReactNode }

/** A link to the task's page; plain text when `to` is undefined, as the person can't open it. */
export const TaskLink = ({ to, subtask_id, children }: LinkProps) =>
  to === undefined ? (
    children
  ) : (
    <Anchor
      component={Link}
      to={`/project_manager/tasks/${to}${subtask_id === undefined ? '' : `#subtask-${subtask_id}`}`}
      inherit
      c="inherit"
    >
      {children}
    </Anchor>
  )

/** The heads of the columns; `isHidden` where a table above already shows them. */
export const WorkHeads = ({ isHidden = false }: { isHidden?: boolean }) => (
  <thead data-is-hidden={isHidden || undefined}>
    <tr>
      <th scope="col">Subtask</th>
      <th scope="col">Status</th>
      <th scope="col">Due Date</th>
      <th scope="col">Action</th>
    </tr>
  </thead>
)
