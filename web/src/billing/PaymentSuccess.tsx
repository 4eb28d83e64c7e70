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
import { GoOn } from './GoOn.tsx'
import { hasArrived } from './plan.ts'
import { useWatchPayment } from './usePaymentInfo.ts'

/** Milliseconds. */
const patience = 60_000
const often = 2_000
const rarely = 15_000

/** Where the card provider sends the browser after a payment. What was paid, the provider tells the server by itself. */
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
        <GoOn guest="Thank you. Log in to see until when your workspace is paid." />
      )}
    </PlainPage>
  )
}

function Confirmation({ home }: { home: string }) {
  const info = useData(api.billing.paymentInfo, {})
  const [before] = useState(() => attempt.read()?.open_until ?? null)
  const isLate = useIsLate()
  const isThere = hasArrived(info, before)
  useWatchPayment(isThere ? undefined : isLate ? rarely : often)
  useEffect(() => {
    if (isThere) attempt.forget()
  }, [isThere])

  return (
    <Stack gap={20}>
      <div role="status">
        {isThere ? (
          <Alert color="green" icon={<IconCircleCheck size={18} />}>
            {info.tenant_name} is paid until {formatDate(info.paid_until)}.
          </Alert>
        ) : isLate ? (
          <Text>
            The card provider has not confirmed the payment to us yet. That can take some minutes; with some ways of paying it
            takes days. You need not stay here, nor pay again: the confirmation arrives by itself.
          </Text>
        ) : (
          <Group gap={12} wrap="nowrap">
            <Loader size={18} aria-hidden />
            <Text>Waiting for the card provider to confirm the payment. This usually takes a few seconds.</Text>
          </Group>
        )}
      </div>
      {/* A fresh page, as this one may know of a closed workspace. */}
      <Button component="a" href={home} variant={isThere ? 'filled' : 'default'} style={{ alignSelf: 'flex-start' }}>
        Go to your dashboard
      </Button>
    </Stack>
  )
}

function useIsLate() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
