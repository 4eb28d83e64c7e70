import { refreshSession } from '../api/call.ts'
import { sessionChangedAt } from '../api/sessionVersion.ts'

/** Milliseconds. */
const period = 240_000
const retryDelay = 30_000

/**
 * Refreshes the session 240 s after any tab last did: pictures and files, which load without a call, can't ask for it. A computer that
 * slept, or a tab with suspended timers, does so as soon as it is visible or online again. Returns a function that stops it.
 */
export function keepFresh() {
  const startedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>
  let isStopped = false

  const remaining = () => Math.min(period, (sessionChangedAt() || startedAt) + period - Date.now())
  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(refresh, ms)
  }
  const refresh = () => {
    if (remaining() > 0) return schedule(remaining())
    refreshSession().then(
      () => schedule(Math.max(remaining(), retryDelay)),
      () => schedule(retryDelay),
    )
  }

  refresh()
  document.addEventListener('visibilitychange', refresh)
  window.addEventListener('online', refresh)
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', refresh)
    window.removeEventListener('online', refresh)
  }
}
