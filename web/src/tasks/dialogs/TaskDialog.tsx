import { Box, Group, MultiSelect, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Label, Task } from 'contract'
import { useId } from 'react'
import { queued } from '../../api/queue.ts'
import { useToday } from '../../session/today.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { MarkdownField } from '../../ui/form/MarkdownField.tsx'
import { priorityOptions, recurrenceOptions, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { cancelled } from '../data/away.ts'
import { useTaskChanges } from '../data/changes.ts'
import { taskForm } from '../data/forms.ts'
import { useLabels } from '../data/labels.ts'
import { nextDueHint } from '../data/recurrence.ts'
import { LabelDot } from '../parts/LabelTags.tsx'
import styles from './TaskDialog.module.css'

type Props = {
  project_id: number
  /** The one to edit; absent for a new one. */
  task?: Task | undefined
  close: () => void
}

const noDueDate = 'No due date set. Do you want to continue without setting a due date?'

export const TaskDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.task ? 'Edit Task' : 'Create New Task'} size="lg">
    <TaskForm {...props} />
  </FormDialog>
)

function TaskForm({ project_id, task, close }: Props) {
  const today = useToday()
  const { createTask, updateTask } = useTaskChanges()

  const form = useServerForm({
    form: taskForm,
    start: task ? taskForm.from(task) : taskForm.blank,
    context: { today, isNew: !task },
    texts: task && { title: task.title, description: task.description },
    submit: async (body, changes) => {
      if (task) {
        if (Object.keys(changes).length && (await updateTask(task.id, changes)) === cancelled) return
      } else {
        if (!body.due_date && !(await confirm({ title: 'No due date', message: noDueDate }))) return
        const created = await createTask({ ...body, project: project_id, assigned_to: null })
        if (created !== queued) toast.success('Task created successfully.')
      }
      close()
    },
  })

  const hintId = useId()
  const hint = nextDueHint(form.values, { today, before: task })
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <TextInput label="Title" withAsterisk maxLength={255} data-autofocus {...form.field('title')} />
        <MarkdownField
          place={{ project: project_id }}
          label="Description"
          withAsterisk={!task}
          autosize
          minRows={3}
          maxRows={10}
          {...(!task && { description: 'At least 10 characters.' })}
          {...form.field('description')}
        />
        <div>
          <SimpleGrid cols={2} spacing="md">
            <NativeSelect label="Status" data={taskStatusOptions} {...form.field('status')} />
            <NativeSelect label="Priority" data={priorityOptions} {...form.field('priority')} />
            <DateField label="Due Date" today={today} min={task ? undefined : today} {...form.field('due_date')} />
            <NativeSelect
              label="Repeats"
              data={recurrenceOptions}
              {...(hint && { 'aria-describedby': hintId })}
              {...form.field('recurrence')}
            />
          </SimpleGrid>
          {hint && (
            <Box id={hintId} className="fine" mt="2xs">
              {hint}
            </Box>
          )}
        </div>
        <LabelsChoice assigned={task?.labels ?? []} hasSome={form.values.label_ids.length > 0} {...form.field('label_ids')} />
      </Stack>
      <DialogButtons submit={task ? 'Save' : 'Create Task'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type LabelsProps = {
  /** The task's own, which may be new to this page. */
  assigned: readonly Label[]
  hasSome: boolean
}

function LabelsChoice({ assigned, hasSome, ...field }: LabelsProps) {
  const labels = useLabels()
  const known = [...labels, ...assigned.filter(({ id }) => !labels.some((label) => label.id === id))]
  const colors = new Map(known.map(({ id, color }) => [String(id), color]))
  return (
    <MultiSelect
      label="Labels"
      placeholder={hasSome ? '' : 'Choose labels'}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <LabelDot color={colors.get(option.value) ?? 'transparent'} />
          {option.label}
        </Group>
      )}
      searchable
      // The whole field is outlined.
      classNames={{ pill: styles.label }}
      styles={{ inputField: { outline: 'none' } }}
      hidePickedOptions
      clearable
      nothingFoundMessage={known.length ? 'No such label' : 'There are no labels to choose.'}
      {...field}
    />
  )
}
