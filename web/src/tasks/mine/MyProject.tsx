import { Anchor, Box, Button, Text } from '@mantine/core'
import type { Status } from 'contract'
import { memo, useId } from 'react'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { useToday } from '../../session/today.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import marks from '../../ui/theme/badges.module.css'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { StatusActions } from '../data/status.ts'
import { StatusMenu, statusKeys } from '../parts/StatusMenu.tsx'
import styles from './MyProject.module.css'
import table from './MyProjectTable.module.css'
import { type MySubtask, type MyProject as Project, subtasksOf } from './work.ts'

type Props = { project: Project; actions: StatusActions }

/** A project as its developer sees it: only tasks with subtasks of their own. */
export function MyProject({ project, actions }: Props) {
  const titleId = useId()
  const { name, is_active, is_member, tasks } = project
  const subtasks = subtasksOf([project]).filter(({ isRemoved }) => !isRemoved)
  return (
    <section className={styles.project} data-is-active={is_active} aria-labelledby={titleId}>
      <header className="row">
        <h3 id={titleId} className={`${styles.name} ${is_active ? '' : 'dimmed'}`}>
          {name}
        </h3>
        {!is_active && (
          <span className={marks.mark} data-tone="plain">
            Inactive
          </span>
        )}
        {subtasks.length > 0 && (
          <Box component="span" className="fine tabular" ml="auto" flex="none">
            {subtasks.filter(({ status }) => status === 'done').length} of {subtasks.length} done
          </Box>
        )}
      </header>
      {tasks.length === 0 ? (
        <Text inherit c="dimmed" mt="2xs" mb="xs">
          Nothing in this project is assigned to you.
        </Text>
      ) : (
        <table className={table.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Subtask</th>
              <th scope="col">Status</th>
              <th scope="col">Due Date</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          {tasks.map((task) => (
            <tbody key={task.id}>
              <tr className={table.task}>
                <th scope="rowgroup" colSpan={4}>
                  <TaskLink to={is_member ? task.id : undefined}>{task.name}</TaskLink>
                </th>
              </tr>
              {task.subtasks.map((subtask) => (
                <Row
                  key={subtask.id}
                  subtask={subtask}
                  task_id={is_member && !subtask.isRemoved ? task.id : undefined}
                  actions={actions}
                  mayChange={is_active && is_member && !subtask.isRemoved}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </section>
  )
}

type RowProps = { subtask: MySubtask; task_id: number | undefined; actions: StatusActions; mayChange: boolean }

const Row = memo(function Row({ subtask, task_id, actions, mayChange }: RowProps) {
  const titleId = useId()
  const today = useToday()
  const { title, status, due_date } = subtask
  const choose = (wanted: Status) => actions.setStatus(subtask, wanted)
  return (
    <tr
      className={table.row}
      data-is-removed={subtask.isRemoved}
      {...useHighlight('subtask', subtask.id)}
      {...(mayChange && { onKeyDown: statusKeys(status, choose) })}
    >
      <td id={titleId} className={table.title}>
        <TaskLink to={task_id}>{title}</TaskLink>
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
        </div>
      </td>
      <td className={table.action}>
        {mayChange && (
          <Button variant="default" size="compact-sm" aria-describedby={titleId} onClick={() => actions.openDialog(subtask)}>
            Update Status
          </Button>
        )}
      </td>
    </tr>
  )
})

/** A link to the task's page; plain text when `to` is undefined, as the person can't open it. */
const TaskLink = ({ to, children }: { to: number | undefined; children: string }) =>
  to === undefined ? (
    children
  ) : (
    <Anchor component={Link} to={`/project_manager/tasks/${to}`} inherit c="inherit">
      {children}
    </Anchor>
  )
