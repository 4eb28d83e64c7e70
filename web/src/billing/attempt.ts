const key = 'atrium-payment'

type Attempt = {
  /** Until when the workspace was open before it, as far as this tab knew. */
  open_until: string | null
  /** The card provider has sent the browser back with success. */
  isPaid: boolean
}

/** The payment that this tab has begun, across the way to the card provider and back. */
export const attempt = {
  read: (): Attempt | undefined => {
    const kept = sessionStorage.getItem(key)
    return kept ? JSON.parse(kept) : undefined
  },
  begin: (open_until: string | null) => keep({ open_until, isPaid: false }),
  succeed: () => {
    const made = attempt.read()
    if (made) keep({ ...made, isPaid: true })
  },
  forget: () => sessionStorage.removeItem(key),
}

const keep = (made: Attempt) => sessionStorage.setItem(key, JSON.stringify(made))
