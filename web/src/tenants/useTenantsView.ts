import { tenantSorts, tenantStates } from 'contract'
import { useListView } from '../ui/list/useListView.ts'

/** The search, filter, order and page of the tenant list, kept in the address. */
export const useTenantsView = () => useListView({ sortKeys: tenantSorts, choices: { show: tenantStates } })
export type TenantsView = ReturnType<typeof useTenantsView>
