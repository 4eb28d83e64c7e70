import { Button, Group, Stack, Text } from '@mantine/core'
import type { Project } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { LinkedText } from '../ui/text/LinkedText.tsx'
import { ProjectStatusBadge } from '../ui/theme/badges.tsx'
import { EditProject } from './EditProject.tsx'
import styles from './ProjectPage.module.css'
import { managerOf, useChangeProject } from './read.ts'

export const inactive = 'Project is inactive'

/** The project's description and actions. Its name is the page's title. */
export function ProjectHeader({ project }: { project: Project }) {
  const { description, status, is_active, has_manager } = project
  const isAdmin = useMe().role === 'tenant_admin'
  const [isEditing, setEditing] = useState(false)
  const { setActive, switcher } = useActivation(project)
  return (
    <header>
      {!is_active && (
        <Notice
          tone="warning"
          role="status"
          action={
            <Button ref={switcher} onClick={() => void setActive(true)}>
              Reactivate Project
            </Button>
          }
        >
          <strong>This project is inactive.</strong> Everything in it can be read, and nothing can be changed by anybody.{' '}
          {whoReactivates(project, isAdmin)}
        </Notice>
      )}
      {is_active && !has_manager && (
        <Notice
          tone="warning"
          role="status"
          action={isAdmin && <Button onClick={() => setEditing(true)}>Choose Project Manager</Button>}
        >
          <strong>Nobody runs this project.</strong> {managerOf(project)?.full_name} is no longer a project manager here.
        </Notice>
      )}
      <Group align="flex-start" justify="space-between" gap="var(--space-3) var(--space-6)">
        <Stack gap="xs" align="flex-start" flex="1 1 20rem" {...(!is_active && { className: styles.dimmed })}>
          <ProjectStatusBadge status={status} />
          <Text className={styles.description} {...(!description && { c: 'dimmed' })}>
            {description ? <LinkedText>{description}</LinkedText> : 'No description provided for this project.'}
          </Text>
        </Stack>
        <Group gap="xs">
          {is_active && (
            <Button ref={switcher} variant="default" onClick={() => void setActive(false)}>
              Deactivate Project
            </Button>
          )}
          <ReasonedButton variant="default" reason={is_active ? undefined : inactive} onClick={() => setEditing(true)}>
            Edit Project
          </ReasonedButton>
        </Group>
      </Group>
      <EditProject project={project} isOpen={isEditing} close={() => setEditing(false)} />
    </header>
  )
}

function whoReactivates(project: Project, isAdmin: boolean) {
  const manager = managerOf(project)?.full_name
  if (!isAdmin) return 'You or a tenant admin can reactivate it.'
  if (project.has_manager) return `You or ${manager}, its project manager, can reactivate it.`
  return `${manager}, who ran it, is no longer a project manager here: reactivate it, then choose another.`
}

/** Deactivates the project after a confirmation, or reactivates it. Then the button in `switcher` gets the focus. */
function useActivation(project: Project) {
  const change = useChangeProject(project)
  const switcher = useRef<HTMLButtonElement>(null)
  const hasActed = useRef<boolean>(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the change replaces the pressed button by the other
  useEffect(() => {
    if (!hasActed.current) return
    hasActed.current = false
    switcher.current?.focus({ preventScroll: true })
  }, [project.is_active])

  const setActive = async (is_active: boolean) => {
    const isSure =
      is_active ||
      (await confirm({
        title: 'Deactivate project',
        message: `Deactivate ${project.name}? Everything in it is kept and can be read, but until it is reactivated nobody can change anything: developers can't update the status of their subtasks either.`,
        isDangerous: true,
      }))
    if (!isSure) return
    hasActed.current = true
    try {
      await change({ is_active })
      toast.success(is_active ? 'Project reactivated.' : 'Project deactivated.')
    } catch (error) {
      toast.error(messageOf(error, 'Something went wrong.', ['field', 'non_field_errors', 'detail']))
    }
  }
  return { setActive, switcher }
}
