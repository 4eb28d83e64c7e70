import { useMinute } from '../ui/hooks/useMinute.ts'
import { timeIn } from '../ui/text/dates.ts'

/** A time zone, with the time that it is there. */
export function LocalTime({ timezone }: { timezone: string }) {
  const now = useMinute()
  return (
    <span>
      {timezone.replaceAll('_', ' ')} <span className="fine tabular">{timeIn(timezone, now)}</span>
    </span>
  )
}
