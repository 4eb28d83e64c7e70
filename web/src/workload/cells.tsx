import type { Workload } from 'contract'
import { cellId, columnOf, undated } from '../capacity/workload.ts'
import { spanInWords } from '../capacity/workloadWords.ts'
import type { Column } from '../ui/board/types.ts'
import { WorkloadCard } from './WorkloadCard.tsx'

/** The cells as the columns of a board, person by person: the weeks, and last what has no date. */
export const cellsOf = ({ people, weeks }: Workload, today: string): Column[] =>
  people.flatMap(({ person, items }) => {
    const byColumn = Map.groupBy(items, ({ due_date }) => columnOf(due_date, weeks))
    const columns = [
      ...weeks.map((week) => ({ column: week.from, words: spanInWords(week) })),
      { column: undated, words: 'no date' },
    ]
    return columns.map(({ column, words }) => ({
      id: cellId(person.id, column),
      title: `${person.full_name}, ${words}`,
      cards: (byColumn.get(column) ?? []).map((item) => ({
        id: item.id,
        label: item.title,
        content: <WorkloadCard item={item} today={today} />,
      })),
    }))
  })
