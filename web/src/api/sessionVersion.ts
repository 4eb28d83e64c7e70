import { storage } from './storage.ts'

const key = 'atrium-session'

/**
 * Changes with the session cookies, in any tab: a request sent under another version carried other cookies. Versions are only
 * compared for equality, because clocks get set back.
 */
export const sessionVersion = () => storage.read(key) ?? ''

/** Call it after cookies were set or removed. */
export const bumpSessionVersion = () => storage.write(key, `${Date.now()} ${Math.random()}`)

/** When the cookies last changed, in milliseconds; 0 for never, and for a time in the future. */
export function sessionChangedAt() {
  const at = Number.parseInt(sessionVersion(), 10) || 0
  return at > Date.now() ? 0 : at
}
