import { refreshSession } from '../api/call.ts'
import { sessionChangedAt } from '../api/sessionVersion.ts'

const period = 240_000
const retry = 30_000

/**
 * Renews the session 240 s after any tab last did. A computer that slept, or a tab whose clocks stood still, does it as soon as it is
 * looked at or online again. Returns how to stop.
 */
export function keepFresh() {
  const startedAt = Date.now()
  let timer: ReturnType<typeof setTimeout>
  let isOver = false

  const early = () => Math.min(period, Math.max(startedAt, sessionChangedAt()) + period - Date.now())
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(renew, ms)
  }
  const renew = () => {
    if (early() > 0) return wait(early())
    refreshSession().then(
      () => wait(Math.max(early(), retry)),
      () => wait(retry),
    )
  }

  wait(period)
  document.addEventListener('visibilitychange', renew)
  window.addEventListener('online', renew)
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', renew)
    window.removeEventListener('online', renew)
  }
}
