import { NativeSelect, Stack } from '@mantine/core'
import type { HealthState, Project } from 'contract'
import { toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { MarkdownField } from '../ui/form/MarkdownField.tsx'
import { healthStateOptions } from '../ui/theme/badges.tsx'
import { updateForm, useUpdateChanges } from './updates.ts'

type Props = { project: Project; state: HealthState; close: () => void }

export const PostUpdate = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Post a status update">
    <NewUpdate {...props} />
  </FormDialog>
)

function NewUpdate({ project, state, close }: Props) {
  const { post } = useUpdateChanges()
  const form = useServerForm({
    form: updateForm(state),
    async submit(body) {
      await post(project.id, body)
      toast.success('Update posted.')
      close()
    },
    fallback: 'The update could not be posted.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <NativeSelect label="State" name="state" data={healthStateOptions} {...form.field('state')} />
        <MarkdownField
          place={{ project: project.id }}
          label="What should people know?"
          name="text"
          description="The project’s members and the administrators are notified."
          autosize
          minRows={4}
          maxRows={12}
          maxLength={5000}
          data-autofocus
          {...form.field('text')}
        />
      </Stack>
      <DialogButtons submit="Post" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
