import { useCallback } from 'react'
import { todayIn } from '../ui/text/dates.ts'
import { useMe } from './session.ts'

/** Today in the workspace, `YYYY-MM-DD`. */
export const useToday = () => todayIn(useMe().tenant?.timezone)

/** The function that gives the date of a moment in the workspace, `YYYY-MM-DD`. */
export function useDateOf() {
  const timezone = useMe().tenant?.timezone
  return useCallback((moment: string) => todayIn(timezone, new Date(moment)), [timezone])
}
