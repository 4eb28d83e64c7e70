import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type EmployeeRole } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { readOf } from '../api/data.ts'
import { EmployeeDialog } from '../people/EmployeeDialog.tsx'
import { createProjectDialog } from '../projects/dialogs.ts'
import { useKnownHealth } from '../projects/health.ts'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { type Step, Steps } from './Steps.tsx'
import { toolPages } from './toolPages.ts'

/** The set-up steps of a new workspace for its administrator, until the first piece of work is done. */
export function FirstSteps() {
  const progress = useProgress()
  const [role, setRole] = useState<EmployeeRole>('project_manager')
  const [isAdding, setAdding] = useState(false)
  const { dialog, open, close } = useDialog<true>()
  const add = (as: EmployeeRole) => {
    setRole(as)
    setAdding(true)
  }
  return (
    <>
      {progress && <Steps steps={stepsFor(progress, { add, create: () => open(true) })} />}
      <EmployeeDialog isOpen={isAdding} as={role} close={() => setAdding(false)} />
      <Later of={createProjectDialog} shown={dialog && { close }} />
    </>
  )
}

type Progress = { hasManager: boolean; hasProject: boolean; hasTeam: boolean; hasFreeDeveloper: boolean }
type Actions = { add: (role: EmployeeRole) => void; create: () => void }

const stepsFor = ({ hasManager, hasProject, hasTeam, hasFreeDeveloper }: Progress, { add, create }: Actions): Step[] => [
  {
    title: 'Add a project manager',
    isDone: hasManager,
    text: 'They run the projects: plan the tasks, and give them to developers. An invitation goes to them by e-mail.',
    action: (style) => (
      <Button {...style} onClick={() => add('project_manager')}>
        {hasManager ? 'Add another' : 'Add Project Manager'}
      </Button>
    ),
  },
  {
    title: 'Create a project',
    isDone: hasProject,
    text: 'It holds the tasks of a team. You choose which project manager runs it.',
    action: (style) =>
      !hasProject && (
        <ReasonedButton {...style} onClick={create} reason={hasManager ? undefined : 'Add a project manager first.'}>
          Start a Project
        </ReasonedButton>
      ),
  },
  {
    title: 'Add a developer',
    isDone: hasTeam,
    text: 'They do the work. You choose whose team they belong to.',
    action: (style) =>
      !hasTeam &&
      (hasFreeDeveloper ? (
        <Button {...style} component={Link} to={toolPages.reassign}>
          Choose a Team
        </Button>
      ) : (
        <ReasonedButton
          {...style}
          onClick={() => add('developer')}
          reason={hasManager ? undefined : 'Add a project manager first, whose team they join.'}
        >
          Add Developer
        </ReasonedButton>
      )),
  },
  {
    title: 'See the first work finished',
    isDone: false,
    text: 'The project manager plans it and gives it to a developer. You see here how it goes.',
    action: (style) =>
      hasProject && (
        <Button {...style} component="a" href="#all-projects">
          Follow It
        </Button>
      ),
  },
]

const everything = { query: { limit: '1000' } }

/** From the same reads as the sections below. Undefined until they arrive, if they fail, or if work is already done here. */
function useProgress(): Progress | undefined {
  const employees = useQuery(readOf(api.employees.list, everything)).data
  const projects = useQuery(readOf(api.projects.list, everything)).data
  const groups = useQuery(readOf(api.assignments.grouped, {})).data
  const health = useKnownHealth()
  if (!employees || !projects || !groups || !health) return undefined
  if (health.some(({ tasks_done, subtasks_done }) => tasks_done + subtasks_done > 0)) return undefined
  return {
    hasManager: employees.results.some(({ role }) => role === 'project_manager'),
    hasProject: projects.count > 0,
    hasTeam: groups.some(({ manager, developers }) => manager.id > 0 && developers.length > 0),
    hasFreeDeveloper: groups.some(({ manager, developers }) => manager.id === 0 && developers.length > 0),
  }
}
