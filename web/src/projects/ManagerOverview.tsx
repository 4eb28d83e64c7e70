import { Button, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { api, type Project } from 'contract'
import { type ReactNode, useState } from 'react'
import { useData } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import sections from '../ui/list/section.module.css'
import { Figure as LargeFigure } from '../ui/text/Figure.tsx'
import { CreateProject } from './CreateProject.tsx'
import { People } from './People.tsx'
import { ProjectList, ProjectListSkeleton } from './ProjectList.tsx'
import { developersOf, useProjects } from './read.ts'

/** A project manager's projects, with totals above. */
export const ManagerOverview = () => (
  <Loaded skeleton={<Waiting />} failed="Failed to fetch projects.">
    <Overview />
  </Loaded>
)

const heading = (
  <Title order={2} id="projects-overview" className={sections.heading}>
    Projects Overview
  </Title>
)
const figure = <Skeleton width={40} height={28} my="2xs" animate={false} />

function Overview() {
  const projects = useProjects()
  const [isCreating, setCreating] = useState(false)
  useShortcuts([{ keys: 'n', label: 'Create project', run: () => setCreating(true) }])
  return (
    <>
      <SimpleGrid renderRoot={(props) => <dl {...props} />} cols={3} spacing="sm" mb="xl">
        <Figure label="Active Projects">{projects.filter(({ is_active }) => is_active).length}</Figure>
        <Figure label="Team Members">{peopleIn(projects)}</Figure>
        <Figure label="Subtasks Assigned">
          <Loaded skeleton={figure}>
            <Assigned />
          </Loaded>
        </Figure>
      </SimpleGrid>
      <section className={sections.section} aria-labelledby="projects-overview">
        {heading}
        <ProjectList
          projects={projects}
          titles={{ active: 'Active', inactive: 'Inactive' }}
          shows="members"
          addressOf={({ id }) => `/project_manager/projects/${id}`}
          empty="You have no projects yet. A project holds tasks, and the subtasks that your developers work on."
          create={<Button onClick={() => setCreating(true)}>+ Create Project</Button>}
        />
        <CreateProject isOpen={isCreating} close={() => setCreating(false)} />
      </section>
    </>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack
    className="card"
    justify="space-between"
    gap="var(--space-half)"
    px={{ base: 'sm', xs: 'md' }}
    py={{ base: 'xs', xs: 'sm' }}
  >
    <Text inherit component="dt" className="fine" fw="var(--weight-medium)">
      {label}
    </Text>
    <LargeFigure>{children}</LargeFigure>
  </Stack>
)

const Assigned = () =>
  useData(api.members.myDevelopers, { query: {} }).reduce((sum, { assigned_subtasks_count }) => sum + assigned_subtasks_count, 0)

/** Counts each developer once, even in several projects. */
const peopleIn = (projects: readonly Project[]) =>
  new Set(projects.flatMap((project) => developersOf(project).map(({ employee }) => employee.id))).size

const Waiting = () => (
  <>
    <SimpleGrid renderRoot={(props) => <dl {...props} />} cols={3} spacing="sm" mb="xl">
      {['Active Projects', 'Team Members', 'Subtasks Assigned'].map((label) => (
        <Figure key={label} label={label}>
          {figure}
        </Figure>
      ))}
    </SimpleGrid>
    <section className={sections.section} aria-labelledby="projects-overview">
      {heading}
      <ProjectListSkeleton />
    </section>
  </>
)

/** The developers assigned to the manager, whether in a project or not. */
export const YourDevelopers = () => (
  <section className={sections.section} aria-labelledby="your-developers">
    <Title order={2} id="your-developers">
      Your Developers
    </Title>
    <Loaded skeleton={<SkeletonRows rows={3} height={52} />}>
      <DeveloperList />
    </Loaded>
  </section>
)

function DeveloperList() {
  const developers = useData(api.members.myDevelopers, { query: {} })
  if (developers.length === 0)
    return <Empty>No developers are assigned to you yet. Your workspace administrator does that.</Empty>
  return (
    <People
      name="developers"
      label="Your Developers"
      rows={developers.map(({ id, full_name, email, job_title, assigned_subtasks_count: count, is_active }) => ({
        key: id,
        person: { id, full_name, about: [job_title, email].filter(Boolean).join(' · ') },
        end: (
          <span className="fine tabular truncate">
            {count === 1 ? '1 open subtask' : `${count} open subtasks`}
            {!is_active && ' · Inactive'}
          </span>
        ),
      }))}
    />
  )
}
