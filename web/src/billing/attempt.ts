const key = 'atrium-payment'

type Attempt = {
  /** The last day on which the workspace was open before the payment, as far as this tab knew. */
  open_until: string | null
  /** The card provider has redirected to the success page. */
  isPaid: boolean
}

/** The payment that this tab has begun. It survives the visit to the card provider's page. */
export const attempt = {
  read: (): Attempt | undefined => {
    const stored = sessionStorage.getItem(key)
    return stored ? JSON.parse(stored) : undefined
  },
  begin: (open_until: string | null) => store({ open_until, isPaid: false }),
  succeed: () => {
    const current = attempt.read()
    if (current) store({ ...current, isPaid: true })
  },
  forget: () => sessionStorage.removeItem(key),
}

const store = (current: Attempt) => sessionStorage.setItem(key, JSON.stringify(current))
