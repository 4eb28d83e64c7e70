import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { keyOf } from '../api/data.ts'
import { AskForDevelopers } from '../projects/AskForDevelopers.tsx'
import { addMembersDialog, createProjectDialog } from '../projects/dialogs.ts'
import { type ManagerProgress, useManagerSteps } from '../projects/managerSteps.ts'
import { TaskDialogs } from '../tasks/dialogs/TaskDialogs.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { type Step, Steps } from './Steps.tsx'

type Dialog = 'project' | 'members' | 'task' | 'subtask'

/** The first steps of a manager, until somebody has a subtask. Each step is taken here, in the newest project. */
export function ManagerSteps() {
  const progress = useManagerSteps()
  const { dialog, open, close } = useDialog<Dialog>()
  const client = useQueryClient()
  const project = progress?.project
  /** Events let the numbers of a project grow old for a while; the next step should not have to wait. */
  const closeTask = () => {
    close()
    void client.invalidateQueries({ queryKey: keyOf(api.health.projects, {}) })
  }
  return (
    <>
      {progress && <Steps steps={stepsFor(progress, open)} />}
      <Later of={createProjectDialog} shown={dialog === 'project' && { close }} />
      <Later of={addMembersDialog} shown={project && dialog === 'members' && { project, close }} />
      {project && (
        <TaskDialogs
          project_id={project.id}
          dialog={dialog === 'task' || dialog === 'subtask' ? { kind: dialog } : undefined}
          close={closeTask}
        />
      )}
    </>
  )
}

function stepsFor({ project, hasDevelopers, hasMembers, hasTask }: ManagerProgress, open: (dialog: Dialog) => void): Step[] {
  const noProject = project ? undefined : 'Create a project first.'
  return [
    {
      title: 'Create a project',
      isDone: project !== undefined,
      text: 'It holds the tasks of your team.',
      action: (style) =>
        !project && (
          <Button {...style} onClick={() => open('project')}>
            Start a Project
          </Button>
        ),
    },
    {
      title: 'Get people',
      isDone: hasDevelopers,
      text: 'Your administrator puts developers into your team.',
      action: (style) => !hasDevelopers && <AskForDevelopers style={style} />,
    },
    {
      title: 'Add them to the project',
      isDone: hasMembers,
      text: 'They see its tasks from then on.',
      action: (style) =>
        !hasMembers && (
          <ReasonedButton
            {...style}
            onClick={() => open('members')}
            reason={noProject ?? (hasDevelopers ? undefined : 'Nobody is in your team yet.')}
          >
            Choose People
          </ReasonedButton>
        ),
    },
    {
      title: 'Plan a task',
      isDone: hasTask,
      text: 'It says what is to be reached, and by when.',
      action: (style) =>
        !hasTask && (
          <ReasonedButton {...style} onClick={() => open('task')} reason={noProject}>
            Plan It
          </ReasonedButton>
        ),
    },
    {
      title: 'Give somebody a part of it',
      isDone: false,
      text: 'They are told at once, and say here how far they are.',
      action: (style) => (
        <ReasonedButton
          {...style}
          onClick={() => open('subtask')}
          reason={noProject ?? (hasTask ? (hasMembers ? undefined : 'Nobody is in the project yet.') : 'Plan a task first.')}
        >
          Hand It Out
        </ReasonedButton>
      ),
    },
  ]
}
