import { Anchor, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, type ChecklistKind, type PersonRecord } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange, useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { checklistForm } from './checklistForm.ts'
import { argsOf, putChecklist } from './records.ts'

type Props = { record: PersonRecord; close: () => void }

export const StartChecklist = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Start Checklist">
    <Loaded skeleton={<SkeletonRows rows={2} height={60} />} failed="The templates could not be loaded.">
      <StartForm {...props} />
    </Loaded>
  </FormDialog>
)

const kinds: readonly { kind: ChecklistKind; group: string }[] = [
  { kind: 'joiner', group: 'For joiners' },
  { kind: 'leaver', group: 'For leavers' },
]

function StartForm({ record: { person, job }, close }: Props) {
  const templates = useData(api.checklists.templates, {})
  const today = useToday()
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.checklists.start, {
    touches: [api.checklists.mine],
    shows: [api.directory.get],
    onAnswer: (checklist) => putChecklist(client, person.id, checklist.id, checklist),
  })
  const [start] = useState({ template: '', day: today })
  const form = useServerForm({
    form: checklistForm,
    start,
    async submit(body) {
      const { name } = await mutateAsync({ ...argsOf(person.id), body })
      toast.success(`The checklist "${name}" has begun.`, quick)
      close()
    },
    fallback: 'The checklist could not be started.',
  })
  /** Proposes the day that the template counts from. */
  const choose = (id: string) => {
    form.set('template', id)
    const kind = templates.find((template) => String(template.id) === id)?.kind
    form.set('day', (kind === 'leaver' ? job?.ends_on : job?.starts_on) ?? today)
  }
  const chosen = templates.find((template) => String(template.id) === form.values.template)
  if (templates.length === 0) return <NoTemplates />
  const options = kinds.flatMap(({ kind, group }) => {
    const items = templates
      .filter((template) => template.kind === kind)
      .map(({ id, name }) => ({ value: String(id), label: name }))
    return items.length ? [{ group, items }] : []
  })
  return (
    <ServerForm form={form}>
      <NativeSelect
        label="Template"
        name="template"
        data-autofocus
        data={[{ value: '', label: 'Choose a template', disabled: true }, ...options]}
        {...form.field('template')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <DateField
        label={chosen?.kind === 'leaver' ? 'Last day' : 'First day'}
        description="Due dates count from this day."
        mt="md"
        today={today}
        {...form.field('day')}
      />
      <DialogButtons submit="Start" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const NoTemplates = () => (
  <Empty
    action={
      <Anchor component={Link} to="/people/checklists">
        Go to Checklists
      </Anchor>
    }
  >
    There are no templates yet. Add one first.
  </Empty>
)
