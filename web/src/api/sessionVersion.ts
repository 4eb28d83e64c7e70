import { storage } from './storage.ts'

const key = 'atrium-session'

/**
 * Changes whenever this browser's session cookies do, in whatever tab: what was sent under another stamp was sent with other
 * cookies. Compared for being the same only, as clocks are set back now and then.
 */
export const sessionStamp = () => storage.read(key) ?? ''

/** The cookies have just been set or removed. */
export const stampSession = () => storage.write(key, `${Date.now()} ${Math.random()}`)

/** When the cookies were last set, in milliseconds, as far as this clock is to be believed; 0 for never. */
export function stampedAt() {
  const at = Number.parseInt(sessionStamp(), 10) || 0
  return at > Date.now() ? 0 : at
}
