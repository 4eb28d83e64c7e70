import { Text } from '@mantine/core'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { ownPasswordForm } from './forms.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = {
  message: string
  submit: string
  isDangerous?: boolean
  change: (body: { password: string }) => Promise<unknown>
  close: () => void
}

/** A change of the second factor that needs no more than the password. */
export function ConfirmChange({ message, submit, isDangerous = false, change, close }: Props) {
  const form = useServerForm({ form: ownPasswordForm, submit: change, fallback: 'This could not be changed.' })
  return (
    <ServerForm form={form}>
      <Text inherit mb="md">
        {message}
      </Text>
      <PasswordField {...form.field('password')} />
      <DialogButtons submit={submit} isPending={form.isPending} isDangerous={isDangerous} cancel={close} />
    </ServerForm>
  )
}
