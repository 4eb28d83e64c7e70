import type { Project, Subtask, Task } from 'contract'
import { useMemo } from 'react'
import type { BoardId } from '../../ui/board/types.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { TaskActions } from '../data/actions.ts'
import { columnsOf } from './board.ts'
import { ParentTasks } from './parents.ts'
import { useAssigneeColumns } from './useAssigneeColumns.tsx'
import type { BulkChanges } from './useBulkChanges.ts'
import { WorkBoard } from './WorkBoard.tsx'
import type { WorkItem } from './work.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  /** The subtasks to show, in order. */
  subtasks: readonly Subtask[]
  actions: TaskActions
  onHold: (isHeld: boolean) => void
}

/** Subtasks by assignee. */
export function AssignmentBoard({ subtasks, ...props }: Props) {
  const { project, tasks } = props
  const assignees = useMemo(() => columnsOf(subtasks, project.members), [subtasks, project.members])
  const columns = useAssigneeColumns(assignees, { project, tasks })
  const assign = (items: readonly WorkItem[], to: BoardId, bulk: BulkChanges) => {
    const assignee = assignees.find(({ id }) => id === to)
    if (assignee?.isMember) return bulk.assign(items, assignee)
    if (assignee) toast.error(`${assignee.name} can’t be assigned work in this project.`)
    return undefined
  }
  return (
    <ParentTasks value={tasks}>
      <WorkBoard
        {...props}
        items={subtasks}
        columns={columns}
        label="Subtasks by assignee"
        name="people"
        hint={(count) =>
          count > 1
            ? `Drop on a person to assign all ${count} selected, or on Unassigned to take them back.`
            : 'Drop on a person to assign, or on Unassigned to take it back.'
        }
        inactive="Cannot assign subtasks in an inactive project."
        drop={assign}
      />
    </ParentTasks>
  )
}
