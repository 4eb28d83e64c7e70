import { Title } from '@mantine/core'
import type { LeaveType } from 'contract'
import { useToday } from '../../session/today.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useTypeChanges } from './changes.ts'
import { RuleFields } from './RuleFields.tsx'
import { TypeFields } from './TypeFields.tsx'
import { newTypeForm, typeForm } from './typeForm.ts'
import { freeColor } from './types.ts'

type Props = {
  types: readonly LeaveType[]
  /** Absent for a new one. */
  type?: LeaveType
  close: () => void
}

export const TypeDialog = ({ types, type, close }: Props) => (
  <FormDialog isOpen close={close} title={type ? 'Edit Type' : 'Add Type'} size="lg">
    {type ? <Edit type={type} close={close} /> : <Add types={types} close={close} />}
  </FormDialog>
)

const fallback = 'The type could not be saved.'

function Edit({ type, close }: { type: LeaveType; close: () => void }) {
  const { change } = useTypeChanges()
  const form = useServerForm({
    form: typeForm,
    start: typeForm.from(type),
    async submit(_, changes) {
      if (Object.keys(changes).length > 0) await change(type, changes)
      toast.success('Type saved.', quick)
      close()
    },
    fallback,
  })
  return (
    <ServerForm form={form}>
      <TypeFields
        values={form.values}
        field={form.field}
        choose={(color) => form.set('color', color)}
        check={(name, isChecked) => form.set(name, isChecked)}
      />
      <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function Add({ types, close }: Pick<Props, 'types' | 'close'>) {
  const { add } = useTypeChanges()
  const year = useToday().slice(0, 4)
  const form = useServerForm({
    form: newTypeForm,
    start: { ...newTypeForm.blank, color: freeColor(types) },
    async submit(body) {
      await add(body)
      toast.success('Type added.', quick)
      close()
    },
    fallback,
  })
  return (
    <ServerForm form={form}>
      <TypeFields
        values={form.values}
        field={form.field}
        choose={(color) => form.set('color', color)}
        check={(name, isChecked) => form.set(name, isChecked)}
      />
      <Title order={3} fz="var(--text-body)" mt="lg" mb="xs">
        Rules from {year} on
      </Title>
      <RuleFields values={form.values} field={form.field} set={form.set} />
      <DialogButtons submit="Add Type" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
