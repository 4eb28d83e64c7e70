import { cellKey, dayInWords, emptyCell, type SheetCell, type SheetCells, type SheetRow } from '../week.ts'
import { TimeCell } from './TimeCell.tsx'

/** The actions of a week. */
export type SheetOptions = {
  /** The table's name. */
  name: string
  /** Whether a timer can be started on the row's work. */
  mayTime: (row: SheetRow) => boolean
  /** Why a cell can't be changed; undefined where it can. */
  reasonFor: (row: SheetRow, day: string) => string | undefined
  save: (row: SheetRow, day: string, change: { cell: SheetCell; minutes: number }) => Promise<unknown>
  /** Shows the entries of a row. */
  open: (row: SheetRow, day?: string) => void
}

type Props = { row: SheetRow; day: string; cells: SheetCells; at: string; options: SheetOptions }

export function SheetCellOf({ row, day, cells, at, options: { reasonFor, save, open } }: Props) {
  const cell = cells.get(cellKey(row, day)) ?? emptyCell
  return (
    <TimeCell
      cell={cell}
      at={at}
      name={`${row.key}, ${dayInWords(day)}`}
      reason={reasonFor(row, day)}
      save={(minutes) => save(row, day, { cell, minutes })}
      open={() => open(row, day)}
    />
  )
}
