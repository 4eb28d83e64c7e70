import { Anchor } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { api, may } from 'contract'
import { Link } from 'react-router'
import styles from './EndingBanner.module.css'
import { endingOf } from './ending.ts'
import { useMe } from './session.ts'
import { useToday } from './today.ts'

/** Announces the end of the trial or the paid time to people who can pay. */
export function EndingBanner({ isNearOnly }: { isNearOnly: boolean }) {
  const { role, tenant } = useMe()
  const today = useToday()
  const ending = tenant && may(role, api.billing.createCheckoutSession) ? endingOf(tenant, today) : undefined
  if (!ending || (isNearOnly && !ending.isNear)) return null
  return (
    <aside className={styles.banner} data-near={ending.isNear || undefined} aria-label="End of the trial or paid time">
      <IconClock size={16} aria-hidden />
      <span>
        {ending.words}
        {ending.date && <span className={styles.date}>, on {ending.date}</span>}.{' '}
        <span className={styles.afterwards}>{ending.afterwards}</span>
      </span>
      <Anchor component={Link} to="/billing" className={styles.link} ms="auto" flex="none" fz="inherit" underline="always">
        How to pay
      </Anchor>
    </aside>
  )
}
