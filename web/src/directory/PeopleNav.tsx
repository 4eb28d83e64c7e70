import { api, may } from 'contract'
import { NavLink } from 'react-router'
import { useMe } from '../session/session.ts'
import styles from '../ui/theme/subnav.module.css'

/** The pages about the people of the workspace. */
export function PeopleNav() {
  const { role } = useMe()
  return (
    <nav aria-label="People" className={styles.nav}>
      <NavLink to="/people" end>
        Directory
      </NavLink>
      <NavLink to="/people/organisation">Organisation</NavLink>
      {may(role, api.locations.create) && <NavLink to="/people/locations">Locations</NavLink>}
      {may(role, api.checklists.templates) && <NavLink to="/people/checklists">Checklists</NavLink>}
    </nav>
  )
}
