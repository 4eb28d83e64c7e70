import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type Icon, IconLock, IconShieldCheck } from '@tabler/icons-react'
import { api, type PaymentInfo } from 'contract'
import type { ReactNode } from 'react'
import { useData } from '../api/data.ts'
import { startOf, useLogout, useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { attempt } from './attempt.ts'
import { Card } from './Card.tsx'
import { PayButton } from './PayButton.tsx'
import { Price } from './Price.tsx'
import { mailTo, openAfterPayment, priceOf, whyClosed } from './plan.ts'
import { useKnownPaymentInfo, useWatchPayment } from './read.ts'

const watchMilliseconds = 15_000

/** The page for everybody in a workspace that is neither on trial nor paid for. */
export const PaymentRequired = () => (
  <PlainPage title={useKnownPaymentInfo()?.is_open ? 'Workspace open' : 'Access Restricted'} width={460} footer={<WhoIsHere />}>
    <Loaded failed="Failed to fetch payment info." skeleton={<Waiting />}>
      <Gate />
    </Loaded>
  </PlainPage>
)

function Gate() {
  const info = useData(api.billing.paymentInfo, {})
  useWatchPayment(info.is_open ? undefined : watchMilliseconds)
  if (info.is_open) return <OpenAgain tenant_name={info.tenant_name} />
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Reason Icon={IconLock}>{whyClosed(info)}</Reason>
        <Reason Icon={IconShieldCheck}>
          Nothing has been deleted. The workspace is paused, and goes on as it was as soon as it is paid for.
        </Reason>
      </Stack>
      {info.can_pay ? <Pay info={info} /> : <WhomToAsk info={info} />}
      {info.can_pay && (
        <Text inherit c="dimmed" fz="var(--text-small)">
          Not going on?{' '}
          <Anchor href="/api/workspace/export/" inherit underline="always">
            Export all data
          </Anchor>{' '}
          and take it with you.
        </Text>
      )}
    </Stack>
  )
}

const Reason = ({ Icon: Shape, children }: { Icon: Icon; children: ReactNode }) => (
  <Group gap="sm" align="flex-start" wrap="nowrap">
    <Shape size={20} color="var(--mantine-color-dimmed)" aria-hidden />
    <Text inherit flex={1}>
      {children}
    </Text>
  </Group>
)

function Pay({ info }: { info: PaymentInfo }) {
  const today = useToday()
  return (
    <Card aria-label="Payment">
      <Price info={info} />
      <p>Opens the workspace for everybody in it, until {formatDate(openAfterPayment(info, today))}.</p>
      {attempt.read()?.isPaid && (
        <Alert color="yellow">Your last payment is not confirmed yet. Wait a moment before you pay again.</Alert>
      )}
      <PayButton fullWidth>Pay {priceOf(info)}</PayButton>
      <Text inherit c="dimmed" fz="var(--text-small)">
        One payment on the card provider's page. Nothing is charged again by itself.
      </Text>
    </Card>
  )
}

const WhomToAsk = ({ info: { administrators, tenant_name } }: { info: PaymentInfo }) => (
  <Card aria-label="Whom to ask">
    <p>
      <strong>Only the workspace administrator can pay.</strong>
    </p>
    {administrators.length > 0 && (
      <>
        <p>Ask:</p>
        <Stack component="ul" gap="xs">
          {administrators.map(({ full_name, email }) => (
            <Group component="li" key={email} gap="0 var(--space-3)">
              <span>{full_name}</span>
              <Anchor href={mailTo(email, tenant_name)}>{email}</Anchor>
            </Group>
          ))}
        </Stack>
      </>
    )}
    <Text inherit c="dimmed" fz="var(--text-small)">
      This page notices by itself when the workspace is open again.
    </Text>
  </Card>
)

function OpenAgain({ tenant_name }: { tenant_name: string }) {
  const me = useMe()
  return (
    <Stack gap="var(--space-5)" align="flex-start">
      <Text role="status">{tenant_name} is open. You can go on where you left off.</Text>
      {/* A full page load, because this page's cached session still has the closed workspace. */}
      <Button component="a" href={startOf(me)} onClick={attempt.forget}>
        Go to your dashboard
      </Button>
    </Stack>
  )
}

function WhoIsHere() {
  const { name, email } = useMe()
  const logout = useLogout()
  return (
    <Group component="span" justify="space-between" gap="var(--space-1) var(--space-4)">
      <span>
        Signed in as {name} ({email})
      </span>
      <Anchor component="button" type="button" onClick={() => void logout()}>
        Logout
      </Anchor>
    </Group>
  )
}

const Waiting = () => (
  <Stack gap="lg">
    <Skeleton height={96} animate={false} />
    <Skeleton height={212} radius="md" animate={false} />
  </Stack>
)
