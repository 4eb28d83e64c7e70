import { Billing } from '../billing/Billing.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { sidebarOf } from './sidebars.tsx'

export const BillingPage = () => (
  <SessionShell {...sidebarOf('tenant_admin')} title="Billing">
    <Billing />
  </SessionShell>
)
