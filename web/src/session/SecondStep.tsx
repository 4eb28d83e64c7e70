import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { startAuthentication } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { api, type SecondFactorNeeded } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { isMainDomain } from './domain.ts'
import { codeForm } from './forms.ts'
import { asProblem } from './passkeys.ts'
import { useEntrance } from './session.ts'

type Props = { needed: SecondFactorNeeded; back: (hasExpired: boolean) => void }

/** The second step of a log-in: a code of the app, a passkey, or a recovery code. `Guests` around the page navigates after it. */
export function SecondStep({ needed: { has_app, passkey }, back }: Props) {
  const enter = useEntrance()
  const [isTyping, setTyping] = useState(!passkey)
  const way = useRef<'code' | 'passkey'>('code')
  const form = useServerForm({
    form: codeForm,
    context: { isNeeded: () => way.current === 'code' },
    async submit({ one_time_code }) {
      const proof =
        way.current === 'code' || !passkey
          ? { one_time_code }
          : { passkey: (await startAuthentication({ optionsJSON: passkey as never }).catch(asProblem)) as never }
      try {
        await enter(() => call(api.secondFactor.logIn, { body: proof }))
      } catch (error) {
        if (error instanceof Refused && error.code === 'log_in_expired') return back(true)
        throw error
      }
    },
    fallback: 'Login failed.',
  })
  const choose = (chosen: typeof way.current) => {
    way.current = chosen
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isTyping) field.current?.focus()
  }, [isTyping])

  return (
    <PlainPage title="Confirm that it is you" subtitle={window.location.host}>
      <ServerForm form={form}>
        <Stack>
          {passkey && (
            <Button
              type="submit"
              leftSection={<IconFingerprint size={18} aria-hidden />}
              loading={form.isPending && way.current === 'passkey'}
              autoFocus
              onClick={() => choose('passkey')}
            >
              Use a passkey
            </Button>
          )}
          {isTyping ? (
            <>
              {passkey && <Divider label="or" />}
              <TextInput
                ref={field}
                label="Code"
                description={
                  has_app ? 'From your authenticator app, or one of your recovery codes.' : 'One of your recovery codes.'
                }
                name="one_time_code"
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                {...form.field('one_time_code')}
              />
              <Button
                type="submit"
                variant={passkey ? 'default' : 'filled'}
                loading={form.isPending && way.current === 'code'}
                onClick={() => choose('code')}
              >
                Log in
              </Button>
            </>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => setTyping(true)}>
              {has_app ? 'Enter a code instead' : 'Use a recovery code instead'}
            </Anchor>
          )}
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => back(false)}>
            Log in as somebody else
          </Anchor>
          <Text inherit fz="var(--text-small)" c="dimmed" ta="center">
            Lost it? {isMainDomain ? 'Whoever runs this server' : 'An administrator of your workspace'} can reset it.
          </Text>
        </Stack>
      </ServerForm>
    </PlainPage>
  )
}
