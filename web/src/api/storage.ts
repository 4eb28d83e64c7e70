/** Under names that begin so stands what somebody typed: it goes when they log out. */
export const typedPrefix = 'atrium-typed '

const inThisTab = new Map<string, string>()

/** What all tabs of this origin share. Where the browser keeps nothing for us, each tab knows of itself alone. */
export const storage = {
  read(key: string) {
    try {
      return localStorage.getItem(key)
    } catch {
      return inThisTab.get(key) ?? null
    }
  },
  write(key: string, value: string) {
    try {
      localStorage.setItem(key, value)
    } catch {
      inThisTab.set(key, value)
    }
  },
  remove(key: string) {
    try {
      localStorage.removeItem(key)
    } catch {
      inThisTab.delete(key)
    }
  },
  /** All names that begin so. */
  removeAll(prefix: string) {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
    } catch {
      for (const key of inThisTab.keys()) if (key.startsWith(prefix)) inThisTab.delete(key)
    }
  },
}
