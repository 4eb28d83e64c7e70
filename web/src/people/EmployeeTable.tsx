import type { Employee } from 'contract'
import { SortHeadings } from '../ui/list/SortHeading.tsx'
import type { Sort } from '../ui/list/sort.ts'
import { RoleBadge } from '../ui/theme/badges.tsx'
import styles from './AllEmployees.module.css'
import { Actions, Address, Who } from './Employee.tsx'
import type { SortKey } from './employees.ts'

export type ListProps = {
  employees: readonly Employee[]
  sort: Sort<SortKey>
  sortBy: (sort: Sort<SortKey>) => void
  edit: (employee: Employee) => void
}

const columns = [
  { key: 'name', label: 'Name' },
  { key: 'email', label: 'Email' },
  { key: 'role', label: 'Role' },
] as const

export const EmployeeTable = ({ employees, sort, sortBy, edit }: ListProps) => (
  <table className={styles.table} aria-labelledby="all-employees">
    <thead>
      <tr>
        <SortHeadings columns={columns} sort={sort} sortBy={sortBy} />
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
