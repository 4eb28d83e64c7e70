import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { SecondFactorNeeded } from 'contract'
import { lazy, useState } from 'react'
import { Refused } from '../api/call.ts'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { useDemo } from './demo.ts'
import { domain, isMainDomain, onMainDomain } from './domain.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { loginForm } from './forms.ts'
import { GoToWorkspace } from './GoToWorkspace.tsx'
import { LookAround } from './LookAround.tsx'
import { useLogin, useSession } from './session.ts'
import { hasTyped } from './typed.ts'

const head = isMainDomain
  ? { title: 'Sign in', subtitle: 'For the owner of the platform. Everybody else signs in at their own workspace.' }
  : { title: 'Sign in to your workspace', subtitle: window.location.host }
const demoHead = {
  title: 'Look around the demo',
  subtitle: 'A company of twelve and its work. Nobody in it is real, and it starts anew every night.',
}
const back = { label: 'Back to Home', href: onMainDomain('/') }

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

function useLoginForm(ask: (needed: SecondFactorNeeded) => void) {
  const login = useLogin()
  return useServerForm({
    form: loginForm,
    // `Guests` around the page navigates after the log-in.
    submit: (body) =>
      login(body).catch((error) => {
        if (!(error instanceof Refused && error.code === 'second_factor_required')) throw error
        ask(error.body as SecondFactorNeeded)
      }),
    fallback: 'Login failed.',
  })
}

export function Login() {
  const [hasForgotten, setForgotten] = useState(() => new URLSearchParams(window.location.search).has('forgot'))
  const { hasEnded } = useSession()
  const { isPublic, isLoading } = useDemo()
  const [needed, setNeeded] = useState<SecondFactorNeeded>()
  const [hasExpired, setExpired] = useState(false)
  const form = useLoginForm(setNeeded)
  if (hasForgotten) return <ForgotPassword email={form.values.email} back={() => setForgotten(false)} />

  if (needed)
    return (
      <SecondStep
        needed={needed}
        back={(tookTooLong) => {
          form.reset()
          setExpired(tookTooLong)
          setNeeded(undefined)
        }}
      />
    )

  return (
    <PlainPage
      {...(isPublic ? demoHead : head)}
      back={back}
      footer={
        <Stack gap="var(--space-5)">
          {isMainDomain && <GoToWorkspace domain={domain} />}
          <span>
            New to Atrium? <Anchor href={onMainDomain('/signup')}>Create a workspace</Anchor>
          </span>
        </Stack>
      }
    >
      {hasEnded && !isLoading && (isPublic ? <VisitEnded /> : <SessionEnded />)}
      {hasExpired && (
        <Alert role="status" mb="md">
          The log-in has taken too long. Please enter your password again.
        </Alert>
      )}
      <LookAround />
      {!isLoading && !isPublic && <PasswordForm forget={() => setForgotten(true)} form={form} />}
    </PlainPage>
  )
}

/** Not in the public demonstration, where nobody has a password. */
const PasswordForm = ({ form, forget }: { form: ReturnType<typeof useLoginForm>; forget: () => void }) => (
  <ServerForm form={form}>
    <Stack>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
        {...form.field('email')}
        onChange={(event) => form.set('email', event.currentTarget.value.toLowerCase())}
      />
      <PasswordInput label="Password" name="password" autoComplete="current-password" {...form.field('password')} />
      <Group justify="flex-end" mt="-xs">
        <Anchor component="button" type="button" size="sm" onClick={forget}>
          Forgot password?
        </Anchor>
      </Group>
      <Button type="submit" loading={form.isPending} fullWidth>
        Log in
      </Button>
    </Stack>
  </ServerForm>
)

const SessionEnded = () => (
  <Alert role="status" mb="md">
    Your session has ended. Log in again to go on.
    {hasTyped() && ' What you were typing is kept and shown to you then.'}
  </Alert>
)

const VisitEnded = () => (
  <Alert role="status" mb="md">
    Your visit has ended: the demonstration starts anew every night. Look around again, as anybody you like.
  </Alert>
)
