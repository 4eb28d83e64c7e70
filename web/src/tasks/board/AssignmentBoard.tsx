import { Group, Menu } from '@mantine/core'
import { IconPencil, IconSquareCheck } from '@tabler/icons-react'
import { type Project, type Subtask, statuses, type Task } from 'contract'
import { useMemo } from 'react'
import { Board } from '../../ui/board/Board.tsx'
import type { BoardId } from '../../ui/board/types.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskActions } from '../data/actions.ts'
import { columnsOf } from './board.ts'
import { ParentTasks } from './parents.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useAssigneeColumns } from './useAssigneeColumns.tsx'
import { useBoardSelection } from './useBoardSelection.ts'
import { useBulkChanges } from './useBulkChanges.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  /** The subtasks to show, in order. */
  subtasks: readonly Subtask[]
  actions: TaskActions
  onHold: (isHeld: boolean) => void
}

/** Subtasks by assignee: each can be dragged and edited, and several can be changed at once. */
export function AssignmentBoard(props: Props) {
  const { project, tasks, subtasks, actions, onHold } = props
  const selection = useBoardSelection(subtasks)
  const { selected, selectedSubtasks, choose, add, clear } = selection
  const { assignees, bulk, assign, remove, withSelection } = useAssignment(props, selection)
  const columns = useAssigneeColumns(assignees, { project, tasks })

  return (
    <ParentTasks value={tasks}>
      <Board
        label="Subtasks by assignee"
        columns={columns}
        onMove={(card, _, to) => assign(withSelection(card), to)}
        dropZone={{
          label: 'Drag here to delete task',
          menuLabel: 'Delete Subtask',
          onDrop: (card) => remove(withSelection(card)),
        }}
        hint={
          selected.size > 1
            ? `Drop on a person to assign all ${selected.size} selected, or on Unassigned to take them back.`
            : 'Drop on a person to assign, or on Unassigned to take it back.'
        }
        disabledReason={project.is_active ? undefined : 'Cannot assign subtasks in an inactive project.'}
        onBlocked={(reason) => toast.error(reason)}
        cardMenu={(card) => {
          const subtask = subtasks.find(({ id }) => id === card.id)
          return subtask && project.is_active && <CardEntries subtask={subtask} actions={actions} select={() => add([subtask])} />
        }}
        onHold={onHold}
        selection={project.is_active ? { selected, onSelect: choose } : undefined}
        bar={
          selectedSubtasks.length > 0 && (
            <SelectionBar
              subtasks={selectedSubtasks}
              columns={assignees}
              bulk={bulk}
              assign={({ id }) => {
                clear()
                assign(selectedSubtasks, id)
              }}
              clear={clear}
            />
          )
        }
      />
    </ParentTasks>
  )
}

/** Assigns and deletes the subtasks of dropped cards, if they still exist. */
function useAssignment(
  { project, tasks, subtasks, actions }: Props,
  { selected, add, clear }: ReturnType<typeof useBoardSelection>,
) {
  const assignees = useMemo(() => columnsOf(subtasks, project.members), [subtasks, project.members])
  const bulk = useBulkChanges(add)
  /** The card's subtask, with the whole selection if the card is part of it. */
  const withSelection = (card: BoardId) => subtasks.filter(({ id }) => id === card || (selected.has(card) && selected.has(id)))

  /** A held board still shows subtasks that somebody else has deleted. */
  const existing = (wanted: readonly Subtask[]) => {
    const existingIds = new Set(tasks.flatMap((task) => task.subtasks.map(({ id }) => id)))
    const deleted = wanted.find(({ id }) => !existingIds.has(id))
    if (deleted) toast.error(`"${deleted.title}" has been deleted by somebody else.`)
    return wanted.filter(({ id }) => existingIds.has(id))
  }
  const assign = (wanted: readonly Subtask[], to: BoardId) => {
    const moved = existing(wanted)
    const assignee = assignees.find(({ id }) => id === to)
    if (moved.length === 0 || !assignee) return
    if (!assignee.isMember) return toast.error(`${assignee.name} is no longer a member of this project.`)
    if (moved.length > 1) clear()
    void bulk.assign(moved, assignee)
  }
  const remove = (wanted: readonly Subtask[]) => {
    const [first, ...others] = existing(wanted)
    if (first) void (others.length ? bulk.remove([first, ...others]) : actions.removeSubtask(first))
  }
  return { assignees, bulk, assign, remove, withSelection }
}

const CardEntries = ({ subtask, actions, select }: { subtask: Subtask; actions: TaskActions; select: () => void }) => (
  <>
    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.editSubtask(subtask)}>
      Edit Subtask
    </Menu.Item>
    <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={select}>
      Select
    </Menu.Item>
    {statuses
      .filter((status) => status !== subtask.status)
      .map((status) => (
        <Menu.Item key={status} onClick={() => actions.setSubtaskStatus(subtask, status)}>
          <Group gap="xs" wrap="nowrap">
            Set <TaskStatusBadge status={status} />
          </Group>
        </Menu.Item>
      ))}
    <Menu.Divider />
  </>
)
