import { Stack } from '@mantine/core'
import type { Project } from 'contract'
import { useState } from 'react'
import { Refused } from '../api/call.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { projectForm } from './form.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { useChangeProject } from './read.ts'

type Props = { project: Project; close: () => void }

export const EditProject = ({ project, close }: Props) => (
  <FormDialog isOpen close={close} title="Edit Project" size="lg">
    <Entries project={project} close={close} />
  </FormDialog>
)

const unusable = new Refused(404, { non_field_errors: ['Invalid project ID.'] })

function Entries({ project: now, close }: Props) {
  // The project as this person opened it: what others change meanwhile must not count as this person's change.
  const [project] = useState(now)
  const today = useToday()
  const choosesManager = useMe().role === 'tenant_admin'
  const change = useChangeProject(project)
  const form = useServerForm({
    form: projectForm,
    start: projectForm.from(project),
    context: { today, before: project, choosesManager },
    texts: { name: project.name, description: project.description },
    async submit(_, changes) {
      if (!Number.isSafeInteger(project.id) || project.id < 1) throw unusable
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
      <Stack gap="md">
        <ProjectFields form={form} project={project} choosesManager={choosesManager} />
      </Stack>
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
