import { Stack, Text, TextInput } from '@mantine/core'
import type { Task } from 'contract'
import { queued } from '../../api/queue.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { copyForm } from '../data/forms.ts'
import { pageOf } from '../data/recurrence.ts'

type Props = { task: Task; close: () => void }

/** The dialog that copies a task with its subtasks. */
export const CopyDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Copy Task">
    <CopyForm {...props} />
  </FormDialog>
)

function CopyForm({ task, close }: Props) {
  const today = useToday()
  const { copyTask } = useTaskChanges()
  const form = useServerForm({
    form: copyForm,
    start: copyForm.from(task),
    context: { today },
    async submit(body) {
      const copy = await copyTask(task.id, body)
      if (copy !== queued) toast.success(`Copied as ${copy.key}.`, { open: pageOf(copy) })
      close()
    },
    fallback: 'The task could not be copied.',
  })
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <TextInput
          label="Title"
          withAsterisk
          maxLength={255}
          data-autofocus
          {...form.field('title')}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <DateField label="Due Date" today={today} min={today} description={datesHint(task)} {...form.field('due_date')} />
        <Text inherit c="dimmed">
          The copy starts as To Do, with the description, labels, people and subtasks of this task. It does not repeat, and has no
          comments, files or time.
        </Text>
      </Stack>
      <DialogButtons submit="Copy Task" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

/** Explains the due dates of copied subtasks, if there are any. */
function datesHint({ due_date, subtasks }: Task) {
  if (!subtasks.some((subtask) => subtask.due_date)) return undefined
  return due_date
    ? 'The due dates of subtasks move with it. Without it, they are left out.'
    : 'The due dates of subtasks are left out, because the task has none to count from.'
}
