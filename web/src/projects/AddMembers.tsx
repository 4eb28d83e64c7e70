import { Button, Checkbox, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { api, type Project } from 'contract'
import { useState } from 'react'
import { useChange, useData } from '../api/data.ts'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { SearchField } from '../ui/list/SearchField.tsx'
import { matcherOf } from '../ui/list/search.ts'
import styles from './AddMembers.module.css'

type Props = { project: Project; isOpen: boolean; close: () => void }

/** The dialog that puts developers of the manager into the project. */
export const AddMembers = ({ project, isOpen, close }: Props) => (
  <FormDialog isOpen={isOpen} close={close} title="Add Members">
    <Loaded skeleton={<Skeleton height={200} animate={false} />}>
      <Developers project={project} close={close} />
    </Loaded>
  </FormDialog>
)

/** So many are seen at a glance; more need a search. */
const glance = 8

function Developers({ project, close }: Omit<Props, 'isOpen'>) {
  const developers = useData(api.members.myDevelopers, { query: {} })
  const { mutateAsync: assign } = useChange(api.members.bulkAssign, {
    touches: [api.projects.list, api.projects.get, api.members.myDevelopers],
  })
  const [search, setSearch] = useState('')
  // As the dialog was opened: those who are added stay in the list until it closes.
  const [assigned] = useState(() => new Set(project.members.map(({ employee }) => employee.id)))
  const open = developers.filter(({ id }) => !assigned.has(id))
  // Somebody who has gone to another manager meanwhile is no choice any more.
  const among = (ids: readonly string[]) => open.filter(({ id }) => ids.includes(String(id))).map(({ id }) => id)
  const form = useServerForm({
    initialValues: { developers: [] as string[] },
    validate: (entries) => ({
      developers: among(entries.developers).length ? undefined : 'Please select at least one developer.',
    }),
    async submit(entries) {
      const chosen = among(entries.developers)
      await assign({ body: { project: project.id, developers: chosen } })
      toast.success(chosen.length === 1 ? '1 member added.' : `${chosen.length} members added.`)
      close()
    },
    fallback: 'Failed to assign members.',
  })
  const chosen = among(form.values.developers)
  const matches = matcherOf(search)
  const shown = open.filter(({ full_name, email }) => matches(`${full_name} ${email}`))
  const chosenHere = shown.filter(({ id }) => chosen.includes(id)).length
  /** Those found by the search, beside those who were chosen before. */
  const chooseShown = (isChosen: boolean) => {
    const ids = shown.map(({ id }) => String(id))
    const others = form.values.developers.filter((id) => !ids.includes(id))
    form.set('developers', isChosen ? [...others, ...ids] : others)
  }

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
        {open.length > glance && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in the search from sending the form
          <div onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchField label="Search developers..." value={search} onSearch={setSearch} />
          </div>
        )}
        {shown.length > 1 && (
          <Checkbox
            className={styles.all ?? ''}
            label={search.trim() ? `Select all ${shown.length} found` : `Select all ${shown.length}`}
            checked={chosenHere === shown.length}
            indeterminate={chosenHere > 0 && chosenHere < shown.length}
            onChange={({ currentTarget: { checked } }) => chooseShown(checked)}
          />
        )}
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
            {chosen.length} selected
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
