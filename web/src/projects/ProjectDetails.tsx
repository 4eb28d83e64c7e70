import { Button, CloseButton, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { Project } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { lazy, useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded, Part } from '../ui/feedback/Loaded.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { Markdown } from '../ui/text/Markdown.tsx'
import { ProjectFacts } from './ProjectFacts.tsx'
import styles from './ProjectPage.module.css'
import { ProjectUpdates } from './ProjectUpdates.tsx'
import type { usePanel } from './panel.ts'
import { useChangeProject } from './read.ts'
import { TeamMembers } from './TeamMembers.tsx'

const ProjectHistory = lazy(() => import('../history/ProjectHistory.tsx'))

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
    <Drawer opened={isOpen} onClose={() => isCovered() || close()} position="bottom" size="85%" title="Details" radius="lg">
      <Content project={project} />
    </Drawer>
  )
}

/** A dialog is open over the details, which Escape closes. */
const isCovered = () => document.querySelectorAll('[role="dialog"][aria-modal="true"]').length > 1

const Content = ({ project }: { project: Project }) => (
  <Stack gap="lg" {...(!project.is_active && { className: styles.dimmed })}>
    <Description project={project} />
    <ProjectFacts project={project} />
    {/* Both appear together, so that the team doesn't move. */}
    <Loaded skeleton={<SkeletonRows rows={6} height={32} />}>
      <Part failed="Failed to load the updates.">
        <ProjectUpdates project={project} />
      </Part>
      <TeamMembers project={project} />
    </Loaded>
    <History project={project} />
  </Stack>
)

function Description({ project }: { project: Project }) {
  const change = useChangeProject(project)
  const mayChange = useMe().role !== 'developer' && project.is_active
  const setCheckBox = (check_box: CheckBoxChange) =>
    change({ check_box }).catch((error) => toast.error(messageOf(error, 'Something went wrong.')))
  if (!project.description)
    return (
      <Text className={styles.description} c="dimmed">
        No description provided for this project.
      </Text>
    )
  return (
    <Text component="div" className={styles.description}>
      <Markdown setCheckBox={mayChange ? setCheckBox : undefined}>{project.description}</Markdown>
    </Text>
  )
}

/** Who changed what of the project. Few people look for it, so it is read when it is opened. */
function History({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(false)
  const change = useChangeProject(project)
  const mayChange = useMe().role !== 'developer' && project.is_active
  return (
    <section aria-labelledby="project-history">
      <Group className={styles.heading} justify="space-between" gap="xs" mb="2xs">
        <Title order={2} fz="var(--text-large)" id="project-history">
          History
        </Title>
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide history' : 'Show history'}
        </Button>
      </Group>
      {isOpen && (
        <Loaded failed="The history could not be loaded." skeleton={<SkeletonRows rows={3} height={32} />}>
          <ProjectHistory project={project} restore={mayChange ? (description) => change({ description }) : undefined} />
        </Loaded>
      )}
    </section>
  )
}
