import { Skeleton } from '@mantine/core'
import { api } from 'contract'
import { useRef } from 'react'
import { usePreload } from '../api/data.ts'
import { managersQuery, useManagers } from '../people/read.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { Section } from '../ui/list/Section.tsx'
import { createProjectDialog } from './dialogs.ts'
import { useHealthById, useIsHealthRead, worstFirst } from './health.ts'
import { ProjectList, ProjectListSkeleton } from './ProjectList.tsx'
import { useProjects } from './read.ts'

/** The tenant admin's list of all projects of the workspace, short if it has a page of its own. */
export function AllProjects({ page }: { page?: string }) {
  usePreload(api.employees.list, managersQuery)
  return (
    <Section id="all-projects" title="All Projects" page={page}>
      <Loaded skeleton={<ProjectListSkeleton />} failed="Failed to fetch projects.">
        <Projects isShort={page !== undefined} />
      </Loaded>
    </Section>
  )
}

function Projects({ isShort }: { isShort: boolean }) {
  const projects = worstFirst(useProjects(), useHealthById())
  const isOrdered = useIsHealthRead()
  const { dialog, open, close } = useDialog<true>()
  if (!isOrdered)
    return (
      <Delayed>
        <ProjectListSkeleton />
      </Delayed>
    )
  return (
    <>
      <ProjectList
        projects={projects}
        titles={{ active: 'Active Projects', inactive: 'Inactive Projects' }}
        shows="manager"
        form={isShort ? 'short' : 'alone'}
        addressOf={({ id }) => `/tenant_admin/projects/${id}`}
        empty="There are no projects yet. A project holds the tasks of a team, and is run by a project manager."
        create={
          <Loaded skeleton={<Skeleton width={140} height={36} animate={false} />} failed="Failed to load employees.">
            <CreateButton open={() => open(true)} />
          </Loaded>
        }
      />
      <Later of={createProjectDialog} shown={dialog && { close }} />
    </>
  )
}

function CreateButton({ open }: { open: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const hasManager = useManagers().length > 0
  useShortcuts(hasManager ? [{ keys: 'n', label: 'Create project', run: open, on: place }] : [])
  return (
    <div ref={place}>
      <ReasonedButton
        onClick={open}
        reason={hasManager ? undefined : 'You must have at least one Project Manager to create a project'}
      >
        + Create Project
      </ReasonedButton>
    </div>
  )
}
