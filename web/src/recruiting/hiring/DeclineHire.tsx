import { Textarea } from '@mantine/core'
import type { PendingHire } from 'contract'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useHireDecisions } from '../changes.ts'
import { refusalForm } from './form.ts'

type Props = { hire: PendingHire; close: () => void }

/** Tells HR that somebody is not invited, and why. */
export const DeclineHire = (props: Props) => (
  <FormDialog isOpen close={props.close} title={`Decline ${props.hire.full_name}`}>
    <Fields {...props} />
  </FormDialog>
)

function Fields({ hire: { application }, close }: Props) {
  const { decline } = useHireDecisions()
  const form = useServerForm({
    form: refusalForm,
    async submit({ reason }) {
      await decline(application, reason)
      toast.success('Declined. HR reads why.', quick)
      close()
    },
    fallback: 'This could not be declined.',
  })
  return (
    <ServerForm form={form}>
      <Textarea
        label="Reason"
        description="HR sees it, the applicant doesn’t."
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.field('reason')}
      />
      <DialogButtons submit="Decline" isDangerous isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
