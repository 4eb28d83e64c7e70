import { BlockButton, Blocked, PaidUntil, PaymentsButton, Subdomain, Trial } from './Tenant.tsx'
import styles from './TenantOverview.module.css'
import type { ListProps } from './TenantTable.tsx'

/** The table where there is no room for one. */
export const TenantCards = ({ tenants, isPending, turn, showPayments }: ListProps) => (
  <ul className={styles.cards} aria-label="Tenants">
    {tenants.map((tenant) => (
      <li key={tenant.id} className={styles.card}>
        <div>
          <div className={styles.name}>{tenant.name}</div>
          <Subdomain tenant={tenant} />
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>On Trial</dt>
            <dd>
              <Trial tenant={tenant} />
            </dd>
          </div>
          <div>
            <dt>Paid Until</dt>
            <dd>
              <PaidUntil tenant={tenant} />
            </dd>
          </div>
          <div>
            <dt>Blocked</dt>
            <dd>
              <Blocked tenant={tenant} />
            </dd>
          </div>
          <div>
            <dt>Users</dt>
            <dd className="tabular">{tenant.user_count}</dd>
          </div>
        </dl>
        <div className={styles.acts}>
          <PaymentsButton tenant={tenant} show={showPayments} />
          <BlockButton tenant={tenant} isPending={isPending(tenant)} turn={turn} />
        </div>
      </li>
    ))}
  </ul>
)
