import { Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import type { Project } from 'contract'
import type { ReactNode } from 'react'
import { SkeletonCards } from '../ui/feedback/Delayed.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'
import { ProjectHeader } from './ProjectHeader.tsx'
import styles from './ProjectPage.module.css'
import { useProject } from './read.ts'
import { TeamMembers } from './TeamMembers.tsx'

type Props = {
  project_id: string
  /** Shown below the team. */
  children: (project: Project) => ReactNode
}

/** The content of a project's page. While the project is inactive, everything but the header is dimmed. */
export function ProjectBody({ project_id, children }: Props) {
  const project = useProject(project_id)
  return (
    <>
      <ProjectHeader project={project} />
      <Stack gap="xl" mt="var(--space-5)" {...(!project.is_active && { className: styles.dimmed })}>
        <ProjectFacts project={project} />
        <TeamMembers project={project} />
        {children(project)}
      </Stack>
    </>
  )
}

export const ProjectSkeleton = () => (
  <>
    <Skeleton height={51} width="60%" animate={false} />
    <Stack gap="xl" mt="var(--space-5)">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {['start', 'end', 'status', 'priority'].map((fact) => (
          <Skeleton key={fact} height={70} radius="md" animate={false} />
        ))}
      </SimpleGrid>
      <div>
        <Group className={styles.heading} mb="sm">
          <Title order={2}>Team Members</Title>
        </Group>
        <SkeletonCards cards={3} height={52} />
      </div>
    </Stack>
  </>
)
