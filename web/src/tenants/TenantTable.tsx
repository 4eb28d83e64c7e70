import type { TenantSummary } from 'contract'
import { SortHeadings } from '../ui/list/SortHeading.tsx'
import type { Sort } from '../ui/list/sort.ts'
import { BlockButton, Blocked, type BlockProps, PaidUntil, PaymentsButton, Subdomain, Trial } from './Tenant.tsx'
import styles from './TenantOverview.module.css'
import type { SortKey } from './tenants.ts'

export type ListProps = {
  tenants: readonly TenantSummary[]
  sort: Sort<SortKey>
  sortBy: (sort: Sort<SortKey>) => void
  isPending: (tenant: TenantSummary) => boolean
  turn: BlockProps['turn']
  showPayments: (tenant: TenantSummary) => void
}

const columns: readonly { key: SortKey; label: string; startsDescending?: true }[] = [
  { key: 'name', label: 'Name' },
  { key: 'subdomain', label: 'Subdomain' },
  { key: 'on_trial', label: 'On Trial', startsDescending: true },
  { key: 'paid_until', label: 'Paid Until' },
  { key: 'is_blocked', label: 'Blocked', startsDescending: true },
  { key: 'user_count', label: 'Users', startsDescending: true },
]

export const TenantTable = ({ tenants, sort, sortBy, isPending, turn, showPayments }: ListProps) => (
  <table className={styles.table} aria-label="Tenants">
    <thead>
      <tr>
        <SortHeadings columns={columns} sort={sort} sortBy={sortBy} />
        <th scope="col">Actions</th>
      </tr>
    </thead>
    <tbody>
      {tenants.map((tenant) => (
        <tr key={tenant.id}>
          <td>
            <div className={`clip-2 ${styles.name}`} title={tenant.name}>
              {tenant.name}
            </div>
          </td>
          <td>
            <Subdomain tenant={tenant} />
          </td>
          <td>
            <Trial tenant={tenant} />
          </td>
          <td>
            <PaidUntil tenant={tenant} />
          </td>
          <td>
            <Blocked tenant={tenant} />
          </td>
          <td className="tabular">{tenant.user_count}</td>
          <td>
            <div className={styles.acts}>
              <PaymentsButton tenant={tenant} show={showPayments} />
              <BlockButton tenant={tenant} isPending={isPending(tenant)} turn={turn} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
