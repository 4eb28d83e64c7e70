import { Alert, Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { api } from 'contract'
import { useEffect, useState } from 'react'
import { useData } from '../api/data.ts'
import { startOf, useSession } from '../session/session.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { attempt } from './attempt.ts'
import { ContinueLink } from './ContinueLink.tsx'
import { hasArrived } from './plan.ts'
import { useWatchPayment } from './read.ts'

/** Milliseconds. */
const usualWait = 60_000
const refetchOften = 2_000
const refetchRarely = 15_000

/** The page after a payment at the card provider, which confirms the payment to the server separately. */
export function PaymentSuccess() {
  const { me } = useSession()
  useEffect(attempt.succeed, [])
  return (
    <PlainPage title="Payment Successful!" width={460}>
      {me?.tenant ? (
        <Loaded failed="Failed to fetch payment info." skeleton={<Skeleton height={72} animate={false} />}>
          <Confirmation home={startOf(me)} />
        </Loaded>
      ) : (
        <ContinueLink guest="Thank you. Log in to see until when your workspace is paid." />
      )}
    </PlainPage>
  )
}

function Confirmation({ home }: { home: string }) {
  const info = useData(api.billing.paymentInfo, {})
  const [before] = useState(() => attempt.read()?.open_until ?? null)
  const isLate = useIsLate()
  const isConfirmed = hasArrived(info, before)
  useWatchPayment(isConfirmed ? undefined : isLate ? refetchRarely : refetchOften)
  useEffect(() => {
    if (isConfirmed) attempt.forget()
  }, [isConfirmed])

  return (
    <Stack gap="var(--space-5)">
      <div role="status">
        {isConfirmed ? (
          <Alert color="green" icon={<IconCircleCheck size={18} />}>
            {info.tenant_name} is paid until {formatDate(info.paid_until)}.
          </Alert>
        ) : isLate ? (
          <Text>
            The card provider has not confirmed the payment to us yet. That can take some minutes; with some ways of paying it
            takes days. You need not stay here, nor pay again: the confirmation arrives by itself.
          </Text>
        ) : (
          <Group gap="sm" wrap="nowrap">
            <Loader size={18} aria-hidden />
            <Text>Waiting for the card provider to confirm the payment. This usually takes a few seconds.</Text>
          </Group>
        )}
      </div>
      {/* A full page load, because this page's cached session may have the closed workspace. */}
      <Button component="a" href={home} variant={isConfirmed ? 'filled' : 'default'} style={{ alignSelf: 'flex-start' }}>
        Go to your dashboard
      </Button>
    </Stack>
  )
}

function useIsLate() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), usualWait)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
