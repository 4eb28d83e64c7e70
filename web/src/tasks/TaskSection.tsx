import { Box, Button, SegmentedControl, Space, Text, VisuallyHidden } from '@mantine/core'
import type { Project } from 'contract'
import { lazy, useMemo } from 'react'
import { CapacityWatchLater } from '../capacity/later.tsx'
import { useMe } from '../session/session.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { oneOf, useAddress } from '../ui/hooks/address.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { SubtaskView } from './board/SubtaskView.tsx'
import { type OpenDialog, useTaskActions } from './data/actions.ts'
import { useTasks } from './data/read.ts'
import { TaskDialogs } from './dialogs/TaskDialogs.tsx'
import { TaskView } from './list/TaskView.tsx'
import { BoardSkeleton, TasksSkeleton } from './parts/skeletons.tsx'
import { Proposals } from './proposals/Proposals.tsx'
import styles from './TaskSection.module.css'

const views = [
  { value: 'tasks', label: 'Task View' },
  { value: 'subtasks', label: 'Subtask View' },
  { value: 'status', label: 'Status Board' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'charts', label: 'Charts' },
]
/** The tenant admin sees no boards. */
const viewsOfAdmin = views.filter(({ value }) => value === 'tasks' || value === 'charts')
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
  const hasBoards = role !== 'tenant_admin'
  const [params, put] = useAddress()
  const view = oneOf(hasBoards ? ['subtasks', 'status', 'calendar', 'charts'] : ['charts'], params.get('view')) ?? 'tasks'
  return {
    isManager: role === 'project_manager',
    hasBoards,
    view,
    Board: view === 'tasks' || view === 'charts' ? undefined : boards[view],
    put,
  }
}

function ViewSwitch() {
  const { hasBoards, view, put } = useView()
  return (
    <SegmentedControl
      className={styles.views}
      size="xs"
      data={hasBoards ? views : viewsOfAdmin}
      value={view}
      onChange={(chosen) => put({ view: chosen === 'tasks' ? '' : chosen })}
      aria-label="View"
    />
  )
}

function Tasks({ project }: { project: Project }) {
  const { isManager, view, Board } = useView()
  const people = useMemo(
    () => new Map(project.members.map(({ employee: { id, full_name } }) => [id, full_name])),
    [project.members],
  )
  const { tasks, total } = useTasks(project.id, people)
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
        {total > 1000 && <Text className="dimmed">These are the first 1000 of {total} tasks.</Text>}
        {view === 'charts' ? (
          <Loaded skeleton={<BoardSkeleton />} failed="The charts could not be loaded.">
            <ChartsView project={project} tasks={tasks} />
          </Loaded>
        ) : Board ? (
          <Loaded key={view} skeleton={<BoardSkeleton />} failed="The board could not be loaded.">
            <Board
              project={project}
              tasks={tasks}
              actions={actions}
              create={isManager && !inactive && tasks.length ? newSubtask : undefined}
            />
          </Loaded>
        ) : (
          <TaskView
            project={project}
            tasks={tasks}
            actions={isManager ? actions : undefined}
            own={inactive ? undefined : actions}
            reason={inactive}
            create={isManager && !inactive ? <Button onClick={newTask}>Create the first task</Button> : undefined}
          />
        )}
      </section>
      <TaskDialogs project_id={project.id} dialog={dialog} close={close} />
      {isManager && !inactive && <CapacityWatchLater project_id={project.id} />}
    </div>
  )
}
