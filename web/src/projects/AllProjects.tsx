import { Skeleton, Title } from '@mantine/core'
import { api } from 'contract'
import { useRef, useState } from 'react'
import { usePreload } from '../api/data.ts'
import { managersQuery } from '../people/read.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import sections from '../ui/list/section.module.css'
import { CreateProject } from './CreateProject.tsx'
import { useManagers } from './ProjectFields.tsx'
import { ProjectList, ProjectListSkeleton } from './ProjectList.tsx'
import { useProjects } from './read.ts'

/** The tenant admin's section with all projects of the workspace. */
export function AllProjects() {
  usePreload(api.employees.list, managersQuery)
  return (
    <section className={sections.section} aria-labelledby="all-projects">
      <Title order={2} id="all-projects" className={sections.heading}>
        All Projects
      </Title>
      <Loaded skeleton={<ProjectListSkeleton />} failed="Failed to fetch projects.">
        <Projects />
      </Loaded>
    </section>
  )
}

function Projects() {
  const projects = useProjects()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <ProjectList
        projects={projects}
        titles={{ active: 'Active Projects', inactive: 'Inactive Projects' }}
        shows="manager"
        addressOf={({ id }) => `/tenant_admin/projects/${id}`}
        empty="There are no projects yet. A project holds the tasks of a team, and is run by a project manager."
        create={
          <Loaded skeleton={<Skeleton width={140} height={36} animate={false} />} failed="Failed to load employees.">
            <CreateButton open={() => setCreating(true)} />
          </Loaded>
        }
      />
      <CreateProject isOpen={isCreating} close={() => setCreating(false)} />
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
