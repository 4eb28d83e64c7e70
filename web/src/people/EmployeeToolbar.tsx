import type { ReactNode } from 'react'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { roleOptions } from './read.ts'
import type { EmployeesView } from './useEmployeesView.ts'

type Props = {
  view: EmployeesView
  matches: number
  total: number
  isWaiting: boolean
  isNarrow: boolean
  isShort: boolean
  add: ReactNode
}

const choices = [
  { name: 'role', label: 'Filter by role', options: [{ value: '', label: 'All roles' }, ...roleOptions] },
  {
    name: 'invitation',
    label: 'Filter by invitation',
    options: [
      { value: '', label: 'All invitations' },
      { value: 'pending', label: 'Pending' },
      { value: 'accepted', label: 'Accepted' },
    ],
  },
]
const orders = [
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: 'email', label: 'Email A–Z' },
  { value: '-email', label: 'Email Z–A' },
  { value: 'role', label: 'Role A–Z' },
  { value: '-role', label: 'Role Z–A' },
]

export const EmployeeToolbar = ({ view, matches, total, isWaiting, isNarrow, isShort, add }: Props) => (
  <ListToolbar
    view={view}
    one="employee"
    many="employees"
    matches={matches}
    total={total}
    isWaiting={isWaiting}
    choices={choices}
    orders={isNarrow && orders}
    isShort={isShort}
    action={add}
  />
)
