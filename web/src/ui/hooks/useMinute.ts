import { useSyncExternalStore } from 'react'

const everyMinute = (tick: () => void) => {
  const timer = setInterval(tick, 30_000)
  return () => clearInterval(timer)
}
// Rounded to stay the same between ticks, and up so that the latest events are not in the future.
const minute = () => Math.ceil(Date.now() / 30_000) * 30_000

/** Now in milliseconds, rounded to half a minute. Changes as time goes by. */
export const useMinute = () => useSyncExternalStore(everyMinute, minute)
