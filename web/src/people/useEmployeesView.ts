import { employeeRoles, invitationStatuses } from 'contract'
import { useListView } from '../ui/list/useListView.ts'
import { sortKeys } from './employees.ts'

/** Which employees are shown, and in which order: kept in the address. */
export const useEmployeesView = () => useListView({ sortKeys, choices: { role: employeeRoles, invitation: invitationStatuses } })
export type EmployeesView = ReturnType<typeof useEmployeesView>
