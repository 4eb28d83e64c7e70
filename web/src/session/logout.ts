import { api } from 'contract'
import { call } from '../api/call.ts'
import { bumpSessionVersion } from '../api/sessionVersion.ts'
import { storage } from '../api/storage.ts'

const key = 'atrium-logout-owed'
const patience = 5000
let telling: Promise<boolean> | undefined

/**
 * Ends the session on the server, or as soon as it can be reached. Until then it is remembered, beyond the page: a reload must
 * not log in again whoever has just logged out.
 */
export function logOutOnServer() {
  storage.write(key, 'yes')
  return settleLogout()
}

/** Tells the server of a log-out that it does not know of yet. Answers whether none is left. */
export function settleLogout(): Promise<boolean> {
  if (!telling && storage.read(key) === null) return Promise.resolve(true)
  telling ??= tell().finally(() => {
    telling = undefined
  })
  return telling
}

/** Somebody has logged in: the cookies of the session that was to end are gone. */
export const forgetLogout = () => storage.remove(key)

async function tell() {
  try {
    await call(api.auth.logout, {}, AbortSignal.timeout(patience))
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a failed log-out is logged and nothing else
    console.error('Log-out failed', error)
    return false
  }
  forgetLogout()
  bumpSessionVersion()
  return true
}
