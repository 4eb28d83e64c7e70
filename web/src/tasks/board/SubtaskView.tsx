import { Button, Checkbox, Flex, Group, NativeSelect, Stack } from '@mantine/core'
import type { Project, Subtask, Task } from 'contract'
import { useMemo } from 'react'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import toolbar from '../../ui/list/ListToolbar.module.css'
import { SearchField } from '../../ui/list/SearchField.tsx'
import type { TaskActions } from '../data/actions.ts'
import { FilterNote } from '../list/FilterNote.tsx'
import { useSteadyRows } from '../list/useSteadyRows.ts'
import { AssignmentBoard } from './AssignmentBoard.tsx'
import { type BoardSort, type BoardView, countAssignments, shownOnBoard, sorts, subtasksOf } from './board.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  actions: TaskActions
  /** Opens the dialog for a new subtask; undefined when none can be created. */
  create: (() => void) | undefined
}

const sortNames: Record<BoardSort, string> = { status: 'Status', created: 'Created date', due_date: 'Due date', title: 'Title' }

/** The project's subtasks by assignee, with filters and counters above the board. */
export function SubtaskView({ project, tasks, actions, create }: Props) {
  const { view, put } = useBoardView()
  const subtasks = useMemo(() => subtasksOf(tasks), [tasks])
  const now = useMemo(() => shownOnBoard(subtasks, view), [subtasks, view])
  const { shown, hold, onHold } = useSteadyRows(now, subtasks)
  const clear = () => put(view.search ? { search: '' } : { completed: '1' })

  const board = (
    <div {...hold}>
      <AssignmentBoard project={project} tasks={tasks} subtasks={shown} actions={actions} onHold={onHold} />
    </div>
  )

  if (subtasks.length === 0)
    return (
      <Stack gap="sm">
        <Empty action={create && <Button onClick={create}>Create the first subtask</Button>}>No subtasks to assign</Empty>
        {board}
      </Stack>
    )
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchField
          className={toolbar.search}
          size="xs"
          label="Search subtasks..."
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
      {shown.length > 0 ? null : view.search ? (
        <NothingMatches clear={clear} />
      ) : (
        <Empty
          action={
            <Button variant="default" onClick={clear}>
              Show completed
            </Button>
          }
        >
          No subtasks to assign
        </Empty>
      )}
      {(shown.length > 0 || !view.search) && board}
    </Stack>
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

function Counters({ subtasks }: { subtasks: readonly Subtask[] }) {
  const { assigned, unassigned: free, rate } = countAssignments(subtasks)
  return (
    <Flex component="ul" wrap="wrap" rowGap="2xs" columnGap="md" className="dimmed tabular">
      <li>{assigned} assigned</li>
      <li>{free} unassigned</li>
      <li>{rate}% assignment rate</li>
    </Flex>
  )
}
