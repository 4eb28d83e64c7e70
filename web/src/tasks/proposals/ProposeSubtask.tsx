import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Task } from 'contract'
import { useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { HoursField } from '../parts/HoursField.tsx'
import { proposalForm, useProposalChanges } from './proposals.ts'

/** The button with which a developer proposes a subtask of a task that they work on. */
export function ProposeSubtask({ task }: { task: Pick<Task, 'id' | 'title'> }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Propose Subtask
      </Button>
      <FormDialog isOpen={isOpen} close={close} title="Propose Subtask">
        <Entries task={task} close={close} />
      </FormDialog>
    </>
  )
}

function Entries({ task, close }: { task: Pick<Task, 'id'>; close: () => void }) {
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
        <Textarea label="Description" autosize minRows={2} maxRows={10} {...form.field('description')} />
        <HoursField {...form.field('estimated_hours')} />
      </Stack>
      <DialogButtons submit="Propose" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
