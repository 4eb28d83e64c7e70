import { type api, type Result, timeProblems } from 'contract'
import { useMemo } from 'react'
import { useToday } from '../../session/today.ts'
import { useTimeChanges } from '../changes.ts'
import { useRemoval } from '../useRemoval.ts'
import { isLocked, isOpenDay, type SheetRow, statusOf, weekInWords } from '../week.ts'
import type { SheetOptions } from './SheetCellOf.tsx'

type Week = Pick<Result<typeof api.time.week>, 'week' | 'sheets'>

/** The actions of a person's own week. */
export function useSheetOptions({ week, sheets }: Week, open: SheetOptions['open']): SheetOptions {
  const today = useToday()
  const { addTime, changeTime } = useTimeChanges()
  const removeTime = useRemoval()
  return useMemo(() => {
    const words = weekInWords(week, today)
    const isLockedFor = ({ project }: SheetRow) => isLocked(statusOf(sheets, project))
    return {
      name: `Week of ${words}`,
      mayTime: (row) => !isLockedFor(row),
      reasonFor(row, day) {
        if (isLockedFor(row)) return timeProblems.locked(row.project_name, words)
        if (isOpenDay(day, today)) return undefined
        return day > today ? timeProblems.future : timeProblems.tooOld
      },
      async save(row, day, { cell: { entries }, minutes }) {
        const [entry] = entries
        if (entry) await (minutes > 0 ? changeTime(entry.id, { minutes }) : removeTime(entry))
        else if (minutes > 0) await addTime(row, { day, minutes })
      },
      open,
    }
  }, [week, sheets, today, addTime, changeTime, removeTime, open])
}
