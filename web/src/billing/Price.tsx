import { Text } from '@mantine/core'
import type { PaymentInfo } from 'contract'
import { counted, priceOf } from './plan.ts'

/** The price of a payment and the days that it buys. */
export const Price = ({ info }: { info: PaymentInfo }) => (
  <p className="tabular">
    <Text span inherit fz="var(--text-figure)" fw="var(--weight-semibold)">
      {priceOf(info)}
    </Text>{' '}
    for {counted(info.days)}
  </p>
)
