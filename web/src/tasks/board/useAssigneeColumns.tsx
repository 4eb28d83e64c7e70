import { IconUserQuestion } from '@tabler/icons-react'
import type { Project, Subtask, Task } from 'contract'
import { useMemo } from 'react'
import { useToday } from '../../session/today.ts'
import type { Card, Column } from '../../ui/board/types.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { type AssigneeColumn, isSameColumn, plannedHours, unassigned } from './board.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { SubtaskCard } from './SubtaskCard.tsx'

type Options = { project: Project; tasks: readonly Task[] }

/** The board's columns. An unchanged card or column stays the same object, so that it is not rendered again. */
export function useAssigneeColumns(assignees: readonly AssigneeColumn[], { project, tasks }: Options) {
  const today = useToday()
  // `QuickAdd` reads the tasks from a context when it opens: columns don't depend on them.
  const reason = project.is_active
    ? tasks.length
      ? undefined
      : 'No tasks found. Please add a task first to create a subtask.'
    : 'Project is inactive'
  const cache = useMemo(
    () => ({
      cards: new WeakMap<Subtask, Card>(),
      columns: new Map<number, { assignee: AssigneeColumn; column: Column }>(),
      today,
      reason,
      project_id: project.id,
    }),
    [today, reason, project.id],
  )
  return useMemo(() => {
    const cardOf = (subtask: Subtask) => {
      const card = cache.cards.get(subtask) ?? {
        id: subtask.id,
        label: subtask.title,
        content: <SubtaskCard subtask={subtask} today={cache.today} />,
      }
      cache.cards.set(subtask, card)
      return card
    }
    return assignees.map((assignee) => {
      const cached = cache.columns.get(assignee.id)
      if (cached && isSameColumn(cached.assignee, assignee)) return cached.column
      const column: Column = {
        id: assignee.id,
        title: assignee.name,
        icon: <AssigneeIcon {...assignee} />,
        header: <ColumnHeader hours={plannedHours(assignee.subtasks)} isMember={assignee.isMember} />,
        cards: assignee.subtasks.map(cardOf),
        empty: assignee.id === unassigned ? 'Nothing is unassigned.' : 'Nothing here. Drag a card to assign it.',
        footer: assignee.isMember && <QuickAdd project_id={cache.project_id} column={assignee} reason={cache.reason} />,
      }
      cache.columns.set(assignee.id, { assignee, column })
      return column
    })
  }, [assignees, cache])
}

const AssigneeIcon = ({ id, name }: AssigneeColumn) =>
  id === unassigned ? (
    <IconUserQuestion size={24} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
  ) : (
    <Initials id={id} name={name} size={24} />
  )

const ColumnHeader = ({ hours, isMember }: { hours: number; isMember: boolean }) => (
  <div className="fine tabular">
    {hours} h planned{!isMember && ' · no longer a member'}
  </div>
)
