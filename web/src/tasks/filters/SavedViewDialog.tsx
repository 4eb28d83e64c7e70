import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Project, SavedView } from 'contract'
import { problemOf, viewRules } from 'contract'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { InlineField } from '../../ui/form/InlineField.tsx'
import { savedViewForm, useViewChanges } from './savedViews.ts'

type Props = {
  kind: 'save' | 'manage'
  project: Project
  views: readonly SavedView[]
  /** The query of the address as it is now. */
  query: string
  close: () => void
}

/** Saves what is shown under a name, or renames, replaces and deletes what was saved. */
export const SavedViewDialog = ({ kind, project, views, query, close }: Props) => (
  <FormDialog isOpen close={close} title={kind === 'save' ? 'Save this view' : 'Saved views'}>
    {kind === 'save' ? (
      <Save project={project} query={query} close={close} />
    ) : (
      <Stack gap="sm" renderRoot={(props) => <ul {...props} />}>
        {views.map((view) => (
          <Row key={view.id} view={view} project={project} query={query} />
        ))}
        {views.length === 0 && <Text className="dimmed">There are no saved views.</Text>}
      </Stack>
    )}
  </FormDialog>
)

const useMayShare = ({ is_active }: Project) => useMe().role !== 'developer' && is_active

function Save({ project, query, close }: Pick<Props, 'project' | 'query' | 'close'>) {
  const { create } = useViewChanges()
  const mayShare = useMayShare(project)
  const form = useServerForm({
    form: savedViewForm(query),
    async submit(body) {
      await create(project.id, body)
      toast.success('View saved.')
      close()
    },
    fallback: 'The view could not be saved.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <TextInput label="View Name" name="name" autoComplete="off" maxLength={60} data-autofocus {...form.field('name')} />
        {mayShare && (
          <Checkbox
            label="Share with everybody in the project"
            checked={form.values.is_shared}
            onChange={(event) => form.set('is_shared', event.currentTarget.checked)}
          />
        )}
      </Stack>
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type RowProps = { view: SavedView; project: Project; query: string }

function Row({ view, project, query }: RowProps) {
  const { id, name, is_shared, author } = view
  const { update, remove } = useViewChanges()
  const mayShare = useMayShare(project)
  const mayChange = !is_shared || mayShare
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(
      () => toast.success(done),
      (error) => toast.error(messageOf(error, 'Something went wrong.')),
    )
  const askAndRemove = async () => {
    const message = is_shared ? `"${name}" will be deleted for everybody in the project.` : `"${name}" will be deleted.`
    if (await confirm({ title: 'Delete this view?', message, isDangerous: true })) await attempt(remove(id), 'View deleted.')
  }
  return (
    <Group component="li" wrap="nowrap" gap="xs">
      <Stack gap={0} flex={1} miw={0}>
        {mayChange ? (
          <InlineField
            label="View Name"
            value={name}
            maxLength={60}
            validate={(text) => problemOf(viewRules.name, text)}
            save={(text) => update(id, { name: text })}
          />
        ) : (
          <Text className="truncate">{name}</Text>
        )}
        <span className="fine">{is_shared ? `Shared by ${author.full_name}` : 'Private'}</span>
      </Stack>
      {mayChange && (
        <>
          {view.query !== query && (
            <Button
              variant="default"
              size="compact-sm"
              title="Save what is shown now under this name"
              onClick={() => void attempt(update(id, { query }), 'View saved.')}
            >
              Replace
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={() => void askAndRemove()}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}
