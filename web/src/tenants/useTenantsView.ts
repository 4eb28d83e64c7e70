import { useListView } from '../ui/useListView.ts'
import { shows, sortKeys } from './tenants.ts'

/** Which tenants are shown, and in which order: kept in the address. */
export const useTenantsView = () => useListView({ sortKeys, choices: { show: shows } })
export type TenantsView = ReturnType<typeof useTenantsView>
