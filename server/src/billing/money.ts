/** Currencies whose smallest unit is the unit itself: https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const known = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns why this price can't be configured, worded for the operator, or null. */
export function priceProblem(amount: string, currency: string) {
  if (!known.has(currency)) return 'PLAN_CURRENCY must be a currency of ISO 4217'
  // Stripe treats the Ugandan shilling as zero-decimal in some places and as two-decimal in others.
  if (decimalsOf(currency) > 2 || currency === 'ugx') return `PLAN_CURRENCY ${currency} is not supported`
  const isWhole = Number.isInteger(Number(amount))
  // Stripe still counts the króna in two decimals, which must be zeros.
  if ((zeroDecimal.has(currency) || currency === 'isk') && !isWhole)
    return `PLAN_AMOUNT must be whole, as ${currency} has no decimals`
  return null
}

/** Converts a price to the smallest unit, as Stripe counts: cents, but whole yen. */
export const toSmallest = (amount: string, currency: string) =>
  zeroDecimal.has(currency) ? Number(amount) : Math.round(Number(amount) * 100)

export function fromSmallest(amount: number, currency: string) {
  if (zeroDecimal.has(currency)) return amount
  // Our prices have two decimals at most, but a payment that does not match its order may be in any currency.
  return decimalsOf(currency) > 2 ? amount / 1000 : amount / 100
}

/** `29.00 USD` */
export const priceInWords = (amount: string | number, currency: string) =>
  `${Number(amount).toFixed(2)} ${currency.toUpperCase()}`
