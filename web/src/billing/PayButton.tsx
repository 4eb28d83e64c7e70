import { Alert, Button, type ButtonProps, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { api } from 'contract'
import { useEffect, useState } from 'react'
import { browser, checkoutPage } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { mainOrigin } from '../session/domain.ts'
import { useMe } from '../session/session.ts'
import { attempt } from './attempt.ts'

const failed = 'Error creating checkout session.'

/** Opens the card provider's page, for the tenant admin. */
export function PayButton({ children, ...props }: ButtonProps) {
  const { isLeaving, problem, pay } = usePay()
  return (
    <Stack gap="sm">
      {problem && (
        <Alert role="alert" color="red" icon={<IconAlertCircle size={18} />} title={failed}>
          {problem.reason && <Text size="sm">{problem.reason}</Text>}
          <Text size="sm">Nothing was charged.</Text>
        </Alert>
      )}
      <Button {...props} loading={isLeaving} onClick={() => void pay()}>
        {problem ? 'Try again' : children}
      </Button>
    </Stack>
  )
}

function usePay() {
  const { tenant } = useMe()
  const { mutateAsync: create } = useChange(api.billing.createCheckoutSession, { touches: [] })
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<{ reason: string }>()

  // The browser's Back button may restore the page in its loading state.
  useEffect(() => {
    const reset = () => setLeaving(false)
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  async function pay() {
    if (isLeaving) return
    setLeaving(true)
    setProblem(undefined)
    try {
      const { checkout_url } = await create({})
      const page = checkoutPage(checkout_url, mainOrigin)
      if (!page) throw new Error('Not a checkout page')
      attempt.begin(tenant?.open_until ?? null)
      browser.goTo(page)
    } catch (error) {
      const reason = messageOf(error, '')
      setProblem({ reason: reason === failed ? '' : reason })
      setLeaving(false)
    }
  }
  return { isLeaving, problem, pay }
}
