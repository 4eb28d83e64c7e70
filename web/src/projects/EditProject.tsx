import { Stack } from '@mantine/core'
import type { Priority, Project, ProjectStatus } from 'contract'
import { useState } from 'react'
import { Refused } from '../api/call.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { changed, datesOf, projectProblems } from './problems.ts'
import { useChangeProject } from './read.ts'

type Props = { project: Project; isOpen: boolean; close: () => void }

export const EditProject = ({ project, isOpen, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title="Edit Project" size="lg">
    <Entries project={project} close={close} />
  </FormDialog>
)

const unusable = new Refused(404, { non_field_errors: ['Invalid project ID.'] })

function Entries({ project: now, close }: Omit<Props, 'isOpen'>) {
  // As it was when this person began: what others change meanwhile is none of their changes.
  const [project] = useState(now)
  const today = useToday()
  const choosesManager = useMe().role === 'tenant_admin'
  const change = useChangeProject(project)
  const form = useServerForm({
    initialValues: {
      name: project.name,
      description: project.description,
      start_date: project.start_date ?? '',
      end_date: project.end_date ?? '',
      priority: project.priority as string,
      status: project.status as string,
      // Who has left is no choice.
      assigned_pm: project.has_manager ? String(project.assigned_pm) : '',
    },
    validate: (entries) => projectProblems(entries, { today, before: project, mustChooseManager: choosesManager }),
    async submit({ name, description, priority, status, assigned_pm, ...dates }) {
      if (!Number.isSafeInteger(project.id) || project.id < 1) throw unusable
      const wanted = {
        name: name.trim(),
        description: description.trim(),
        ...datesOf(dates),
        priority: priority as Priority,
        status: status as ProjectStatus,
        ...(choosesManager && { assigned_pm: Number(assigned_pm) }),
      }
      const changes = changed(wanted, project)
      if (Object.keys(changes).length) {
        await change(changes).catch((error) => {
          throw error instanceof Refused && error.status === 404 ? unusable : error
        })
        toast.success('Project updated successfully.')
      }
      close()
    },
  })
  return (
    <ServerForm form={form}>
      <Stack gap={16}>
        <ProjectFields form={form} project={project} choosesManager={choosesManager} />
      </Stack>
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
