import { Anchor, Box, Button, Group, SegmentedControl, Space, Text, VisuallyHidden } from '@mantine/core'
import type { Project, Task } from 'contract'
import { lazy, useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { CapacityWatchLater } from '../capacity/later.tsx'
import { viewIn, viewsOf } from '../projects/panel.ts'
import { useMe } from '../session/session.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { SubtaskView } from './board/SubtaskView.tsx'
import { type OpenDialog, type TaskActions, useTaskActions } from './data/actions.ts'
import { type Extent, useTasks } from './data/read.ts'
import { TaskDialogs } from './dialogs/TaskDialogs.tsx'
import { count } from './list/Summary.tsx'
import { TaskView } from './list/TaskView.tsx'
import { BoardSkeleton, TasksSkeleton } from './parts/skeletons.tsx'
import { Proposals } from './proposals/Proposals.tsx'
import styles from './TaskSection.module.css'

const viewNames = {
  tasks: 'Task View',
  subtasks: 'Subtask View',
  status: 'Status Board',
  calendar: 'Calendar',
  charts: 'Charts',
}
const boards = {
  subtasks: SubtaskView,
  status: lazy(() => import('./board/StatusView.tsx').then(({ StatusView }) => ({ default: StatusView }))),
  calendar: lazy(() => import('./calendar/CalendarView.tsx').then(({ CalendarView }) => ({ default: CalendarView }))),
}
const ChartsView = lazy(() => import('./charts/ChartsView.tsx').then(({ ChartsView }) => ({ default: ChartsView })))

/** A project's tasks as a list or, for those who work on it, as a board or calendar. Its manager changes them. */
export function TaskSection({ project }: { project: Project }) {
  return (
    <Loaded skeleton={<TaskSectionSkeleton />}>
      <Tasks project={project} />
    </Loaded>
  )
}

/** As high as what will take its place. */
export function TaskSectionSkeleton() {
  const { view, Board } = useView()
  return (
    <div className={styles.container}>
      <div className={styles.section}>
        <Box h={30}>
          <ViewSwitch />
        </Box>
        <Space h={30} />
        {Board || view === 'charts' ? <BoardSkeleton /> : <TasksSkeleton />}
      </div>
    </div>
  )
}

function useView() {
  const { role } = useMe()
  const [params, put] = useAddress()
  const view = viewIn(params, role)
  return {
    role,
    view,
    isMisnamed: view === 'tasks' && params.has('view'),
    Board: view === 'tasks' || view === 'charts' ? undefined : boards[view],
    put,
  }
}

function ViewSwitch() {
  const { role, view, isMisnamed, put } = useView()
  // A link from a person with another role may name a view that this one does not have.
  useEffect(() => {
    if (isMisnamed) put({ view: '' })
  }, [isMisnamed, put])
  return (
    <SegmentedControl
      className={styles.views}
      size="xs"
      data={viewsOf(role).map((value) => ({ value, label: viewNames[value] }))}
      value={view}
      onChange={(chosen) => put({ view: chosen === 'tasks' ? '' : chosen })}
      aria-label="View"
    />
  )
}

function Tasks({ project }: { project: Project }) {
  const people = useMemo(
    () => new Map(project.members.map(({ employee: { id, full_name } }) => [id, full_name])),
    [project.members],
  )
  const read = useTasks(project.id, people)
  return read ? (
    <Work project={project} {...read} />
  ) : (
    <Delayed>
      <TaskSectionSkeleton />
    </Delayed>
  )
}

type WorkProps = { project: Project; tasks: readonly Task[]; extent: Extent }

function Work({ project, tasks, extent }: WorkProps) {
  const isManager = useMe().role === 'project_manager'
  const { dialog, open, close } = useDialog<OpenDialog>()
  const actions = useTaskActions(open)
  const inactive = project.is_active ? undefined : 'Project is inactive'
  const newTask = () => open({ kind: 'task' })
  const newSubtask = () => open({ kind: 'subtask' })
  useShortcuts(isManager && !inactive ? [{ keys: 'n', label: 'New task', run: newTask }] : [])

  return (
    <div className={styles.container}>
      <section className={styles.section} aria-labelledby="task-list">
        <VisuallyHidden>
          <h2 id="task-list">Task List</h2>
        </VisuallyHidden>
        <ViewSwitch />
        {isManager && (
          <div className={styles.buttons}>
            <ReasonedButton
              variant="default"
              size="xs"
              reason={inactive ?? (tasks.length ? undefined : 'No tasks found. Please add a task first to create a subtask.')}
              onClick={newSubtask}
            >
              Create Subtask
            </ReasonedButton>
            <ReasonedButton size="xs" reason={inactive} onClick={newTask}>
              + New Task
            </ReasonedButton>
          </div>
        )}
        <Proposals project_id={project.id} reason={inactive} />
        <Missing project_id={project.id} {...extent} />
        <ChosenView {...{ project, tasks, extent, actions, inactive, newTask, newSubtask }} />
      </section>
      <TaskDialogs project_id={project.id} dialog={dialog} close={close} />
      {isManager && !inactive && <CapacityWatchLater project_id={project.id} />}
    </div>
  )
}

type ChosenViewProps = WorkProps & {
  actions: TaskActions
  inactive: string | undefined
  newTask: () => void
  newSubtask: () => void
}

function ChosenView({ project, tasks, extent, actions, inactive, newTask, newSubtask }: ChosenViewProps) {
  const { role, view, Board } = useView()
  const isManager = role === 'project_manager'
  const mayCreate = isManager && !inactive
  if (view !== 'tasks' && extent.state === 'reading') return <BoardSkeleton />
  if (view === 'charts')
    return (
      <Loaded skeleton={<BoardSkeleton />} failed="The charts could not be loaded.">
        <ChartsView project={project} tasks={tasks} />
      </Loaded>
    )
  if (Board)
    return (
      <Loaded key={view} skeleton={<BoardSkeleton />} failed="The board could not be loaded.">
        <Board project={project} tasks={tasks} actions={actions} create={mayCreate && tasks.length ? newSubtask : undefined} />
      </Loaded>
    )
  return (
    <TaskView
      project={project}
      tasks={tasks}
      extent={extent}
      actions={isManager ? actions : undefined}
      own={inactive ? undefined : actions}
      reason={inactive}
      create={mayCreate ? <Button onClick={newTask}>Create the first task</Button> : undefined}
    />
  )
}

/** What the views leave out, if they do. */
function Missing({ project_id, state, rest, retry }: Extent & { project_id: number }) {
  if (state === 'failed')
    return (
      <Group gap="xs" role="alert">
        {count(rest, 'task')} could not be read.
        <Button variant="default" size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </Group>
    )
  if (state !== 'bounded') return null
  return (
    <Text className="dimmed">
      The oldest {count(rest, 'task')} of this project {rest === 1 ? 'is' : 'are'} not shown.{' '}
      <Anchor component={Link} to={`/search?project=${project_id}&types=tasks`}>
        Search
      </Anchor>{' '}
      finds all.
    </Text>
  )
}
