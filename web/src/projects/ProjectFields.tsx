import { Group, NativeSelect, Select, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { keyFromName, type Project } from 'contract'
import type { ReactNode } from 'react'
import { useManagers } from '../people/read.ts'
import { useToday } from '../session/today.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { MarkdownField } from '../ui/form/MarkdownField.tsx'
import { priorityOptions, projectStatusOptions } from '../ui/theme/badges.tsx'
import type { ProjectValues } from './form.ts'
import styles from './ProjectFields.module.css'
import { managerOf } from './read.ts'

type Props = {
  form: { field: (name: keyof ProjectValues) => object; values: Pick<ProjectValues, 'name' | 'start_date'> }
  /** The one that is edited. */
  project?: Project
  choosesManager: boolean
  /** Further fields, after the name. */
  children?: ReactNode
}

/** The fields of a project. A new one has no status to choose. */
export function ProjectFields({ form: { field, values }, project, choosesManager, children }: Props) {
  const today = useToday()
  const hasManager = project?.has_manager ?? true
  return (
    <>
      <Group gap="md" align="flex-start" wrap="nowrap">
        <TextInput
          label="Project Name"
          name="name"
          autoComplete="off"
          withAsterisk
          maxLength={255}
          flex={1}
          data-autofocus={hasManager || undefined}
          {...field('name')}
        />
        <TextInput
          label="Key"
          name="key"
          autoComplete="off"
          maxLength={10}
          w={120}
          classNames={{ input: styles.key }}
          placeholder={values.name.trim() && keyFromName(values.name)}
          title="Begins the names of its tasks, such as WEB-42"
          {...field('key')}
        />
      </Group>
      {children}
      <MarkdownField
        place={project && { project: project.id }}
        label="Description"
        name="description"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        {...field('description')}
      />
      {choosesManager && (
        <Loaded skeleton={<Skeleton height={60} animate={false} />} failed="Failed to load employees.">
          <ManagerField {...(project && { project })} {...field('assigned_pm')} />
        </Loaded>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <DateField
          label="Start Date"
          name="start_date"
          today={today}
          min={project ? undefined : today}
          {...field('start_date')}
        />
        <DateField label="End Date" name="end_date" today={today} min={values.start_date || undefined} {...field('end_date')} />
        {project && <NativeSelect label="Status" name="status" data={projectStatusOptions} {...field('status')} />}
        <NativeSelect label="Priority" name="priority" data={priorityOptions} {...field('priority')} />
      </SimpleGrid>
    </>
  )
}

type ManagerProps = { project?: Project; value?: string; error?: ReactNode; onChange?: (value: string) => void }

function ManagerField({ project, onChange, ...field }: ManagerProps) {
  const managers = useManagers()
  const now = project && managerOf(project)
  const hasLeft = project?.has_manager === false
  const choices = now && !hasLeft && !managers.some(({ id }) => id === now.id) ? [now, ...managers] : managers
  const isHandedOver = now && field.value && field.value !== String(now.id)
  return (
    <Select
      label="Project Manager"
      withAsterisk
      searchable
      data-autofocus={hasLeft || undefined}
      limit={200}
      placeholder="Choose a project manager"
      nothingFoundMessage="No such project manager"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        isHandedOver &&
        `${now.full_name} leaves the project, and what they have open in it becomes unassigned. The developers stay, with their subtasks.`
      }
      data={choices.map(({ id, full_name, email }) => ({ value: String(id), label: `${full_name} (${email})` }))}
      onChange={(value) => onChange?.(value ?? '')}
      {...field}
    />
  )
}
