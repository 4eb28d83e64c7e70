import { Group, List, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconPlayerPauseFilled } from '@tabler/icons-react'
import { api, noticeDays } from 'contract'
import { useData, usePreload } from '../api/data.ts'
import { useToday } from '../session/today.ts'
import { Loaded, Part } from '../ui/feedback/Loaded.tsx'
import { formatDate } from '../ui/text/dates.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './Billing.module.css'
import { Card } from './Card.tsx'
import { FileUsage } from './FileUsage.tsx'
import { PayButton } from './PayButton.tsx'
import { Price } from './Price.tsx'
import { endOf, openAfterPayment, stateOf } from './plan.ts'

/** The workspace's trial or paid time, the payment button and the space of files, for the tenant admin. */
export const Billing = () => (
  <Loaded failed="Failed to fetch payment info." skeleton={<Waiting />}>
    <Plan />
  </Loaded>
)

function Plan() {
  usePreload(api.files.usage, {})
  const info = useData(api.billing.paymentInfo, {})
  const today = useToday()
  const end = endOf(info)
  const { name, isOpen, words } = stateOf(info, today)
  const Icon = isOpen ? IconCircleCheck : IconPlayerPauseFilled
  return (
    <Stack maw="640px" className={styles.page}>
      <Card aria-labelledby="plan-state">
        <Title order={2} id="plan-state" fz="h3">
          Your workspace
        </Title>
        <Group component="p" gap="var(--space-2) var(--space-3)">
          <span className={marks.mark} data-tone={isOpen ? 'teal' : 'yellow'}>
            <Icon size={14} aria-hidden />
            {name}
          </span>
          {words}
        </Group>
      </Card>
      {(end !== null || !isOpen) && (
        <>
          <Card aria-labelledby="plan-payment">
            <Title order={2} id="plan-payment" fz="h3">
              Payment
            </Title>
            <Price info={info} />
            <p>
              If you pay today, {info.tenant_name} stays open until {formatDate(openAfterPayment(info, today))}.
              {end !== null && end > today && ' The days that are left are not lost.'}
            </p>
            <PayButton style={{ alignSelf: 'flex-start' }}>Pay now</PayButton>
            <Text inherit c="dimmed" fz="var(--text-small)">
              You pay on the card provider's page. Nothing is ever charged by itself.
            </Text>
          </Card>
          <Card aria-labelledby="plan-end">
            <Title order={2} id="plan-end" fz="h3">
              When the time is over
            </Title>
            <List fz="sm" listStyleType="disc" spacing="xs">
              <List.Item>The workspace pauses: nobody can work in it until it is paid for. Logging in still works.</List.Item>
              <List.Item>Nothing is deleted. After a payment everything is there as it was.</List.Item>
              <List.Item>The administrators are reminded {inWords(noticeDays)} before.</List.Item>
            </List>
          </Card>
        </>
      )}
      <Part failed="Failed to fetch the space of files.">
        <FileUsage />
      </Part>
    </Stack>
  )
}

/** `7, 3 and 1 days` */
const inWords = (days: readonly number[]) => `${days.slice(0, -1).join(', ')} and ${days.at(-1)} days`

const Waiting = () => (
  <Stack maw={640}>
    <Skeleton height={92} radius="md" animate={false} />
    <Skeleton height={204} radius="md" animate={false} />
    <Skeleton height={140} radius="md" animate={false} />
    <Skeleton height={124} radius="md" animate={false} />
  </Stack>
)
