const key = 'atrium-signup'

/** An unfinished sign-up, without its password. */
export type Draft = {
  values: { tenant_name: string; subdomain: string; full_name: string; email: string }
  step: number
  verification: {
    step: 'not_sent' | 'sent' | 'verified'
    sendsLeft: number
    attempts: number
    /** When another code may be sent, in milliseconds. */
    waitsUntil: number
  }
}

/** Keeps the sign-up across a reload of the tab. Only the server decides whether the address is verified. */
export const draft = {
  read(): Partial<Draft> {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '{}')
    } catch {
      return {}
    }
  },
  write(value: Draft) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // Without storage a reload starts from the beginning.
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  },
}
