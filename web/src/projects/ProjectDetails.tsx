import { CloseButton, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { Project } from 'contract'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded, Part } from '../ui/feedback/Loaded.tsx'
import { LinkedText } from '../ui/text/LinkedText.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'
import styles from './ProjectPage.module.css'
import { ProjectUpdates } from './ProjectUpdates.tsx'
import type { usePanel } from './panel.ts'
import { TeamMembers } from './TeamMembers.tsx'

type Props = { project: Project; panel: ReturnType<typeof usePanel> }

/** Description, facts and team, beside the work in a wide window and else over it. */
export function ProjectDetails({ project, panel: { isSheet, isOpen, close } }: Props) {
  if (!isSheet)
    return (
      isOpen && (
        <aside className={styles.panel} aria-label="Details">
          <Group justify="space-between" wrap="nowrap">
            <Title order={2} fz="var(--text-large)">
              Details
            </Title>
            <CloseButton aria-label="Hide details" title="Hide details" onClick={close} />
          </Group>
          <Content project={project} />
        </aside>
      )
    )
  return (
    <Drawer opened={isOpen} onClose={close} position="bottom" size="85%" title="Details" radius="lg">
      <Content project={project} />
    </Drawer>
  )
}

const Content = ({ project }: { project: Project }) => (
  <Stack gap="lg" {...(!project.is_active && { className: styles.dimmed })}>
    <Text className={styles.description} {...(!project.description && { c: 'dimmed' })}>
      {project.description ? <LinkedText>{project.description}</LinkedText> : 'No description provided for this project.'}
    </Text>
    <ProjectFacts project={project} />
    {/* Both appear together, so that the team doesn't move. */}
    <Loaded skeleton={<SkeletonRows rows={6} height={32} />}>
      <Part failed="Failed to load the updates.">
        <ProjectUpdates project={project} />
      </Part>
      <TeamMembers project={project} />
    </Loaded>
  </Stack>
)
