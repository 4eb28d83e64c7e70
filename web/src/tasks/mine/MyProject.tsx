import { Anchor, Box, Text } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import marks from '../../ui/theme/badges.module.css'
import type { StatusActions } from '../data/status.ts'
import styles from './MyProject.module.css'
import { TaskLink, WorkHeads, WorkRow } from './WorkRow.tsx'
import table from './WorkTable.module.css'
import { type MyProject as Project, subtasksOf } from './work.ts'

type Props = { project: Project; actions: StatusActions }

/** A project as its developer sees it: only tasks that are theirs or have subtasks of theirs. */
export function MyProject({ project, actions }: Props) {
  const titleId = useId()
  const { id, name, is_active, is_member, tasks } = project
  const subtasks = subtasksOf([project]).filter(({ isRemoved }) => !isRemoved)
  return (
    <section className={styles.project} data-is-active={is_active} aria-labelledby={titleId}>
      <header className="row">
        <h3 id={titleId} className={`${styles.name} ${is_active ? '' : 'dimmed'}`}>
          {is_member ? (
            <Anchor component={Link} to={`/developer/projects/${id}`} inherit c="inherit">
              {name}
            </Anchor>
          ) : (
            name
          )}
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
          <WorkHeads />
          {tasks.map((task) => (
            <tbody key={task.id}>
              <tr className={table.task}>
                <th scope="rowgroup" colSpan={4}>
                  <TaskLink to={is_member ? task.id : undefined}>{task.name}</TaskLink>
                </th>
              </tr>
              {task.subtasks.map((subtask) => (
                <WorkRow
                  key={subtask.id}
                  subtask={subtask}
                  task_id={is_member && !subtask.isRemoved ? task.id : undefined}
                  project_id={id}
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
