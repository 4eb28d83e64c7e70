import { Button, Checkbox, Group, Menu, NativeSelect } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type Project, statuses, type Task } from 'contract'
import { useMemo } from 'react'
import { messageOf } from '../api/messages.ts'
import { oneOf, useAddress } from '../ui/address.ts'
import { TaskStatusBadge } from '../ui/badges.tsx'
import { Board } from '../ui/board/Board.tsx'
import type { BoardId } from '../ui/board/types.ts'
import { Empty } from '../ui/Empty.tsx'
import { toast } from '../ui/toast.tsx'
import {
  type BoardView,
  columnsOf,
  countAssignments,
  plannedHours,
  type Sort,
  shownOnBoard,
  sorts,
  subtasksOf,
  unassigned,
} from './board.ts'
import { useTaskChanges } from './changes.ts'
import { FilterNote } from './FilterNote.tsx'
import type { TaskHands } from './hands.ts'
import { SearchBox } from './SearchBox.tsx'
import { SubtaskCard } from './SubtaskCard.tsx'
import styles from './SubtaskView.module.css'
import { useToday } from './today.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  hands: TaskHands
  /** Makes a new one, where that can be done. */
  create: (() => void) | undefined
}

const sortNames: Record<Sort, string> = { status: 'Status', created: 'Created date', due_date: 'Due date', title: 'Title' }
const blocked = 'Cannot assign subtasks in an inactive project.'

/** The project's subtasks by assignee, and by dragging them their assignment. */
export function SubtaskView({ project, tasks, hands, create }: Props) {
  const { view, put } = useBoardView()
  const subtasks = useMemo(() => subtasksOf(tasks), [tasks])
  const shown = useMemo(() => shownOnBoard(subtasks, view), [subtasks, view])
  const clear = () => put(view.search ? { search: '' } : { completed: '1' })

  if (subtasks.length === 0)
    return <Empty action={create && <Button onClick={create}>Create the first subtask</Button>}>No subtasks to assign</Empty>
  return (
    <div className={styles.view}>
      <Group gap={8}>
        <SearchBox
          label="Search subtasks"
          placeholder="Search subtasks..."
          value={view.search}
          onSearch={(search) => put({ search })}
        />
        <NativeSelect
          size="xs"
          aria-label="Sort by"
          data={sorts.map((value) => ({ value, label: `Sort: ${sortNames[value]}` }))}
          value={view.sort}
          onChange={(event) => put({ sort: event.currentTarget.value })}
        />
        <Checkbox
          size="xs"
          label="Show completed"
          checked={view.showsCompleted}
          onChange={(event) => put({ completed: event.currentTarget.checked ? '1' : '' })}
        />
        <FilterNote hidden={subtasks.length - shown.length} isFiltered={shown.length > 0 && view.search !== ''} clear={clear} />
      </Group>
      <Counters subtasks={shown} />
      {shown.length === 0 ? (
        <Empty
          action={
            <Button variant="default" onClick={clear}>
              {view.search ? 'Clear Filters' : 'Show completed'}
            </Button>
          }
        >
          {view.search ? 'No subtasks match these filters.' : 'No subtasks to assign'}
        </Empty>
      ) : (
        <AssignmentBoard project={project} subtasks={shown} hands={hands} />
      )}
    </div>
  )
}

function useBoardView() {
  const [params, put] = useAddress()
  const sort = oneOf(sorts, params.get('sort')) ?? 'status'
  const search = params.get('search') ?? ''
  const showsCompleted = params.get('completed') === '1'
  const view = useMemo<BoardView>(() => ({ sort, search, showsCompleted }), [sort, search, showsCompleted])
  return { view, put }
}

function Counters({ subtasks }: { subtasks: ReturnType<typeof subtasksOf> }) {
  const { assigned, unassigned: free, rate } = countAssignments(subtasks)
  return (
    <ul className={styles.counts}>
      <li>{assigned} assigned</li>
      <li>{free} unassigned</li>
      <li>{rate}% assignment rate</li>
    </ul>
  )
}

type BoardProps = { project: Project; subtasks: ReturnType<typeof subtasksOf>; hands: TaskHands }

function AssignmentBoard({ project, subtasks, hands }: BoardProps) {
  const today = useToday()
  const { updateSubtask } = useTaskChanges()
  const places = useMemo(() => columnsOf(subtasks, project.members), [subtasks, project.members])
  const columns = useMemo(
    () =>
      places.map(({ id, name, isMember, subtasks: theirs }) => ({
        id,
        title: name,
        header: <ColumnHead hours={plannedHours(theirs)} isMember={isMember} />,
        cards: theirs.map((subtask) => ({
          id: subtask.id,
          label: subtask.title,
          content: <SubtaskCard subtask={subtask} today={today} />,
        })),
        empty: id === unassigned ? 'Everything is assigned.' : 'Nothing here. Drag a card to assign it.',
      })),
    [places, today],
  )
  const find = (card: BoardId) => subtasks.find(({ id }) => id === card)

  const assign = async (card: BoardId, to: BoardId) => {
    const place = places.find(({ id }) => id === to)
    if (place && !place.isMember) return toast.error(`${place.name} is no longer a member of this project.`)
    try {
      await updateSubtask(Number(card), { assigned_to_id: to === unassigned ? null : Number(to) })
    } catch (error) {
      toast.error(messageOf(error, 'Assignment failed. Changes reverted.'))
    }
  }

  return (
    <Board
      label="Subtasks by assignee"
      columns={columns}
      onMove={(card, _, to) => void assign(card, to)}
      dropZone={{
        label: 'Drag here to delete task',
        menuLabel: 'Delete Subtask',
        onDrop: (card) => {
          const subtask = find(card)
          if (subtask) void hands.removeSubtask(subtask)
        },
      }}
      hint="Drop on a person to assign, or on Unassigned to take it back."
      disabledReason={project.is_active ? undefined : blocked}
      onBlocked={(reason) => toast.error(reason)}
      cardMenu={({ id }) => {
        const subtask = find(id)
        return subtask && project.is_active && <CardEntries subtask={subtask} hands={hands} />
      }}
    />
  )
}

const ColumnHead = ({ hours, isMember }: { hours: number; isMember: boolean }) => (
  <div className={styles.planned}>
    {hours} h planned{!isMember && ' · no longer a member'}
  </div>
)

const CardEntries = ({ subtask, hands }: { subtask: BoardProps['subtasks'][number]; hands: TaskHands }) => (
  <>
    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => hands.editSubtask(subtask)}>
      Edit Subtask
    </Menu.Item>
    {statuses
      .filter((status) => status !== subtask.status)
      .map((status) => (
        <Menu.Item key={status} onClick={() => hands.setSubtaskStatus(subtask, status)}>
          <Group gap={8} wrap="nowrap">
            Set <TaskStatusBadge status={status} />
          </Group>
        </Menu.Item>
      ))}
    <Menu.Divider />
  </>
)
