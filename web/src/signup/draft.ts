const key = 'atrium-signup'

/** A sign-up under way, without its password. */
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

/** A tab that is reloaded goes on where it was. What was proved, the server knows: it has the last word on it. */
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
      // A browser that keeps nothing for us starts again after a reload.
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
}
