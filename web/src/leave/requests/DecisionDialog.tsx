import { Textarea } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useDecisions } from './decisions.ts'
import { approvalForm, refusalForm } from './form.ts'

export type LeaveChoice = { request: LeaveRequest; is_approved: boolean }
type Props = LeaveChoice & { close: () => void }

/** Approves or declines a request, with a reason. */
export const DecisionDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={props.is_approved ? 'Approve Leave' : 'Decline Leave'}>
    <Fields {...props} />
  </FormDialog>
)

function Fields({ request, is_approved, close }: Props) {
  const { decide } = useDecisions()
  const form = useServerForm({
    form: is_approved ? approvalForm : refusalForm,
    submit: async ({ reason }) => {
      await decide(request, { is_approved, reason })
      close()
    },
    fallback: `The request could not be ${is_approved ? 'approved' : 'declined'}.`,
  })
  const name = request.person.full_name
  return (
    <ServerForm form={form}>
      <Textarea
        label={is_approved ? 'Comment (optional)' : 'Reason'}
        description={`${name} and HR see it.`}
        withAsterisk={!is_approved}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.field('reason')}
      />
      <DialogButtons
        submit={is_approved ? 'Approve' : 'Decline'}
        isDangerous={!is_approved}
        isPending={form.isPending}
        cancel={close}
      />
    </ServerForm>
  )
}
