import { Button } from '@mantine/core'
import type { Project, Role } from 'contract'
import { useMe } from '../session/session.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { useActivation, useSwitcher } from './activation.ts'
import { editProjectDialog } from './dialogs.ts'
import { managerOf } from './read.ts'

/** Notices that the project is inactive, or that nobody runs it. */
export function ProjectNotices({ project }: { project: Project }) {
  const { is_active, has_manager } = project
  const { role } = useMe()
  const isAdmin = role === 'tenant_admin'
  const { dialog, open, close } = useDialog<true>()
  return (
    <>
      {!is_active && (
        <Notice tone="warning" role="status" action={role !== 'developer' && <Reactivate project={project} />}>
          <strong>This project is inactive.</strong> Everything in it can be read, and nothing can be changed by anybody.{' '}
          {whoReactivates(project, role)}
        </Notice>
      )}
      {is_active && !has_manager && (
        <Notice
          tone="warning"
          role="status"
          action={isAdmin && <Button onClick={() => open(true)}>Choose Project Manager</Button>}
        >
          <strong>Nobody runs this project.</strong> {managerOf(project)?.full_name} is no longer a project manager here.
        </Notice>
      )}
      <Later of={editProjectDialog} shown={dialog && { project, close }} />
    </>
  )
}

function Reactivate({ project }: { project: Project }) {
  const setActive = useActivation(project)
  return (
    <Button ref={useSwitcher('reactivate')} onClick={() => void setActive(true)}>
      Reactivate Project
    </Button>
  )
}

function whoReactivates(project: Project, role: Role) {
  const manager = managerOf(project)?.full_name
  if (role === 'developer') return 'Its project manager or a tenant admin can reactivate it.'
  if (role === 'project_manager') return 'You or a tenant admin can reactivate it.'
  if (project.has_manager) return `You or ${manager}, its project manager, can reactivate it.`
  return `${manager}, who ran it, is no longer a project manager here: reactivate it, then choose another.`
}
