import { api, may } from 'contract'
import { NavLink } from 'react-router'
import { useMe } from '../session/session.ts'
import styles from '../ui/theme/subnav.module.css'

/** The pages about leave. */
export function LeaveNav() {
  const { role } = useMe()
  return (
    <nav aria-label="Leave" className={styles.nav}>
      <NavLink to="/leave" end>
        My Leave
      </NavLink>
      <NavLink to="/leave/calendar">Calendar</NavLink>
      <NavLink to="/leave/requests">Requests</NavLink>
      {may(role, api.leave.balances) && <NavLink to="/leave/balances">Balances</NavLink>}
      {may(role, api.leaveTypes.create) && <NavLink to="/leave/types">Types</NavLink>}
    </nav>
  )
}
