import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Project } from 'contract'
import { useMemo } from 'react'
import { useMe } from '../session/session.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import sections from '../ui/list/section.module.css'
import { SubtaskView } from './board/SubtaskView.tsx'
import { type OpenDialog, useTaskActions } from './data/actions.ts'
import { useTasks } from './data/read.ts'
import { TaskDialogs } from './dialogs/TaskDialogs.tsx'
import { useDialog } from './dialogs/useDialog.ts'
import { TaskView } from './list/TaskView.tsx'
import { BoardSkeleton, TasksSkeleton } from './parts/skeletons.tsx'
import styles from './TaskSection.module.css'

const views = [
  { value: 'tasks', label: 'Task View' },
  { value: 'subtasks', label: 'Subtask View' },
]

/** A project's tasks as a list or, for its manager, as a board of subtasks. */
export function TaskSection({ project }: { project: Project }) {
  const { isBoard } = useView()
  return (
    <section className={`${sections.section} ${styles.section}`} aria-labelledby="task-list">
      <Title order={2} id="task-list" className={sections.heading}>
        Task List
      </Title>
      <Loaded skeleton={isBoard ? <BoardSkeleton /> : <TasksSkeleton />}>
        <Tasks project={project} />
      </Loaded>
    </section>
  )
}

function useView() {
  const isManager = useMe().role === 'project_manager'
  const [params, put] = useAddress()
  return { isManager, isBoard: isManager && params.get('view') === 'subtasks', put }
}

function Tasks({ project }: { project: Project }) {
  const { isManager, isBoard, put } = useView()
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
  useShortcuts(
    isManager && !inactive
      ? [
          { keys: 'n', label: 'New task', run: newTask },
          { keys: '1 2 3', label: 'To Do, In Progress or Done, on the status with the focus' },
        ]
      : [],
  )

  return (
    <>
      {isManager && (
        <Group className={`${sections.tools} ${styles.tools}`} gap="xs">
          <SegmentedControl
            size="xs"
            data={views}
            value={isBoard ? 'subtasks' : 'tasks'}
            onChange={(view) => put({ view: view === 'subtasks' ? view : '' })}
            aria-label="View"
          />
          <Group gap="xs" ml="auto">
            <ReasonedButton
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} />}
              reason={inactive ?? (tasks.length ? undefined : 'No tasks found. Please add a task first to create a subtask.')}
              onClick={newSubtask}
            >
              Create Subtask
            </ReasonedButton>
            <ReasonedButton size="xs" reason={inactive} onClick={newTask}>
              + New Task
            </ReasonedButton>
          </Group>
        </Group>
      )}
      {total > 1000 && <Text className="dimmed">These are the first 1000 of {total} tasks.</Text>}
      {isBoard ? (
        <Loaded skeleton={<BoardSkeleton />} failed="The board could not be loaded.">
          <SubtaskView
            project={project}
            tasks={tasks}
            actions={actions}
            create={inactive || !tasks.length ? undefined : newSubtask}
          />
        </Loaded>
      ) : (
        <TaskView
          tasks={tasks}
          actions={isManager ? actions : undefined}
          reason={inactive}
          create={isManager && !inactive ? <Button onClick={newTask}>Create the first task</Button> : undefined}
        />
      )}
      <TaskDialogs project_id={project.id} dialog={dialog} close={close} />
    </>
  )
}
