import { Button } from '@mantine/core'
import { api, homeOf, type Me, may, type Task } from 'contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useProjectSubscription } from '../live/subscriptions.ts'
import { usePointedRow } from '../search/pointed.ts'
import { useRemembered } from '../search/recent.ts'
import { useMe } from '../session/session.ts'
import { useKnownTask } from '../tasks/data/read.ts'
import { TaskDetails } from '../tasks/page/TaskDetails.tsx'
import { TaskSkeleton } from '../tasks/parts/skeletons.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { WorkKey } from '../ui/text/WorkKey.tsx'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export function TaskPage() {
  const { taskId = '' } = useParams()
  return <Page key={taskId} task_id={taskId} />
}

function Page({ task_id }: { task_id: string }) {
  const me = useMe()
  const { row: task, isMissing: isDeleted } = useKnownTask(task_id)
  const { isMissing, isKept, leave } = useMissing(isDeleted)
  useProjectSubscription(task?.project)
  useRemembered('tasks', { title: isDeleted ? undefined : task?.title, to: `/project_manager/tasks/${task_id}` })
  usePointedRow()
  return (
    <WorkShell
      {...sidebarOf(me.role)}
      title={isMissing ? 'Task Not Found' : (task?.title ?? 'Task')}
      back={{ ...backFrom(me, task), ...(task && { about: <WorkKey of={task} isOfPage /> }) }}
    >
      {isKept && (
        <Notice
          tone="error"
          role="alert"
          action={
            <Button variant="default" size="xs" onClick={leave}>
              Leave
            </Button>
          }
        >
          Somebody has deleted this task. What you have typed is still here, but can't be saved any more.
        </Notice>
      )}
      {isMissing ? (
        nothingHere
      ) : may(me.role, api.tasks.get) ? (
        <Loaded failed="Failed to load task." skeleton={<TaskSkeleton />} notFound={nothingHere}>
          <TaskDetails task_id={task_id} backFrom={({ project }) => projectPage(me, project)} />
        </Loaded>
      ) : (
        <Nothing>Tasks are open to those who work on their project.</Nothing>
      )}
    </WorkShell>
  )
}

const nothingHere = <Nothing>The task you are looking for doesn't exist or has been removed.</Nothing>

/** Keeps the page of a deleted task for a person who has unsaved input, until they leave. */
function useMissing(isDeleted: boolean) {
  const [state, setState] = useState({ isDeleted, isKept: false })
  // State during render: the inputs are examined while they are still on the screen.
  if (state.isDeleted !== isDeleted) setState({ isDeleted, isKept: isDeleted && isWriting() })
  const isKept = isDeleted && state.isKept
  return { isMissing: isDeleted && !isKept, isKept, leave: () => setState({ isDeleted, isKept: false }) }
}

function isWriting() {
  if (document.querySelector('[role="dialog"] form')) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#content :is(textarea, input:not([type="hidden"]))',
  )
  return [...fields].some(({ value }) => value.trim() !== '')
}

const hasProjects = ({ role }: Me) => may(role, api.projects.get)
const projectPage = (me: Me, project: number) => (hasProjects(me) ? `/${me.role}/projects/${project}` : homeOf(me.role))

function backFrom(me: Me, task: Task | undefined) {
  return {
    label: hasProjects(me) ? 'Back to Project' : 'Back to Dashboard',
    to: task ? projectPage(me, task.project) : hasProjects(me) ? undefined : homeOf(me.role),
    name: task?.project_name,
  }
}
