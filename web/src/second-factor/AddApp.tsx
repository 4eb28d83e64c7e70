import { Code, Stack, Text, TextInput } from '@mantine/core'
import { api, type Result } from 'contract'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { useChange } from '../api/data.ts'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { appForm, ownPasswordForm } from './forms.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from './SecondFactor.module.css'

type Begun = Result<typeof api.secondFactor.beginApp>
type Props = { close: () => void; onAdded: (codes: string[] | null) => void }

/** Adds an authenticator app: the password first, then the QR code with the app's answer. */
export function AddApp(props: Props) {
  const [begun, setBegun] = useState<Begun>()
  return begun ? <Scan begun={begun} {...props} /> : <Confirm begin={setBegun} {...props} />
}

function Confirm({ begin, close }: Props & { begin: (begun: Begun) => void }) {
  const { mutateAsync: start } = useChange(api.secondFactor.beginApp, { touches: [] })
  const form = useServerForm({
    form: ownPasswordForm,
    submit: async (body) => begin(await start({ body })),
    fallback: 'The app could not be added.',
  })
  return (
    <ServerForm form={form}>
      <Text inherit mb="md">
        An app on your phone, such as Aegis, 1Password or Google Authenticator, shows a new code every half minute. You enter it
        after your password.
      </Text>
      <PasswordField {...form.field('password')} />
      <DialogButtons submit="Continue" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function Scan({ begun: { setup, key, address }, close, onAdded }: Props & { begun: Begun }) {
  const { mutateAsync: add } = useChange(api.secondFactor.addApp, { touches: [api.secondFactor.get, api.auth.me] })
  const form = useServerForm({
    form: appForm,
    async submit(body) {
      const { recovery_codes } = await add({ body: { setup, ...body } })
      onAdded(recovery_codes)
    },
    fallback: 'The app could not be added.',
  })
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`
  return (
    <ServerForm form={form}>
      <Stack gap="sm">
        <Text inherit>Scan this with the app, and enter the code that it shows.</Text>
        <img className={styles.qr} src={picture} alt="QR code for the authenticator app" width={200} height={200} />
        <Text inherit fz="var(--text-small)" c="dimmed">
          No camera? Type this key into the app: <Code className={styles.key}>{inGroups(key)}</Code>
        </Text>
        <TextInput
          label="Code"
          name="one_time_code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('one_time_code')}
        />
        <TextInput label="Name of the app or phone" name="name" autoComplete="off" {...form.field('name')} />
      </Stack>
      <DialogButtons submit="Add" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const inGroups = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ')
