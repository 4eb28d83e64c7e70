import type { Employee } from 'contract'
import { RoleBadge } from '../ui/badges.tsx'
import { SortHeading } from '../ui/SortHeading.tsx'
import styles from './AllEmployees.module.css'
import { Actions, Address, Who } from './Employee.tsx'
import type { Sort, SortKey } from './employees.ts'

export type ListProps = {
  employees: readonly Employee[]
  sort: Sort
  sortBy: (sort: Sort) => void
  edit: (employee: Employee) => void
}

const columns: readonly { key: SortKey; label: string }[] = [
  { key: 'name', label: 'Name' },
  { key: 'email', label: 'Email' },
  { key: 'role', label: 'Role' },
]

export const EmployeeTable = ({ employees, sort, sortBy, edit }: ListProps) => (
  <table className={styles.table} aria-labelledby="all-employees">
    <thead>
      <tr>
        {columns.map(({ key, label }) => (
          <SortHeading
            key={key}
            label={label}
            order={sort.key === key ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            onSort={() => sortBy({ key, isDescending: sort.key === key && !sort.isDescending })}
          />
        ))}
        <th scope="col">Actions</th>
      </tr>
    </thead>
    <tbody>
      {employees.map((employee) => (
        <tr key={employee.id}>
          <td>
            <Who employee={employee} />
          </td>
          <td>
            <Address employee={employee} />
          </td>
          <td>
            <RoleBadge role={employee.role} />
          </td>
          <td>
            <Actions employee={employee} edit={edit} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
