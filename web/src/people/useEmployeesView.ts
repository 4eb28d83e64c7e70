import { employeeRoles, invitationStatuses } from 'contract'
import { useListView } from '../ui/list/useListView.ts'
import { sortKeys } from './read.ts'

/** The search, filters, order and page of the employee list, kept in the address. */
export const useEmployeesView = () => useListView({ sortKeys, choices: { role: employeeRoles, invitation: invitationStatuses } })
export type EmployeesView = ReturnType<typeof useEmployeesView>
