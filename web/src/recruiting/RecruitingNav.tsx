import { NavLink } from 'react-router'
import styles from '../ui/theme/subnav.module.css'

/** The pages of recruiting. */
export const RecruitingNav = () => (
  <nav aria-label="Recruitment" className={styles.nav}>
    <NavLink to="/recruiting" end>
      Applicants
    </NavLink>
    <NavLink to="/recruiting/openings">Openings</NavLink>
    <NavLink to="/recruiting/settings">Settings</NavLink>
  </nav>
)
