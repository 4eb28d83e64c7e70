import { type CheckBoxChange, withCheckBox } from 'contract/markdown'

type Row = { id: number }
type PendingChanges<R extends Row, Change> = {
  /** Oldest first. */
  changes?: readonly { id: number; change: Change }[]
  removed?: readonly number[]
  /** How a change shows on its row. By default, its fields replace the row's. */
  show?: (row: R, change: Change) => R
}

/** The rows with the changes that the server has not confirmed. Rows that none concerns stay the same objects, and so does the list. */
export function withPending<R extends Row, Change extends object = Partial<R>>(
  rows: readonly R[],
  { changes = [], removed = [], show = (row, change) => ({ ...row, ...change }) }: PendingChanges<R, Change>,
): readonly R[] {
  const changesOf = Map.groupBy(changes, ({ id }) => id)
  if (!rows.some(({ id }) => changesOf.has(id) || removed.includes(id))) return rows
  return rows
    .filter(({ id }) => !removed.includes(id))
    .map((row) => (changesOf.get(row.id) ?? []).reduce((latest, { change }) => show(latest, change), row))
}

/** The row with one check box of its description set. The server may know better than that it is gone. */
export function withTick<R extends { description: string }>(row: R, check_box: CheckBoxChange | undefined): R {
  const description = check_box && withCheckBox(row.description, check_box)
  return description === undefined ? row : { ...row, description }
}
