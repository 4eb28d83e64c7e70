import type { TimeEntry } from 'contract'
import { useState } from 'react'
import { rowsOf, type SheetRow } from '../week.ts'

/** The rows of a week: those with time, those that were added, and those that had time a moment ago. */
export function useSheetRows(entries: readonly TimeEntry[]) {
  const [kept, setKept] = useState<readonly SheetRow[]>([])
  const rows = rowsOf(entries, kept)
  // State during render: a row stays in its place when its last time is removed.
  if (rows.length > kept.length) setKept(rows)
  const add = (row: SheetRow) => setKept((before) => rowsOf([], [...before, row]))
  return { rows, add }
}
