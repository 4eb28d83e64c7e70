import { useMe } from '../session/session.ts'
import { todayIn } from '../ui/dates.ts'

/** Today in the workspace, `YYYY-MM-DD`. */
export const useToday = () => todayIn(useMe().tenant?.timezone)
