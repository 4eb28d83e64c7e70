import { IconUserQuestion } from '@tabler/icons-react'
import { api, may, type Project, type Task } from 'contract'
import { useCallback } from 'react'
import { ColumnCapacityLater } from '../../capacity/later.tsx'
import { useMe } from '../../session/session.ts'
import { clockOf } from '../../time/duration.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { type AssigneeColumn, plannedHours, spentMinutes, unassigned, withoutEstimate } from './board.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { useColumns } from './useColumns.ts'
import { CardOfPerson } from './WorkCard.tsx'

type Options = { project: Project; tasks: readonly Task[] }

/** A column for each assignee. */
export function useAssigneeColumns(assignees: readonly AssigneeColumn[], { project, tasks }: Options) {
  const isManager = useMe().role === 'project_manager'
  // `QuickAdd` reads the tasks from a context when it opens: columns don't depend on them.
  const reason = project.is_active
    ? tasks.length
      ? undefined
      : 'No tasks found. Please add a task first to create a subtask.'
    : 'Project is inactive'
  const columnOf = useCallback(
    (assignee: AssigneeColumn) => ({
      title: assignee.name,
      icon: <AssigneeIcon {...assignee} />,
      header: <ColumnHeader project_id={project.id} assignee={assignee} />,
      empty:
        assignee.id === unassigned
          ? 'Nothing is unassigned.'
          : isManager
            ? 'Nothing here. Drag a card to assign it.'
            : 'Nothing here.',
      footer: isManager && assignee.isMember && <QuickAdd project_id={project.id} column={assignee} reason={reason} />,
    }),
    [project.id, isManager, reason],
  )
  return useColumns(assignees, { tasks, Content: CardOfPerson, columnOf })
}

const AssigneeIcon = ({ id, name }: AssigneeColumn) =>
  id === unassigned ? (
    <IconUserQuestion size={24} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
  ) : (
    <Initials id={id} name={name} size={24} />
  )

type HeaderProps = { project_id: number; assignee: AssigneeColumn }

function ColumnHeader({ project_id, assignee }: HeaderProps) {
  const { items, isMember } = assignee
  const seesCapacity = may(useMe().role, api.capacity.ofProject)
  const spent = spentMinutes(items)
  const missing = withoutEstimate(items)
  const words = [
    `${plannedHours(items)} h planned`,
    ...(missing > 0 ? [`${missing} without an estimate`] : []),
    ...(spent > 0 ? [`${clockOf(spent)} spent`] : []),
    ...(isMember ? [] : ['takes no more work']),
  ].join(' · ')
  if (assignee.id === unassigned || !isMember || !seesCapacity) return <div className="fine tabular">{words}</div>
  return <ColumnCapacityLater project_id={project_id} person={assignee} missing={missing} words={words} />
}
