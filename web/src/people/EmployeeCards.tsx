import { RoleBadge } from '../ui/theme/badges.tsx'
import styles from './AllEmployees.module.css'
import { Actions, Address, Who } from './Employee.tsx'
import type { ListProps } from './EmployeeTable.tsx'

/** The table where there is no room for one. */
export const EmployeeCards = ({ employees, edit }: ListProps) => (
  <ul className={styles.cards} aria-labelledby="all-employees">
    {employees.map((employee) => (
      <li key={employee.id} className={styles.card}>
        <div className={styles.cardTop}>
          <Who employee={employee} />
          <RoleBadge role={employee.role} />
        </div>
        <Address employee={employee} />
        <Actions employee={employee} edit={edit} />
      </li>
    ))}
  </ul>
)
