import { Button, ColorInput, Group, Stack, TextInput } from '@mantine/core'
import { api, defaultLabelColor, type Label } from 'contract'
import { useChange } from '../api/data.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { labelForm } from './form.ts'
import styles from './Labels.module.css'
import { affectedReads } from './read.ts'

export function NewLabel() {
  const { mutateAsync: create } = useChange(api.labels.create, { touches: affectedReads })
  const form = useServerForm({
    form: labelForm,
    async submit(body) {
      await create({ body })
      form.reset()
      form.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
      toast.success('Label created successfully.', quick)
    },
    fallback: 'Failed to create label.',
  })
  return (
    <ServerForm form={form} aria-label="New label">
      <Group gap="var(--space-2) var(--space-3)" align="flex-start">
        <Fields field={form.field} />
        <Button type="submit" className={styles.create} loading={form.isPending}>
          Create Label
        </Button>
      </Group>
    </ServerForm>
  )
}

export function EditLabel({ label, close }: { label: Label; close: () => void }) {
  const { mutateAsync: update } = useChange(api.labels.update, { touches: affectedReads })
  const form = useServerForm({
    form: labelForm,
    start: labelForm.from(label),
    async submit(body) {
      await update({ params: { label_id: String(label.id) }, body })
      toast.success('Label updated successfully.', quick)
      close()
    },
    fallback: 'Failed to update label.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <Fields field={form.field} isFirst />
      </Stack>
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const swatches = [
  defaultLabelColor,
  '#12B886',
  '#40C057',
  '#82C91E',
  '#FAB005',
  '#FD7E14',
  '#FA5252',
  '#E64980',
  '#BE4BDB',
  '#7950F2',
  '#4C6EF5',
  '#228BE6',
  '#15AABF',
  '#868E96',
]

type FieldsProps = {
  field: (name: 'name' | 'color') => object
  /** The first thing in a dialog. */
  isFirst?: boolean
}

const Fields = ({ field, isFirst }: FieldsProps) => (
  <>
    <TextInput
      className={styles.name}
      label="Label Name"
      name="name"
      autoComplete="off"
      maxLength={50}
      {...(isFirst && { 'data-autofocus': true })}
      {...field('name')}
    />
    <ColorInput
      className={styles.color}
      label="Color"
      name="color"
      format="hex"
      swatches={swatches}
      swatchesPerRow={7}
      withEyeDropper={false}
      fixOnBlur={false}
      {...field('color')}
    />
  </>
)
