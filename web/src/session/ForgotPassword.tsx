import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { forgotPasswordForm } from './forms.ts'

/** Requests a mail with a reset link. The answer does not reveal whether the account exists. */
export function ForgotPassword({ email, back }: { email: string; back: () => void }) {
  const [answer, setAnswer] = useState<string>()
  const form = useServerForm({
    form: forgotPasswordForm,
    start: { email },
    submit: async (body) => setAnswer((await call(api.auth.forgotPassword, { body })).detail),
  })
  return (
    <PlainPage title="Forgot password?" subtitle="Enter your e-mail address, and we send you a link to set a new password.">
      {answer ? (
        <Alert role="status" color="green">
          {answer}
        </Alert>
      ) : (
        <ServerForm form={form}>
          <Stack>
            <TextInput label="Email" type="email" name="email" autoComplete="username" autoFocus {...form.field('email')} />
            <Button type="submit" loading={form.isPending}>
              Send link
            </Button>
          </Stack>
        </ServerForm>
      )}
      <Anchor component="button" type="button" size="sm" mt="var(--space-5)" onClick={back}>
        Back to log in
      </Anchor>
    </PlainPage>
  )
}
