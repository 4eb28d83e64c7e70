import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { api, type Project } from 'contract'
import type { ReactNode } from 'react'
import { useData } from '../api/data.ts'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded, Part } from '../ui/feedback/Loaded.tsx'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import sections from '../ui/list/section.module.css'
import { AskForDevelopers } from './AskForDevelopers.tsx'
import { createProjectDialog } from './dialogs.ts'
import { FinishedThisWeek } from './FinishedThisWeek.tsx'
import styles from './ManagerOverview.module.css'
import { useManagerSteps } from './managerSteps.ts'
import { NeedsAttention } from './NeedsAttention.tsx'
import { ProjectList, ProjectListSkeleton } from './ProjectList.tsx'
import { developersOf, useProjects } from './read.ts'
import { YourDevelopers } from './YourDevelopers.tsx'

/** A project manager's totals, what needs attention today, the developers and the projects. */
export const ManagerOverview = ({ firstSteps }: { firstSteps: ReactNode }) => (
  <Loaded skeleton={<Waiting />} failed="Failed to fetch projects.">
    <Stack gap="lg">
      {firstSteps}
      <Overview />
    </Stack>
  </Loaded>
)

function Overview() {
  const projects = useProjects()
  const { dialog, open, close } = useDialog<true>()
  useShortcuts([{ keys: 'n', label: 'Create project', run: () => open(true) }])
  return (
    <div className={styles.page}>
      <dl className={styles.figures}>
        <Figure label="Active Projects">{projects.filter(({ is_active }) => is_active).length}</Figure>
        <Figure label="Team Members">{peopleIn(projects)}</Figure>
        <Figure label="Subtasks Assigned">
          <Part>
            <Assigned />
          </Part>
        </Figure>
        {projects.length > 0 && <FinishedThisWeek />}
      </dl>
      {projects.length > 0 && (
        <Section id="needs-attention" title="Needs You Today" className={styles.attention}>
          <Part failed="Failed to load what needs you today.">
            <NeedsAttention />
          </Part>
        </Section>
      )}
      <Section id="your-developers" title="Your Developers" className={styles.developers}>
        <Part>
          <Developers />
        </Part>
      </Section>
      <section className={`${sections.section} ${styles.projects}`} aria-labelledby="projects-overview">
        <Title order={2} id="projects-overview" className={sections.heading}>
          Projects Overview
        </Title>
        <ProjectList
          projects={projects}
          titles={{ active: 'Active', inactive: 'Inactive' }}
          shows="members"
          addressOf={({ id }) => `/project_manager/projects/${id}`}
          empty="You have no projects yet. A project holds tasks, and the subtasks that your developers work on."
          create={<Button onClick={() => open(true)}>+ Create Project</Button>}
        />
        <Later of={createProjectDialog} shown={dialog && { close }} />
      </section>
    </div>
  )
}

type SectionProps = { id: string; title: string; className: string | undefined; children: ReactNode }

const Section = ({ id, title, className, children }: SectionProps) => (
  <section className={className} aria-labelledby={id}>
    <Title order={2} id={id} mb="xs">
      {title}
    </Title>
    {children}
  </section>
)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Assigned = () =>
  useData(api.members.myDevelopers, { query: {} }).reduce((sum, { assigned_subtasks_count }) => sum + assigned_subtasks_count, 0)

function Developers() {
  const developers = useData(api.members.myDevelopers, { query: {} })
  const hasFirstSteps = useManagerSteps() !== undefined
  if (developers.length === 0)
    return (
      // The first steps have the button, too.
      <Empty action={!hasFirstSteps && <AskForDevelopers />}>
        No developers are assigned to you yet. Your workspace administrator does that.
      </Empty>
    )
  return <YourDevelopers developers={developers} />
}

/** Counts each developer once, even in several projects. */
const peopleIn = (projects: readonly Project[]) =>
  new Set(projects.flatMap((project) => developersOf(project).map(({ employee }) => employee.id))).size

const Waiting = () => (
  <div className={styles.page}>
    <dl className={styles.figures}>
      {['Active Projects', 'Team Members', 'Subtasks Assigned'].map((label) => (
        <Figure key={label} label={label}>
          <Skeleton width={32} height={24} animate={false} />
        </Figure>
      ))}
    </dl>
    <div className={styles.projects}>
      <ProjectListSkeleton />
    </div>
  </div>
)
