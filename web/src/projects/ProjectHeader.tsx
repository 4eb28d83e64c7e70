import { Button, Group, Text } from '@mantine/core'
import type { Project } from 'contract'
import { useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { ProjectStatusBadge } from '../ui/badges.tsx'
import { confirm } from '../ui/confirm.tsx'
import { ReasonedButton } from '../ui/ReasonedButton.tsx'
import { toast } from '../ui/toast.tsx'
import { EditProject } from './EditProject.tsx'
import styles from './ProjectPage.module.css'
import { useChangeProject } from './projects.ts'

export const inactive = 'Project is inactive'

/** What the project is about, and what can be done to the whole of it. Its name is the page's title. */
export function ProjectHeader({ project }: { project: Project }) {
  const { description, status, is_active } = project
  const [isEditing, setEditing] = useState(false)
  const setActive = useActivation(project)
  return (
    <header>
      {!is_active && (
        <div className={styles.notice} role="status">
          <span>
            <strong>This project is inactive.</strong> Everything in it is kept, and nothing can be changed until it is activated.
          </span>
          <Button onClick={() => void setActive(true)}>Activate Project</Button>
        </div>
      )}
      <div className={styles.bar}>
        <div className={styles.about} data-dimmed={!is_active || undefined}>
          <ProjectStatusBadge status={status} />
          <Text className={styles.description ?? ''} {...(!description && { c: 'dimmed' })}>
            {description || 'No description provided for this project.'}
          </Text>
        </div>
        <Group gap={8} className={styles.acts ?? ''}>
          {is_active && (
            <Button variant="default" onClick={() => void setActive(false)}>
              Deactivate Project
            </Button>
          )}
          <ReasonedButton variant="default" reason={is_active ? undefined : inactive} onClick={() => setEditing(true)}>
            Edit Project
          </ReasonedButton>
        </Group>
      </div>
      <EditProject project={project} isOpen={isEditing} close={() => setEditing(false)} />
    </header>
  )
}

/** Asks, and then makes the project active or not. */
function useActivation(project: Project) {
  const change = useChangeProject(project)
  return async (is_active: boolean) => {
    const isSure = await confirm(
      is_active
        ? {
            title: 'Activate project',
            message: `Activate ${project.name}? Everybody in it can work on it again.`,
          }
        : {
            title: 'Deactivate project',
            message: `Deactivate ${project.name}? Everything in it is kept, but nobody can change it until it is activated again.`,
            isDangerous: true,
          },
    )
    if (!isSure) return
    try {
      await change({ is_active })
      toast.success(is_active ? 'Project activated.' : 'Project deactivated.')
    } catch (error) {
      toast.error(messageOf(error, 'Something went wrong.', ['field', 'non_field_errors', 'detail']))
    }
  }
}
