import { Stack } from '@mantine/core'
import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { projectForm } from './form.ts'
import { ProjectFields } from './ProjectFields.tsx'

type Props = { isOpen: boolean; close: () => void }

/** The dialog that makes a project: the manager's own, or one for the manager whom the tenant admin chooses. */
export const CreateProject = ({ isOpen, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title="Create New Project" size="lg">
    <NewProject close={close} />
  </FormDialog>
)

function NewProject({ close }: Pick<Props, 'close'>) {
  const today = useToday()
  const choosesManager = useMe().role === 'tenant_admin'
  const { mutateAsync: create } = useChange(api.projects.create, { touches: [api.projects.list] })
  const form = useServerForm({
    form: projectForm,
    context: { today, choosesManager },
    async submit(body) {
      await create({ body })
      toast.success('Project created successfully.', choosesManager ? quick : undefined)
      close()
    },
  })
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <ProjectFields form={form} choosesManager={choosesManager} />
      </Stack>
      <DialogButtons submit="Create Project" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
