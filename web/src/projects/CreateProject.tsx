import { Stack } from '@mantine/core'
import { api, type Template } from 'contract'
import { lazy, Suspense, useState } from 'react'
import { Refused } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { projectForm } from './form.ts'
import { ProjectFields } from './ProjectFields.tsx'

const TemplateField = lazy(() => import('./templates/TemplateField.tsx'))
const ManageTemplates = lazy(() => import('./templates/ManageTemplates.tsx'))

type Props = { close: () => void }

/** The dialog that makes a project: the manager's own, or one for the manager whom the tenant admin chooses. */
export function CreateProject({ close }: Props) {
  const [isManaging, setManaging] = useState(false)
  const [template, setTemplate] = useState<Template>()
  return (
    <>
      <FormDialog isOpen close={close} title="Create New Project" size="lg" isCovered={isManaging}>
        <NewProject close={close} template={template} setTemplate={setTemplate} manage={() => setManaging(true)} />
      </FormDialog>
      {isManaging && (
        <Suspense>
          <ManageTemplates
            close={() => setManaging(false)}
            onRemoved={(id) => setTemplate((chosen) => (chosen?.id === id ? undefined : chosen))}
          />
        </Suspense>
      )}
    </>
  )
}

type NewProps = Props & {
  template: Template | undefined
  setTemplate: (template: Template | undefined) => void
  manage: () => void
}

function NewProject({ close, template, setTemplate, manage }: NewProps) {
  const today = useToday()
  const choosesManager = useMe().role === 'tenant_admin'
  const create = useCreation()
  const form = useServerForm({
    form: projectForm,
    context: { today, choosesManager },
    async submit(body) {
      await create(body, template)
      toast.success('Project created successfully.', choosesManager ? quick : undefined)
      close()
    },
  })
  const choose = (chosen: Template | undefined) => {
    const { description } = form.values
    const isTyped = description.trim() !== '' && description !== template?.description
    if (!isTyped) form.set('description', chosen?.description ?? '')
    setTemplate(chosen)
  }
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <ProjectFields form={form} choosesManager={choosesManager}>
          <Loaded failed="The templates could not be loaded.">
            <TemplateField value={template?.id} choose={choose} manage={manage} />
          </Loaded>
        </ProjectFields>
      </Stack>
      <DialogButtons submit="Create Project" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const touches = [api.projects.list]
type Body = ReturnType<typeof projectForm.toBody>

/** A function that creates a project, with the work of a template if there is one. */
function useCreation() {
  const { mutateAsync: create } = useChange(api.projects.create, { touches })
  const { mutateAsync: use } = useChange(api.templates.use, { touches: [...touches, api.templates.list] })
  return (body: Body, template: Template | undefined) =>
    template
      ? use({ params: { template_id: String(template.id) }, body }).catch((error) => {
          const isDeleted = error instanceof Refused && error.status === 404
          throw isDeleted
            ? new Refused(404, { detail: 'Somebody has deleted this template. Choose another one, or none.' })
            : error
        })
      : create({ body })
}
