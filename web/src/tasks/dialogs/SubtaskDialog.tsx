import { NativeSelect, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import type { Subtask } from 'contract'
import { useCallback, useRef } from 'react'
import { queued } from '../../api/queue.ts'
import { useToday } from '../../session/today.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { priorityOptions, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { cancelled } from '../data/away.ts'
import { useTaskChanges } from '../data/changes.ts'
import { subtaskForm } from '../data/forms.ts'
import { HoursField } from '../parts/HoursField.tsx'
import { AssigneeField, ParentField, SubtaskBlockers } from './SubtaskFields.tsx'

type Props = {
  project_id: number
  /** The parent, where it is not to be chosen. */
  task?: { id: number; title: string } | undefined
  /** The one to edit; absent for a new one. */
  subtask?: Subtask | undefined
  close: () => void
}

const room = <Skeleton height={60} radius="sm" animate={false} />

export const SubtaskDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.subtask ? 'Edit Subtask' : 'Create Subtask'} size="lg">
    <SubtaskForm {...props} />
  </FormDialog>
)

function SubtaskForm({ project_id, task, subtask, close }: Props) {
  const today = useToday()
  const { createSubtask, updateSubtask } = useTaskChanges()
  const parent = subtask?.parent_task ?? task
  const blocker = useTypedBlocker()
  const form = useServerForm({
    form: subtaskForm,
    start: subtask ? subtaskForm.from(subtask) : { ...subtaskForm.blank, task: String(task?.id ?? '') },
    context: { today, isNew: !subtask },
    texts: subtask && { title: subtask.title, description: subtask.description },
    submit: async (body, changes) => {
      if (!(await blocker.mayBeLost())) return
      if (subtask) {
        if (Object.keys(changes).length && (await updateSubtask(subtask.id, changes)) === cancelled) return
      } else {
        const created = await createSubtask(body)
        if (created === cancelled) return
        if (created !== queued) toast.success('Subtask created successfully.')
      }
      close()
    },
  })

  // Replaces what the form says by itself.
  useUnsaved(() => form.isPending || form.isDirty() || blocker.typed.current !== '')

  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <TextInput label="Title" withAsterisk maxLength={255} data-autofocus {...form.field('title')} />
        <MarkdownField
          place={{ project: project_id }}
          label="Description"
          autosize
          minRows={2}
          maxRows={10}
          {...form.field('description')}
        />
        {parent ? (
          <TextInput label="Parent Task" readOnly variant="filled" value={parent.title} error={form.errors.task} />
        ) : (
          <Loaded skeleton={room} failed="The tasks could not be loaded.">
            <ParentField project_id={project_id} {...form.field('task')} />
          </Loaded>
        )}
        <Loaded skeleton={room} failed="The developers could not be loaded.">
          <AssigneeField project_id={project_id} current={subtask?.assigned_to} {...form.field('assigned_to_id')} />
        </Loaded>
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="md">
          <NativeSelect label="Status" data={taskStatusOptions} {...form.field('status')} />
          <NativeSelect label="Priority" data={priorityOptions} {...form.field('priority')} />
          <DateField label="Due Date" today={today} min={subtask ? undefined : today} {...form.field('due_date')} />
          <HoursField {...form.field('estimated_hours')} />
        </SimpleGrid>
        {subtask && (
          <Loaded skeleton={room} failed="What this subtask waits for could not be loaded.">
            <SubtaskBlockers subtask={subtask} project_id={project_id} onTyped={blocker.onTyped} />
          </Loaded>
        )}
      </Stack>
      <DialogButtons submit={subtask ? 'Save' : 'Create Subtask'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

/** A blocker that is typed and not added is no part of the form. Saving the form asks before it is lost. */
function useTypedBlocker() {
  const typed = useRef('')
  const onTyped = useCallback((text: string) => {
    typed.current = text
  }, [])
  const mayBeLost = async () =>
    !typed.current ||
    (await confirm({
      title: 'Save without it?',
      message: `"${typed.current}" has not been added to what the subtask waits for.`,
    }))
  return { typed, onTyped, mayBeLost }
}
