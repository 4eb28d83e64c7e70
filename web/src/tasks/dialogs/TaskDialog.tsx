import { Group, MultiSelect, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { Task } from 'contract'
import { useToday } from '../../session/today.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { priorityOptions, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { useLabels } from '../data/labels.ts'
import type { TaskChange } from '../data/read.ts'
import { changed, type TaskForm as Form, newTaskProblems, taskEditProblems } from '../data/rules.ts'
import { LabelDot } from '../parts/LabelTags.tsx'
import styles from './TaskDialog.module.css'

type Props = {
  project_id: number
  /** The one to edit; absent for a new one. */
  task?: Task | undefined
  close: () => void
}

const formOf = (task?: Task): Form => ({
  title: task?.title ?? '',
  description: task?.description ?? '',
  priority: task?.priority ?? 'medium',
  due_date: task?.due_date ?? '',
  status: task?.status ?? 'todo',
  label_ids: task?.labels.map(({ id }) => String(id)) ?? [],
})

const bodyOf = ({ due_date, label_ids, ...values }: Form) =>
  ({
    ...values,
    title: values.title.trim(),
    description: values.description.trim(),
    due_date: due_date || null,
    label_ids: label_ids.map(Number),
  }) as Required<TaskChange>

const noDueDate = 'No due date set. Do you want to continue without setting a due date?'

export const TaskDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.task ? 'Edit Task' : 'Create New Task'} size="lg">
    <TaskForm {...props} />
  </FormDialog>
)

function TaskForm({ project_id, task, close }: Props) {
  const today = useToday()
  const labels = useLabels()
  const { createTask, updateTask } = useTaskChanges()

  const form = useServerForm({
    initialValues: formOf(task),
    validate: (values) => (task ? taskEditProblems(values) : newTaskProblems(values, today)),
    submit: async (values) => {
      const body = bodyOf(values)
      if (task) {
        const change = changed(body, bodyOf(formOf(task)))
        if (Object.keys(change).length) await updateTask(task.id, change)
      } else {
        if (!body.due_date && !(await confirm({ title: 'No due date', message: noDueDate }))) return
        await createTask({ ...body, project: project_id, assigned_to: null })
        toast.success('Task created successfully.')
      }
      close()
    },
  })

  const known = [...labels, ...(task?.labels.filter(({ id }) => !labels.some((label) => label.id === id)) ?? [])]
  const colors = new Map(known.map(({ id, color }) => [String(id), color]))
  return (
    <ServerForm form={form}>
      <Stack gap={16}>
        <TextInput label="Title" withAsterisk maxLength={255} data-autofocus {...form.field('title')} />
        <Textarea
          label="Description"
          withAsterisk={!task}
          autosize
          minRows={3}
          maxRows={10}
          {...(!task && { description: 'At least 10 characters.' })}
          {...form.field('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={16}>
          <NativeSelect label="Status" data={taskStatusOptions} {...form.field('status')} />
          <NativeSelect label="Priority" data={priorityOptions} {...form.field('priority')} />
          <DateField label="Due Date" today={today} min={task ? undefined : today} {...form.field('due_date')} />
        </SimpleGrid>
        <MultiSelect
          label="Labels"
          placeholder={form.values.label_ids.length ? '' : 'Choose labels'}
          data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
          renderOption={({ option }) => (
            <Group gap={8} wrap="nowrap">
              <LabelDot color={colors.get(option.value) ?? 'transparent'} />
              {option.label}
            </Group>
          )}
          searchable
          // The whole field is outlined.
          classNames={{ pill: styles.label ?? '' }}
          styles={{ inputField: { outline: 'none' } }}
          hidePickedOptions
          clearable
          nothingFoundMessage={known.length ? 'No such label' : 'There are no labels to choose.'}
          {...form.field('label_ids')}
        />
      </Stack>
      <DialogButtons submit={task ? 'Save' : 'Create Task'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
