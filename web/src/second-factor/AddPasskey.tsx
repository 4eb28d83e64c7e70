import { Stack, Text, TextInput } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { api } from 'contract'
import { useChange } from '../api/data.ts'
import { asProblem } from '../session/passkeys.ts'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { passkeyForm } from './forms.ts'
import { PasswordField } from './PasswordField.tsx'

type Props = { close: () => void; onAdded: (codes: string[] | null) => void }

/** Adds a passkey: of this device, of a phone or of a security key. */
export function AddPasskey({ close, onAdded }: Props) {
  const { mutateAsync: begin } = useChange(api.secondFactor.beginPasskey, { touches: [] })
  const { mutateAsync: add } = useChange(api.secondFactor.addPasskey, { touches: [api.secondFactor.get, api.auth.me] })
  const form = useServerForm({
    form: passkeyForm,
    async submit({ name, password }) {
      const { setup, options } = await begin({ body: { password } })
      const passkey = await startRegistration({ optionsJSON: options as never }).catch(asProblem)
      const { recovery_codes } = await add({ body: { setup, name, passkey: passkey as never } })
      onAdded(recovery_codes)
    },
    fallback: 'The passkey could not be added.',
  })
  return (
    <ServerForm form={form}>
      <Stack gap="sm">
        <Text inherit>
          Your fingerprint, your face, the PIN of this device or a security key confirms a log-in. A passkey works at this
          workspace only, so nobody can lure it to another address.
        </Text>
        <PasswordField {...form.field('password')} />
        <TextInput label="Name of the passkey" name="name" autoComplete="off" {...form.field('name')} />
      </Stack>
      <DialogButtons submit="Continue" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
