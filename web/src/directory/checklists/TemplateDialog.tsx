import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ChecklistKind, type ChecklistTemplate, checklistKinds } from 'contract'
import { type FormEvent, useState } from 'react'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useChecklistTemplateChanges } from './changes.ts'
import { examples } from './examples.ts'
import { blankItem, type TypedItem, templateForm, typedItems } from './form.ts'
import { ItemList } from './ItemList.tsx'
import { kindNames } from './words.ts'

export type Beginning = {
  kind: ChecklistKind
  /** Absent for a new one. */
  template?: ChecklistTemplate
  /** A new one begins with the example of its kind. */
  isExample?: true
}
type Props = Beginning & { close: () => void }

export const TemplateDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.template ? 'Edit Template' : 'Add Template'} size="xl">
    <Fields {...props} />
  </FormDialog>
)

const kinds = checklistKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

function Fields(props: Props) {
  const form = useTemplateForm(props)
  const { name, kind, items } = form.values
  const [judged, setJudged] = useState<readonly number[]>([])
  const bound = {
    ...form,
    // An item that is added later has no problems until the next attempt.
    onSubmit: (event: FormEvent) => {
      setJudged(items.map(({ key }) => key))
      return form.onSubmit(event)
    },
  }
  const fill = () => {
    if (!name.trim() || isExampleName(name)) form.set('name', examples[kind].name)
    form.set('items', typedItems(examples[kind].items))
  }
  return (
    <ServerForm form={bound}>
      <Stack>
        <TextInput
          label="Name"
          name="name"
          autoComplete="off"
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.field('name')}
        />
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label="For whom"
            data={kinds}
            value={kind}
            onChange={(chosen) => form.set('kind', chosen as ChecklistKind)}
          />
          {!props.template && isReplaceable(items, kind) && (
            <Button variant="light" size="xs" onClick={fill}>
              Use an Example
            </Button>
          )}
        </Group>
        <ItemList kind={kind} items={items} judged={judged} set={(next) => form.set('items', next)} />
        {form.errors.items && !items.length && (
          <Text inherit role="alert" c="var(--mantine-color-error)">
            {form.errors.items}
          </Text>
        )}
      </Stack>
      <DialogButtons submit={props.template ? 'Save' : 'Add Template'} isPending={form.isPending} cancel={props.close} />
    </ServerForm>
  )
}

function useTemplateForm({ template, kind, isExample, close }: Props) {
  const { add, change } = useChecklistTemplateChanges()
  const [start] = useState(() => {
    if (template) return templateForm.from(template)
    if (isExample) return { name: examples[kind].name, kind, items: typedItems(examples[kind].items) }
    return { ...templateForm.blank, kind, items: [blankItem()] }
  })
  return useServerForm({
    form: templateForm,
    start,
    async submit(body) {
      if (template) await change(template.id, body)
      else await add(body)
      toast.success(template ? 'Template saved.' : 'Template added.', quick)
      close()
    },
    fallback: 'The template could not be saved.',
  })
}

const isExampleName = (name: string) => checklistKinds.some((kind) => examples[kind].name === name)

/** True if an example would replace nothing that was typed: no titles, or those of the other kind's example. */
const isReplaceable = (items: readonly TypedItem[], kind: ChecklistKind) => {
  const titles = items.map(({ title }) => title.trim()).join('\n')
  return (
    !titles.trim() ||
    checklistKinds.some((other) => other !== kind && titles === examples[other].items.map(({ title }) => title).join('\n'))
  )
}
