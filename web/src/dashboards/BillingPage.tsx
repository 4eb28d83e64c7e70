import { Billing } from '../billing/Billing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const BillingPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="Billing">
    <Billing />
  </WorkShell>
)
