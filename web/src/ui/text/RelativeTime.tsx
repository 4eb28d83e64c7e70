import { useMinute } from '../hooks/useMinute.ts'
import { formatMoment, relativeTo } from './dates.ts'

type Props = { at: string; words?: (at: string, now: number) => string }

/** A time relative to now, worded by `words`; the exact time on hover. */
export function RelativeTime({ at, words = relativeTo }: Props) {
  const now = useMinute()
  return (
    <time dateTime={at} title={formatMoment(at)} className="tabular">
      {words(at, now)}
    </time>
  )
}
