import { Textarea } from '@mantine/core'
import { api, type TimeSheet } from 'contract'
import { useChange } from '../../api/data.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { returnForm } from './form.ts'

type Props = { sheet: TimeSheet; close: () => void }

/** Returns a week to its person, with the reason. */
export const ReturnDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Return the week">
    <ReturnForm {...props} />
  </FormDialog>
)

function ReturnForm({ sheet: { id, person, project_name }, close }: Props) {
  const { mutateAsync } = useChange(api.time.return, { touches: [api.time.week, api.time.sheets] })
  const form = useServerForm({
    form: returnForm,
    submit: async (body) => {
      await mutateAsync({ params: { sheet_id: String(id) }, body })
      toast.success(`The week has been returned to ${person.full_name}.`)
      close()
    },
  })
  return (
    <ServerForm form={form}>
      <Textarea
        label="Reason"
        description={`${person.full_name} sees it and can then correct the time for ${project_name}.`}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.field('reason')}
      />
      <DialogButtons submit="Return" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
