import { Button, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { keyOf } from '../api/data.ts'
import { EmployeeDialog } from '../people/EmployeeDialog.tsx'
import { CreateProject } from '../projects/CreateProject.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import styles from './FirstSteps.module.css'

/** The set-up steps of a new workspace, until it has a project. */
export function FirstSteps() {
  const { hasProject, hasManager } = useProgress()
  const [isAdding, setAdding] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const isNew = hasProject === false && hasManager !== undefined
  return (
    <>
      {isNew && (
        <section className={styles.steps} aria-labelledby="first-steps">
          <Title order={2} id="first-steps">
            First steps
          </Title>
          <ol>
            <Step
              number={1}
              isDone={hasManager}
              title="Add a project manager"
              action={
                <Button variant={hasManager ? 'default' : 'filled'} onClick={() => setAdding(true)}>
                  {hasManager ? 'Add another' : 'Add Project Manager'}
                </Button>
              }
            >
              They run the projects: plan the tasks, and give them to developers. An invitation goes to them by e-mail.
            </Step>
            <Step
              number={2}
              isDone={false}
              title="Create a project"
              action={
                <ReasonedButton
                  onClick={() => setCreating(true)}
                  reason={hasManager ? undefined : 'Add a project manager first.'}
                >
                  Start a Project
                </ReasonedButton>
              }
            >
              It holds the tasks of a team. You choose which project manager runs it.
            </Step>
          </ol>
        </section>
      )}
      <EmployeeDialog isOpen={isAdding} as="project_manager" close={() => setAdding(false)} />
      <CreateProject isOpen={isCreating} close={() => setCreating(false)} />
    </>
  )
}

type StepProps = { number: number; isDone: boolean; title: string; action: ReactNode; children: ReactNode }

const Step = ({ number, isDone, title, action, children }: StepProps) => (
  <li className="card">
    <span className={styles.number} data-is-done={isDone} aria-hidden>
      {isDone ? <IconCheck size={16} stroke={2.5} /> : number}
    </span>
    <div>
      <Title order={3} fz="md" lh="xl">
        {title}
        {isDone && (
          <Text inherit span fw="var(--weight-regular)" c="dimmed">
            {' '}
            · done
          </Text>
        )}
      </Title>
      <p className="dimmed">{children}</p>
    </div>
    {action}
  </li>
)

const listArgs = { query: { limit: '1000' } }

/** From the same reads as the sections below. Undefined until they arrive or if they fail, which those sections report. */
function useProgress() {
  const employees = useQuery({
    queryKey: keyOf(api.employees.list, listArgs),
    queryFn: ({ signal }) => call(api.employees.list, listArgs, signal),
  })
  const projects = useQuery({
    queryKey: keyOf(api.projects.list, listArgs),
    queryFn: ({ signal }) => call(api.projects.list, listArgs, signal),
  })
  return {
    hasManager: employees.data?.results.some(({ role }) => role === 'project_manager'),
    hasProject: projects.data && projects.data.count > 0,
  }
}
