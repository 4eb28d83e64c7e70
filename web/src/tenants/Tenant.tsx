import { Anchor, Button, Flex, Text } from '@mantine/core'
import { IconCircleHalf2, IconLock } from '@tabler/icons-react'
import type { TenantSummary } from 'contract'
import { workspaceOrigin } from '../session/domain.ts'
import { useToday } from '../session/today.ts'
import { formatDate } from '../ui/text/dates.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './TenantOverview.module.css'

type Props = { tenant: TenantSummary }

/** A link to the workspace's log-in page. */
export const Subdomain = ({ tenant: { name, subdomain } }: Props) => (
  <Anchor
    className={styles.text}
    href={`${workspaceOrigin(subdomain)}/login`}
    target="_blank"
    rel="noreferrer"
    title={`Open the login page of ${name} in a new tab`}
  >
    {subdomain}
  </Anchor>
)

export function Trial({ tenant: { on_trial, trial_ends_on } }: Props) {
  const today = useToday()
  if (!on_trial) return <span className="dimmed">No</span>
  const isOver = trial_ends_on !== null && trial_ends_on < today
  return (
    <Flex component="span" wrap="wrap" align="center" rowGap="var(--space-half)" columnGap="xs">
      <span className={marks.mark} data-tone={isOver ? 'yellow' : 'teal'}>
        <IconCircleHalf2 size={14} stroke={2.25} aria-hidden />
        Yes
      </span>
      {trial_ends_on && (
        <span className="fine tabular truncate">
          {isOver ? 'ended' : 'until'} {formatDate(trial_ends_on)}
        </span>
      )}
    </Flex>
  )
}

export function PaidUntil({ tenant: { paid_until } }: Props) {
  const today = useToday()
  if (!paid_until) return <span className="dimmed">—</span>
  return (
    <Flex component="span" wrap="wrap" align="center" rowGap="var(--space-half)" columnGap="xs">
      <span className="tabular">{formatDate(paid_until)}</span>
      {paid_until < today && (
        <Text inherit span fz="xs" c="var(--mantine-color-error)">
          overdue
        </Text>
      )}
    </Flex>
  )
}

export const Blocked = ({ tenant: { is_blocked } }: Props) =>
  is_blocked ? (
    <span className={marks.mark} data-tone="red">
      <IconLock size={14} stroke={2.25} aria-hidden />
      Yes
    </span>
  ) : (
    <span className="dimmed">No</span>
  )

export const PaymentsButton = ({ tenant, show }: Props & { show: () => void }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    className={styles.act}
    aria-label={`Payment History of ${tenant.name}`}
    onClick={show}
  >
    Payment History
  </Button>
)

type BlockProps = Props & { isPending: boolean; toggle: () => Promise<void> }

/** One element for both actions: the dialog returns the focus to it. */
export function BlockButton({ tenant, isPending, toggle }: BlockProps) {
  const verb = tenant.is_blocked ? 'Unblock' : 'Block'
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      className={styles.act}
      aria-label={`${verb} ${tenant.name}`}
      {...(isPending && { 'aria-disabled': true, 'data-disabled': true })}
      {...(!tenant.is_blocked && { color: 'red' })}
      onClick={() => {
        if (!isPending) void toggle()
      }}
    >
      {isPending ? 'Saving...' : verb}
    </Button>
  )
}
