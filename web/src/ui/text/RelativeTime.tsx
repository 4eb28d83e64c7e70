import { useSyncExternalStore } from 'react'
import { formatMoment, relativeTo } from './dates.ts'

type Props = { at: string; words?: (at: string, now: number) => string }

/** How long ago, or as the words have it; the exact moment on hover. */
export function RelativeTime({ at, words = relativeTo }: Props) {
  const now = useSyncExternalStore(everyMinute, minute)
  return (
    <time dateTime={at} title={formatMoment(at)} className="tabular">
      {words(at, now)}
    </time>
  )
}

const everyMinute = (tick: () => void) => {
  const timer = setInterval(tick, 30_000)
  return () => clearInterval(timer)
}
// Rounded, so that it stays the same between ticks; up, so that what has just happened is not in the future.
const minute = () => Math.ceil(Date.now() / 30_000) * 30_000
