import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { codeOf } from 'contract'
import { type ReactNode, useState } from 'react'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import styles from './SignUp.module.css'
import type { useVerification } from './verification.ts'

type Props = {
  email: string
  setEmail: (email: string) => void
  error: string | undefined
  verification: ReturnType<typeof useVerification>
}

/** The e-mail address and its verification code. */
export function EmailStep({ email, setEmail, error, verification }: Props) {
  const { step, send, isSending, isVerifying } = verification
  const isVerified = step === 'verified'
  return (
    <div>
      <TextInput
        inputContainer={(input) => (
          <Beside input={input}>
            {step === 'not_sent' && (
              <Button variant="default" loading={isSending} onClick={() => void send(email)}>
                Send Code
              </Button>
            )}
          </Beside>
        )}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        value={email}
        readOnly={isVerified || isSending || isVerifying}
        error={error ?? (step === 'not_sent' && verification.error)}
        rightSection={isVerified && <IconCircleCheck size={18} color="var(--mantine-color-success)" aria-hidden />}
        onChange={(event) => setEmail(event.currentTarget.value.trim().toLowerCase())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || step !== 'not_sent') return
          event.preventDefault()
          void send(email)
        }}
      />
      {step === 'sent' && <CodeEntry email={email} verification={verification} />}
      {isVerified && (
        <Text role="status" size="sm" c="var(--mantine-color-success)" mt="var(--space-1-half)">
          Email verified successfully!
        </Text>
      )}
    </div>
  )
}

function CodeEntry({ email, verification }: { email: string; verification: Props['verification'] }) {
  const [code, setCode] = useState('')
  const { notice, error, isVerifying, isLocked, verify, send } = verification

  const type = (typed: string) => {
    const digits = codeOf(typed).replace(/\D/g, '').slice(0, 6)
    setCode(digits)
    if (digits.length === 6 && digits !== code && !isVerifying) void verify(email, digits)
  }
  const resend = async () => {
    setCode('')
    await send(email)
  }

  return (
    <Box component="section" mt="sm" px="md" py="sm" bdrs="md" bg="var(--surface-well)" aria-label="Email verification">
      <Text size="sm" role="status">
        {notice ?? `Enter the code that we sent to ${email}.`}
      </Text>
      <TextInput
        mt="xs"
        inputContainer={(input) => (
          <Beside input={input}>
            <Button variant="default" loading={isVerifying} disabled={isLocked} onClick={() => void verify(email, code)}>
              Verify
            </Button>
          </Beside>
        )}
        label="Verification code"
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="6 digits"
        autoFocus
        classNames={{ input: styles.digits }}
        value={code}
        readOnly={isVerifying}
        disabled={isLocked}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void verify(email, code)
        }}
      />
      <ResendButton verification={verification} resend={resend} />
    </Box>
  )
}

type ResendProps = { verification: Props['verification']; resend: () => Promise<void> }

const ResendButton = ({ verification: { isSending, wait, sendsLeft }, resend }: ResendProps) => (
  <ReasonedButton
    variant="subtle"
    size="compact-sm"
    mt="xs"
    ml="-xs"
    className="tabular"
    loading={isSending}
    reason={reasonToWait(wait, sendsLeft)}
    onClick={() => void resend()}
  >
    {wait > 0 ? `Wait ${wait}s` : 'Resend Code'}
  </ReasonedButton>
)

const Beside = ({ input, children }: { input: ReactNode; children: ReactNode }) => (
  <Group gap="xs" wrap="nowrap" align="flex-start">
    <Box flex={1}>{input}</Box>
    {children}
  </Group>
)

function reasonToWait(wait: number, sendsLeft: number) {
  if (sendsLeft <= 0) return 'No more codes can be sent to this address for now. Try again in an hour.'
  return wait > 0 ? 'Another code can be sent a minute after the last one.' : undefined
}
