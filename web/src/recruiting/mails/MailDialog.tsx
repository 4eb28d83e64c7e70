import { api } from 'contract'
import { usePreload } from '../../api/data.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useApplicationChanges } from '../changes.ts'
import { mailForm } from './form.ts'
import { MailFields, type Recipient } from './MailFields.tsx'

type Props = { recipient: Recipient; close: () => void }

/** Sends a mail to an applicant. */
export function MailDialog(props: Props) {
  usePreload(api.recruiting.templates, {})
  return (
    <FormDialog isOpen close={props.close} title={`Mail to ${props.recipient.full_name}`} size="lg">
      <Loaded skeleton={<SkeletonRows rows={6} />} failed="The templates could not be loaded.">
        <MailForm {...props} />
      </Loaded>
    </FormDialog>
  )
}

function MailForm({ recipient, close }: Props) {
  const { sendMail } = useApplicationChanges(recipient.id)
  const form = useServerForm({
    form: mailForm,
    async submit(body) {
      await sendMail(body)
      toast.success('Mail sent.', quick)
      close()
    },
    fallback: 'The mail could not be sent.',
  })
  return (
    <ServerForm form={form}>
      <MailFields form={form} recipient={recipient} />
      <DialogButtons submit="Send Mail" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
