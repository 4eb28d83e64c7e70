import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { api, type PaymentInfo } from 'contract'
import { useData } from '../api/data.ts'
import { startOf, useLogout, useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { attempt } from './attempt.ts'
import styles from './Billing.module.css'
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
    <Stack gap={24}>
      <div className={styles.reason}>
        <IconLock size={20} aria-hidden />
        <p>{whyClosed(info)}</p>
        <IconShieldCheck size={20} aria-hidden />
        <p>Nothing has been deleted. The workspace is paused, and goes on as it was as soon as it is paid for.</p>
      </div>
      {info.can_pay ? <Pay info={info} /> : <WhomToAsk info={info} />}
    </Stack>
  )
}

function Pay({ info }: { info: PaymentInfo }) {
  const today = useToday()
  return (
    <section className={styles.card} aria-label="Payment">
      <Price info={info} />
      <p>Opens the workspace for everybody in it, until {formatDate(openAfterPayment(info, today))}.</p>
      {attempt.read()?.isPaid && (
        <Alert color="yellow">Your last payment is not confirmed yet. Wait a moment before you pay again.</Alert>
      )}
      <PayButton fullWidth>Pay {priceOf(info)}</PayButton>
      <p className={styles.small}>One payment on the card provider's page. Nothing is charged again by itself.</p>
    </section>
  )
}

const WhomToAsk = ({ info: { administrators, tenant_name } }: { info: PaymentInfo }) => (
  <section className={styles.card} aria-label="Whom to ask">
    <p>
      <strong>Only the workspace administrator can pay.</strong>
    </p>
    {administrators.length > 0 && (
      <>
        <p>Ask:</p>
        <ul className={styles.people}>
          {administrators.map(({ full_name, email }) => (
            <li key={email}>
              <span>{full_name}</span>
              <Anchor href={mailTo(email, tenant_name)}>{email}</Anchor>
            </li>
          ))}
        </ul>
      </>
    )}
    <p className={styles.small}>This page notices by itself when the workspace is open again.</p>
  </section>
)

function OpenAgain({ tenant_name }: { tenant_name: string }) {
  const me = useMe()
  return (
    <Stack gap={20} align="flex-start">
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
    <span className={styles.foot}>
      <span>
        Signed in as {name} ({email})
      </span>
      <Anchor component="button" type="button" onClick={() => void logout()}>
        Logout
      </Anchor>
    </span>
  )
}

const Waiting = () => (
  <Stack gap={24}>
    <Skeleton height={96} animate={false} />
    <Skeleton height={212} radius="md" animate={false} />
  </Stack>
)
