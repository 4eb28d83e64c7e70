import { Skeleton, Stack } from '@mantine/core'
import type { Project } from 'contract'
import type { ReactNode } from 'react'
import { ProjectDetails } from './ProjectDetails.tsx'
import { ProjectNotices } from './ProjectNotices.tsx'
import styles from './ProjectPage.module.css'
import type { usePanel } from './panel.ts'
import { useProject } from './read.ts'

type Props = {
  project_id: string
  panel: ReturnType<typeof usePanel>
  /** The work, beside the details. */
  children: (project: Project) => ReactNode
}

/** The content of a project's page. While the project is inactive, everything but the notice is dimmed. */
export function ProjectBody({ project_id, panel, children }: Props) {
  const project = useProject(project_id)
  return (
    <div className={styles.page} data-has-panel={(panel.isOpen && !panel.isSheet) || undefined}>
      <div className={styles.work}>
        <ProjectNotices project={project} />
        <div {...(!project.is_active && { className: styles.dimmed })}>{children(project)}</div>
      </div>
      <ProjectDetails project={project} panel={panel} />
    </div>
  )
}

export const ProjectSkeleton = ({ panel, children }: Pick<Props, 'panel'> & { children: ReactNode }) => (
  <div className={styles.page} data-has-panel={(panel.isOpen && !panel.isSheet) || undefined} aria-hidden>
    <div className={styles.work}>{children}</div>
    {panel.isOpen && !panel.isSheet && (
      <Stack className={styles.panel} gap="md">
        {[60, 90, 40, 80, 80].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
          <Skeleton key={line} height={16} width={`${width}%`} animate={false} />
        ))}
      </Stack>
    )}
  </div>
)
