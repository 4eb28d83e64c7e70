import { api } from 'contract'
import { call } from '../api/call.ts'
import { bumpSessionVersion } from '../api/sessionVersion.ts'
import { storage } from '../api/storage.ts'

const key = 'atrium-logout-owed'
/** Milliseconds. */
const timeout = 5000
let settling: Promise<boolean> | undefined

/**
 * Ends the session on the server. If the server is unreachable, the log-out stays pending, also across reloads: a reload must not
 * log the person in again.
 */
export function logOutOnServer() {
  storage.write(key, 'yes')
  return settleLogout()
}

export const isLogoutPending = () => storage.read(key) !== null

/** Sends a pending log-out. Resolves to whether none is left. */
export function settleLogout(): Promise<boolean> {
  if (!settling && !isLogoutPending()) return Promise.resolve(true)
  settling ??= sendLogout().finally(() => {
    settling = undefined
  })
  return settling
}

/** A log-in has replaced the cookies of the session that was to end. */
export const forgetLogout = () => storage.remove(key)

async function sendLogout() {
  try {
    await call(api.auth.logout, {}, AbortSignal.timeout(timeout))
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed log-out is logged and nothing else
    console.error('Log-out failed', error)
    return false
  }
  forgetLogout()
  bumpSessionVersion()
  return true
}
