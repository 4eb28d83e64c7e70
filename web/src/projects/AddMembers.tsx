import { Button, Checkbox, Group, Modal, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { api, type Project } from 'contract'
import { useState } from 'react'
import { useChange, useData } from '../api/data.ts'
import { Empty } from '../ui/Empty.tsx'
import { ServerForm, useServerForm } from '../ui/form.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { matcherOf } from '../ui/search.ts'
import { toast } from '../ui/toast.tsx'
import styles from './AddMembers.module.css'

type Props = { project: Project; isOpen: boolean; close: () => void }

/** The dialog that puts developers of the manager into the project. */
export const AddMembers = ({ project, isOpen, close }: Props) => (
  <Modal opened={isOpen} onClose={close} title="Add Members" closeOnClickOutside={false}>
    <Loaded skeleton={<Skeleton height={200} animate={false} />}>
      <Developers project={project} close={close} />
    </Loaded>
  </Modal>
)

/** So many are seen at a glance; more need a search. */
const glance = 8

function Developers({ project, close }: Omit<Props, 'isOpen'>) {
  const developers = useData(api.members.myDevelopers, { query: {} })
  const { mutateAsync: assign } = useChange(api.members.bulkAssign, {
    touches: [api.projects.list, api.projects.get, api.members.myDevelopers],
  })
  const [search, setSearch] = useState('')
  const form = useServerForm({
    initialValues: { developers: [] as string[] },
    validate: ({ developers }) => ({ developers: developers.length ? undefined : 'Please select at least one developer.' }),
    async submit({ developers }) {
      await assign({ body: { project: project.id, developers: developers.map(Number) } })
      toast.success(developers.length === 1 ? '1 member added.' : `${developers.length} members added.`)
      close()
    },
    fallback: 'Failed to assign members.',
  })
  const assigned = new Set(project.members.map(({ employee }) => employee.id))
  const open = developers.filter(({ id }) => !assigned.has(id))
  const matches = matcherOf(search)
  const shown = open.filter(({ full_name, email }) => matches(`${full_name} ${email}`))

  if (open.length === 0)
    return (
      <Empty
        action={
          <Button variant="default" onClick={close} data-autofocus>
            Close
          </Button>
        }
      >
        {developers.length
          ? 'All developers are already assigned.'
          : 'No developers are assigned to you yet. Your workspace administrator does that.'}
      </Empty>
    )
  return (
    <ServerForm form={form}>
      <Stack gap={12}>
        {open.length > glance && <SearchField label="Search developers..." value={search} onSearch={setSearch} />}
        <Checkbox.Group label="Developers" {...form.field('developers')}>
          <ScrollArea.Autosize mah="min(360px, 45vh)" type="auto" mt={4} className={styles.list ?? ''}>
            {shown.map(({ id, full_name, email, assigned_subtasks_count: count }, i) => (
              <Checkbox
                key={id}
                value={String(id)}
                className={styles.choice ?? ''}
                label={full_name}
                description={`${email} · ${count === 1 ? '1 open subtask' : `${count} open subtasks`}`}
                error={Boolean(form.errors.developers)}
                aria-invalid={Boolean(form.errors.developers)}
                autoFocus={i === 0}
                data-autofocus={i === 0 || undefined}
              />
            ))}
            {shown.length === 0 && (
              <Text c="dimmed" p={12}>
                Nothing matches.
              </Text>
            )}
          </ScrollArea.Autosize>
        </Checkbox.Group>
        <Group justify="space-between" gap={8} mt={4}>
          <Text c="dimmed" role="status" className="tabular">
            {form.values.developers.length} selected
          </Text>
          <Group gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isPending}>
              Add Members
            </Button>
          </Group>
        </Group>
      </Stack>
    </ServerForm>
  )
}
