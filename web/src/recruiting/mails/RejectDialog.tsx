import { Button, Group, Text } from '@mantine/core'
import { api, type RecruitingStage } from 'contract'
import { useState } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useApplicationChanges, useMove } from '../changes.ts'
import { filledWith, mailForm, rejectionAmong } from './form.ts'
import { MailFields, type Recipient, useWords } from './MailFields.tsx'

type Props = {
  recipient: Recipient
  /** The stage of those who are rejected. */
  stage: RecruitingStage
  /** Moves the applicant alone. Resolves to true once that is done. */
  reject: () => Promise<boolean>
  close: () => void
}

/** Asks whether an applicant gets a mail with the rejection. */
export function RejectDialog(props: Props) {
  usePreload(api.recruiting.templates, {})
  return (
    <FormDialog isOpen close={props.close} title={`Reject ${props.recipient.full_name}`} size="lg">
      <Loaded skeleton={<SkeletonRows rows={6} />} failed="The templates could not be loaded.">
        <RejectForm {...props} />
      </Loaded>
    </FormDialog>
  )
}

function RejectForm({ recipient, stage, reject, close }: Props) {
  const move = useMove()
  const { sendMail } = useApplicationChanges(recipient.id)
  const templates = useData(api.recruiting.templates, {})
  const words = useWords(recipient)
  const [isRejecting, setRejecting] = useState(false)
  // The dialog stays meanwhile: the focus then goes to the card where it is moved.
  const rejectAlone = async () => {
    setRejecting(true)
    if (await reject()) close()
    else setRejecting(false)
  }
  const [start] = useState(() => filledWith(rejectionAmong(templates), words))
  const form = useServerForm({
    form: mailForm,
    start,
    async submit(body) {
      // A second attempt after a mail that failed moves nothing.
      await move(recipient.id, stage.id)
      await sendMail(body)
      toast.success(`${recipient.full_name} is rejected, and gets your mail.`)
      close()
    },
    fallback: 'The mail could not be sent.',
  })
  return (
    <ServerForm form={form}>
      <MailFields form={form} recipient={recipient} />
      <Text inherit c="dimmed" mt="md">
        The applicant’s data is removed after the time in the settings of recruitment.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button variant="default" disabled={form.isPending} loading={isRejecting} onClick={() => void rejectAlone()}>
          Reject without a Mail
        </Button>
        <Button type="submit" color="red" disabled={isRejecting} loading={form.isPending}>
          Reject and Send
        </Button>
      </Group>
    </ServerForm>
  )
}
