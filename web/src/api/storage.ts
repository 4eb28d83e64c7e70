/** Keys with this prefix hold typed text, which is removed at log-out. */
export const typedPrefix = 'atrium-typed '

const inThisTab = new Map<string, string>()

/** Storage shared by all tabs of this origin. Where the browser denies access, each tab keeps its own. */
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
  removeAll(prefix: string) {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
    } catch {
      for (const key of inThisTab.keys()) if (key.startsWith(prefix)) inThisTab.delete(key)
    }
  },
}
