import { Button } from '@mantine/core'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { StatusDialog } from '../tasks/dialogs/StatusDialog.tsx'
import { type MySubtask, withOwnTasks } from '../tasks/mine/work.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { type Step, Steps } from './Steps.tsx'

/** The steps of a developer with their first work, until they have begun. */
export function DeveloperSteps() {
  const { active_projects, past_projects } = useData(api.dashboard.developer, {})
  const { dialog, open, close } = useDialog<MySubtask>()
  const work = withOwnTasks(active_projects)
    .filter(({ is_active }) => is_active)
    .flatMap(({ tasks }) => tasks.flatMap((task) => task.subtasks.map((subtask) => ({ subtask, task }))))
  const [first] = work
  const hasBegun = past_projects.length > 0 || work.some(({ subtask }) => subtask.status !== 'todo')
  if (!first || hasBegun) return null
  const { subtask, task } = first
  const steps: Step[] = [
    {
      title: 'Read what is wanted',
      isDone: false,
      text: 'Ask in a comment if anything is unclear.',
      action: (style) => (
        <Button
          {...style}
          component={Link}
          to={`/project_manager/tasks/${task.id}${subtask.isTask ? '' : `#subtask-${subtask.id}`}`}
        >
          Open It
        </Button>
      ),
    },
    {
      title: 'Say how far you are',
      isDone: false,
      text: 'Your project manager sees it at once.',
      action: (style) => (
        <Button {...style} onClick={() => open(subtask)}>
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
