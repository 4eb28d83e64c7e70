import { useCallback, useMemo } from 'react'
import { type Now, todayIn } from '../ui/text/dates.ts'
import { useMe } from './session.ts'

/** Today in the workspace, `YYYY-MM-DD`. */
export const useToday = () => todayIn(useMe().tenant?.timezone)

/** Today, and the first day of the workspace's weeks. */
export function useNow(): Now {
  const today = useToday()
  const first_day = useMe().tenant?.first_day ?? 1
  return useMemo(() => ({ today, first_day }), [today, first_day])
}

/** The function that gives the date of a moment in the workspace, `YYYY-MM-DD`. */
export function useDateOf() {
  const timezone = useMe().tenant?.timezone
  return useCallback((moment: string) => todayIn(timezone, new Date(moment)), [timezone])
}
