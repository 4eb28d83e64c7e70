import { useSyncExternalStore } from 'react'
import { formatMoment, relativeTo } from './dates.ts'

/** How long ago; the exact moment on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useSyncExternalStore(everyMinute, minute)
  return (
    <time dateTime={at} title={formatMoment(at)} className="tabular">
      {relativeTo(at, now)}
    </time>
  )
}

const everyMinute = (tick: () => void) => {
  const timer = setInterval(tick, 30_000)
  return () => clearInterval(timer)
}
// Rounded, so that it stays the same between ticks; up, so that what has just happened is not in the future.
const minute = () => Math.ceil(Date.now() / 30_000) * 30_000
