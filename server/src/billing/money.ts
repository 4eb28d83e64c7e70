/** Those whose smallest unit is the unit itself: https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
])
const known = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** What speaks against this price, worded for whoever configures it; null where nothing does. */
export function priceProblem(amount: string, currency: string) {
  if (!known.has(currency)) return 'PLAN_CURRENCY must be a currency of ISO 4217'
  // Stripe takes the Ugandan shilling for one of both kinds, depending on where it is asked.
  if (decimalsOf(currency) > 2 || currency === 'ugx') return `PLAN_CURRENCY ${currency} is not supported`
  const isWhole = Number.isInteger(Number(amount))
  // To Stripe the króna still has two decimals, which must be zeros.
  if ((zeroDecimal.has(currency) || currency === 'isk') && !isWhole)
    return `PLAN_AMOUNT must be whole, as ${currency} has no decimals`
  return null
}

/** The price in the smallest unit, as Stripe counts: cents, but yen. */
export const toSmallest = (amount: string, currency: string) =>
  zeroDecimal.has(currency) ? Number(amount) : Math.round(Number(amount) * 100)

export function fromSmallest(amount: number, currency: string) {
  if (zeroDecimal.has(currency)) return amount
  // Never a price of ours, but a payment that does not match its order may come in any currency.
  return decimalsOf(currency) > 2 ? amount / 1000 : amount / 100
}

/** `29.00 USD` */
export const priceInWords = (amount: string | number, currency: string) =>
  `${Number(amount).toFixed(2)} ${currency.toUpperCase()}`
