import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { departments } from 'contract'
import { useNavigate } from 'react-router'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useOpeningCreation } from './changes.ts'
import { newOpeningForm } from './form.ts'
import { LocationField } from './LocationField.tsx'

type Props = { close: () => void }

/** Adds a draft, and goes to its page. */
export const NewOpening = ({ close }: Props) => (
  <FormDialog isOpen close={close} title="New Opening">
    <Fields close={close} />
  </FormDialog>
)

export const departmentOptions = [
  { value: '', label: 'Choose a department', disabled: true },
  ...departments.map((name) => ({ value: name, label: name })),
]

function Fields({ close }: Props) {
  const navigate = useNavigate()
  const add = useOpeningCreation()
  const form = useServerForm({
    form: newOpeningForm,
    async submit(body) {
      const { id } = await add(body)
      close()
      void navigate(`/recruiting/openings/${id}`)
      toast.success('Opening added as a draft.', quick)
    },
    fallback: 'The opening could not be added.',
  })
  return (
    <ServerForm form={form}>
      <Stack>
        <TextInput
          label="Title"
          name="title"
          placeholder="The job that you want to fill"
          autoComplete="off"
          withAsterisk
          maxLength={200}
          data-autofocus
          {...form.field('title')}
        />
        <NativeSelect label="Department" name="department" withAsterisk data={departmentOptions} {...form.field('department')} />
        <LocationField field={form.field} />
      </Stack>
      <DialogButtons submit="Add Draft" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
