import { Button } from '@mantine/core'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { StatusDialog } from '../tasks/dialogs/StatusDialog.tsx'
import { useDialog } from '../tasks/dialogs/useDialog.ts'
import type { MySubtask } from '../tasks/mine/work.ts'
import { type Step, Steps } from './Steps.tsx'

/** What a developer does first, from their first subtask to its end. */
export function DeveloperSteps() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const { dialog, open, close } = useDialog<MySubtask>()
  const work = active_projects
    .filter(({ is_active }) => is_active)
    .flatMap(({ tasks }) => tasks.flatMap((task) => task.subtasks.map((subtask) => ({ subtask, task }))))
  const first = work.find(({ subtask }) => subtask.status !== 'done')
  const isUnderWay = past_projects.length > 0 || work.some(({ subtask }) => subtask.status === 'done')
  if (!first || isUnderWay) return null
  const { subtask, task } = first
  const steps: Step[] = [
    {
      title: 'Read what is wanted',
      isDone: work.some(({ subtask: { status } }) => status !== 'todo'),
      text: 'Ask in a comment if something is open.',
      action: (
        <Button size="xs" variant="default" component={Link} to={`/project_manager/tasks/${task.id}#subtask-${subtask.id}`}>
          Open It
        </Button>
      ),
    },
    {
      title: 'Say how far you are',
      isDone: false,
      text: 'Your project manager sees it at once.',
      action: (
        <Button size="xs" onClick={() => open(subtask)}>
          Tell
        </Button>
      ),
    },
  ]
  return (
    <>
      <Steps steps={steps} />
      {dialog && <StatusDialog subtask={dialog} close={close} />}
    </>
  )
}
