import { Button, Checkbox, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { api, noDeveloper, type Project } from 'contract'
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

type Props = { project: Project; close: () => void }

/** The dialog in which a manager adds their developers to the project. */
export const AddMembers = ({ project, close }: Props) => (
  <FormDialog isOpen close={close} title="Add Members">
    <Loaded skeleton={<Skeleton height={200} animate={false} />}>
      <Developers project={project} close={close} />
    </Loaded>
  </FormDialog>
)

type Candidate = { id: number }

const idsAmong = (candidates: readonly Candidate[], ids: readonly string[]) =>
  candidates.filter(({ id }) => ids.includes(String(id))).map(({ id }) => id)

const membersForm = {
  blank: { developers: [] as string[] },
  toBody: ({ developers }: { developers: string[] }) => ({ developers }),
  problems: ({ developers }: { developers: string[] }, candidates: readonly Candidate[]) => ({
    developers: idsAmong(candidates, developers).length ? undefined : noDeveloper,
  }),
}

/** More developers than this get a search field. */
const searchedFrom = 8

function Developers({ project, close }: Props) {
  const { form, hasDevelopers, candidates, chosen } = useAddMembersForm(project, close)
  const [search, setSearch] = useState('')
  const matches = matcherOf(search)
  const shown = candidates.filter(({ full_name, email }) => matches(`${full_name} ${email}`))
  if (candidates.length === 0) return <NobodyToAdd hasDevelopers={hasDevelopers} close={close} />

  const chosenShown = shown.filter(({ id }) => chosen.includes(id)).length
  /** Keeps the developers who were chosen before the search. */
  const chooseShown = (isChosen: boolean) => {
    const ids = shown.map(({ id }) => String(id))
    const others = form.values.developers.filter((id) => !ids.includes(id))
    form.set('developers', isChosen ? [...others, ...ids] : others)
  }
  return (
    <ServerForm form={form}>
      <Stack gap="sm">
        {candidates.length > searchedFrom && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in the search from sending the form
          <div onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
            <SearchField label="Search developers..." value={search} onSearch={setSearch} />
          </div>
        )}
        {shown.length > 1 && (
          <Checkbox
            className={styles.all}
            label={search.trim() ? `Select all ${shown.length} found` : `Select all ${shown.length}`}
            checked={chosenShown === shown.length}
            indeterminate={chosenShown > 0 && chosenShown < shown.length}
            onChange={({ currentTarget: { checked } }) => chooseShown(checked)}
          />
        )}
        <DeveloperChoices form={form} developers={shown} />
        <Group justify="space-between" gap="xs" mt="2xs">
          <Text c="dimmed" role="status" className="tabular">
            {chosen.length} selected
          </Text>
          <Group gap="xs">
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

type AddMembersForm = ReturnType<typeof useAddMembersForm>

function useAddMembersForm(project: Project, close: () => void) {
  const developers = useData(api.members.myDevelopers, { query: {} })
  const { mutateAsync: assign } = useChange(api.members.bulkAssign, {
    touches: [api.projects.list, api.projects.get, api.members.myDevelopers],
  })
  // The members when the dialog opened: added developers stay in the list until it closes.
  const [memberIds] = useState(() => new Set(project.members.map(({ employee }) => employee.id)))
  const candidates = developers.filter(({ id }) => !memberIds.has(id))
  const form = useServerForm({
    form: membersForm,
    context: candidates,
    async submit({ developers: ids }) {
      // Leaves out developers who have been reassigned to another manager meanwhile.
      const added = idsAmong(candidates, ids)
      await assign({ body: { project: project.id, developers: added } })
      toast.success(added.length === 1 ? '1 member added.' : `${added.length} members added.`)
      close()
    },
    fallback: 'Failed to assign members.',
  })
  const chosen = idsAmong(candidates, form.values.developers)
  return { form, hasDevelopers: developers.length > 0, candidates, chosen }
}

const NobodyToAdd = ({ hasDevelopers, close }: { hasDevelopers: boolean; close: () => void }) => (
  <Empty
    action={
      <Button variant="default" onClick={close} data-autofocus>
        Close
      </Button>
    }
  >
    {hasDevelopers
      ? 'All developers are already assigned.'
      : 'No developers are assigned to you yet. Your workspace administrator does that.'}
  </Empty>
)

type ChoicesProps = { form: AddMembersForm['form']; developers: AddMembersForm['candidates'] }

const DeveloperChoices = ({ form, developers }: ChoicesProps) => (
  <Checkbox.Group label="Developers" {...form.field('developers')}>
    <ScrollArea.Autosize mah="min(360px, 45vh)" type="auto" mt="2xs" className={styles.list}>
      {developers.map(({ id, full_name, email, assigned_subtasks_count: count }, index) => (
        <Checkbox
          key={id}
          value={String(id)}
          className={styles.choice}
          label={full_name}
          description={`${email} · ${count === 1 ? '1 open subtask' : `${count} open subtasks`}`}
          error={Boolean(form.errors.developers)}
          aria-invalid={Boolean(form.errors.developers)}
          autoFocus={index === 0}
          data-autofocus={index === 0 || undefined}
        />
      ))}
      {developers.length === 0 && (
        <Text c="dimmed" p="sm">
          Nothing matches.
        </Text>
      )}
    </ScrollArea.Autosize>
  </Checkbox.Group>
)
