import { useSyncExternalStore } from 'react'
import { formatMoment, relativeTo } from './dates.ts'

type Props = { at: string; words?: (at: string, now: number) => string }

/** A time relative to now, worded by `words`; the exact time on hover. */
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
// Rounded to stay the same between ticks, and up so that the latest events are not in the future.
const minute = () => Math.ceil(Date.now() / 30_000) * 30_000
