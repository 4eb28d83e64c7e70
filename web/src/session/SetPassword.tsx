import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { api, passwordRules } from 'contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { call } from '../api/call.ts'
import { Problems, ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { newPasswordForm } from './forms.ts'

export function SetPassword() {
  const link = useSecretLink()
  const [isDone, setDone] = useState(false)
  const navigate = useNavigate()
  const form = useServerForm({
    form: newPasswordForm,
    submit: async (body) => {
      await call(api.auth.setPassword, { body: { uidb64: link?.uid ?? '', token: link?.token ?? '', ...body } })
      setDone(true)
    },
  })

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate('/login', { replace: true }), 3000)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  return (
    <PlainPage title="Set new password" subtitle="Choose a password that you use nowhere else.">
      {isDone ? (
        <Stack>
          <Alert role="status" color="green">
            Password set successfully! Redirecting to login...
          </Alert>
          <Anchor href="/login">Go to login now</Anchor>
        </Stack>
      ) : !link ? (
        <>
          <Problems of={['Invalid or missing password reset link.']} />
          <NewLink />
        </>
      ) : (
        <ServerForm form={form}>
          <Stack>
            <Username link={link} />
            <div>
              <PasswordInput
                label="New password"
                name="new_password"
                autoComplete="new-password"
                autoFocus
                {...form.field('new_password')}
              />
              <PasswordRules rules={passwordRules} value={form.values.new_password} />
            </div>
            <PasswordInput label="Confirm password" name="confirm" autoComplete="new-password" {...form.field('confirm')} />
            <Button type="submit" loading={form.isPending}>
              Set password
            </Button>
            {form.problems.includes('Invalid or expired link.') && <NewLink />}
          </Stack>
        </ServerForm>
      )}
    </PlainPage>
  )
}

/** Tells a password manager whose password this is. A link that has none is refused when the form is sent. */
function Username({ link: { uid, token } }: { link: SecretLink }) {
  const [email, setEmail] = useState('')
  useEffect(() => {
    call(api.auth.linkAddress, { body: { uidb64: uid, token } }).then(
      (answer) => setEmail(answer.email),
      () => undefined,
    )
  }, [uid, token])
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}

type SecretLink = { uid: string; token: string }

/**
 * Moves the link's secret from the address, where it could be read, copied or synchronised, to the history entry. There a
 * reload finds it.
 */
function useSecretLink(): SecretLink | undefined {
  const { uid, token } = useParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (uid && token) void navigate('/set-password', { replace: true, state: { uid, token } })
  }, [uid, token, navigate])
  if (uid && token) return { uid, token }
  return isLink(state) ? state : undefined
}

const isLink = (state: unknown): state is SecretLink =>
  typeof state === 'object' && state !== null && 'uid' in state && 'token' in state

const NewLink = () => (
  <span>
    A link works once, for 72 hours. <Anchor href="/login?forgot">Ask for a new one</Anchor>
  </span>
)
