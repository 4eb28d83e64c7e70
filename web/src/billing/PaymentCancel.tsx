import { Stack } from '@mantine/core'
import { api, may } from 'contract'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { attempt } from './attempt.ts'
import { ContinueLink } from './ContinueLink.tsx'
import { PayButton } from './PayButton.tsx'

/** The page after a cancelled payment at the card provider. */
export function PaymentCancel() {
  const { me } = useSession()
  useEffect(attempt.forget, [])
  return (
    <PlainPage title="Payment Cancelled." subtitle="Nothing was charged." width={460}>
      <Stack gap="sm" align="flex-start">
        {me && may(me.role, api.billing.createCheckoutSession) && <PayButton>Try the payment again</PayButton>}
        <ContinueLink guest="Log in to go on, or to try the payment again." />
      </Stack>
    </PlainPage>
  )
}
