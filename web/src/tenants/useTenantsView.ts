import { tenantSorts, tenantStates } from 'contract'
import { useListView } from '../ui/list/useListView.ts'

/** Which tenants are shown, and in which order: kept in the address. */
export const useTenantsView = () => useListView({ sortKeys: tenantSorts, choices: { show: tenantStates } })
export type TenantsView = ReturnType<typeof useTenantsView>
