import { todayIn } from '../ui/text/dates.ts'
import { useMe } from './session.ts'

/** Today in the workspace, `YYYY-MM-DD`. */
export const useToday = () => todayIn(useMe().tenant?.timezone)
