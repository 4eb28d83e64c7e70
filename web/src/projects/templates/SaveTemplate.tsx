import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { Project } from 'contract'
import { useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import ManageTemplates from './ManageTemplates.tsx'
import { templateForm, useTemplateChanges } from './templates.ts'

type Props = { project: Project; close: () => void }

/** The dialog that saves a project as a template for others. */
export default function SaveTemplate({ project, close }: Props) {
  const [isManaging, setManaging] = useState(false)
  return (
    <>
      <FormDialog isOpen close={close} title="Save as Template" isCovered={isManaging}>
        <Entries project={project} close={close} manage={() => setManaging(true)} />
      </FormDialog>
      {isManaging && <ManageTemplates close={() => setManaging(false)} />}
    </>
  )
}

function Entries({ project, close, manage }: Props & { manage: () => void }) {
  const { save } = useTemplateChanges()
  const form = useServerForm({
    form: templateForm,
    start: { name: project.name },
    async submit(body) {
      await save(project.id, body)
      toast.success('Template saved. New projects can begin with it.')
      close()
    },
    fallback: 'The template could not be saved.',
  })
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <TextInput
          label="Name"
          name="name"
          autoComplete="off"
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.field('name')}
        />
        <Text inherit c="dimmed">
          All managers and administrators see the template, and can begin projects with its description, tasks and subtasks. Due
          dates keep their distance from the start. People, comments and files are left out.
        </Text>
        <Button variant="transparent" size="compact-xs" px={0} me="auto" onClick={manage}>
          Manage templates
        </Button>
      </Stack>
      <DialogButtons submit="Save Template" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
