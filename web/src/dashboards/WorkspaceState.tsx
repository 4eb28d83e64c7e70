import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMailFast } from '@tabler/icons-react'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { useHealth } from '../projects/health.ts'
import { endingOf } from '../session/ending.ts'
import { useMe } from '../session/session.ts'
import { useToday } from '../session/today.ts'
import { formatDate } from '../ui/text/dates.ts'
import styles from './WorkspaceState.module.css'

export const pendingPeople = { query: { invitation_status: 'pending', limit: '1' } } as const

/** Matters on which an administrator may have to act: projects in trouble, people who have not come yet, and the end of the plan. */
export const WorkspaceState = () => (
  <ul className={styles.state} aria-label="State of the workspace">
    <Projects />
    <People />
    <Plan />
  </ul>
)

/** The names are in the list of projects, which begins with these. */
function Projects() {
  const projects = useHealth()
  const count = (wanted: string) => projects.filter(({ state }) => state === wanted).length
  const [late, at_risk] = [count('late'), count('at_risk')]
  if (projects.length === 0) return null
  if (late + at_risk === 0)
    return (
      <li className={styles.fact}>
        <IconCircleCheck size={18} aria-hidden /> Nothing is behind.
      </li>
    )
  const words = [late && `${late} late`, at_risk && `${at_risk} at risk`].filter(Boolean).join(', ')
  return (
    <li className={styles.fact} data-is-alarming={late > 0 || undefined}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        <Anchor href="#all-projects" inherit>
          {words}
        </Anchor>{' '}
        of {projects.length} active
      </span>
    </li>
  )
}

function People() {
  const { count } = useData(api.employees.list, pendingPeople)
  if (count === 0) return null
  return (
    <li className={styles.fact}>
      <IconMailFast size={18} aria-hidden />
      <span>
        <Anchor component={Link} to="/tenant_admin/employees?invitation=pending" inherit>
          {count} invited
        </Anchor>
        , not here yet
      </span>
    </li>
  )
}

/** The banner above the page announces an end that is near. */
function Plan() {
  const { tenant } = useMe()
  const today = useToday()
  if (!tenant?.open_until || endingOf(tenant, today)) return null
  return (
    <li className={styles.fact}>
      <IconClock size={18} aria-hidden />
      <Anchor component={Link} to="/billing" inherit>
        Paid until {formatDate(tenant.open_until)}
      </Anchor>
    </li>
  )
}
