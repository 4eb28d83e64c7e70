import { Stack, TextInput } from '@mantine/core'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { HoursField } from '../parts/HoursField.tsx'
import { proposalForm, useProposalChanges } from '../proposals/proposals.ts'

type Props = { project_id: number; task: { id: number }; close: () => void }

/** The dialog in which a developer proposes a subtask of a task that they work on. */
export const ProposalDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Propose Subtask">
    <ProposalForm {...props} />
  </FormDialog>
)

function ProposalForm({ project_id, task, close }: Props) {
  const { propose } = useProposalChanges()
  const form = useServerForm({
    form: proposalForm,
    async submit(body) {
      await propose(task.id, body)
      toast.success('The project manager has been told of your proposal.')
      close()
    },
    fallback: 'The proposal could not be sent.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <TextInput label="Title" withAsterisk maxLength={255} data-autofocus {...form.field('title')} />
        <MarkdownField
          place={{ project: project_id }}
          label="Description"
          autosize
          minRows={2}
          maxRows={10}
          {...form.field('description')}
        />
        <HoursField {...form.field('estimated_hours')} />
      </Stack>
      <DialogButtons submit="Propose" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
