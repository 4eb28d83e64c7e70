import type { PaymentInfo } from 'contract'
import styles from './Billing.module.css'
import { counted, priceOf } from './plan.ts'

/** The price of a payment and the days that it buys. */
export const Price = ({ info }: { info: PaymentInfo }) => (
  <p className="tabular">
    <span className={styles.amount}>{priceOf(info)}</span> for {counted(info.days)}
  </p>
)
