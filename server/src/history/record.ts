// Adds to the history of a project, a task or a comment, in the transaction of the change. See docs/decisions/067-history.md.
import type { changedFields, changedParts } from 'contract'
import { plainText } from 'contract/plain-text'
import type { Ctx } from '../kit/context.ts'

/** The subject of a change. A task or comment is named with its project and task. */
export type Subject = { project_id: number; task_id?: number; subtask_id?: number | null; comment_id?: number }
type Value = string | number | boolean | null | undefined
type Values = { [Field in (typeof changedFields)[number]]?: Value }
type Row = { field: string; before: string | null; after: string | null }

/** Rows of one statement: it may have 65,535 parameters. */
const rowsAtOnce = 5000

/** Records rows of the functions below. Send it in the same round trip as the change. */
export const record = (ctx: Ctx, subject: Subject, rows: readonly Row[]) => recordEach(ctx, [subject], rows)

/** Records the same rows about each of these. */
export async function recordEach({ db, me }: Ctx, subjects: readonly Subject[], rows: readonly Row[]) {
  const values = subjects.flatMap((subject) =>
    rows.map((row) => ({ task_id: null, subtask_id: null, comment_id: null, ...subject, ...row, person_id: me.id })),
  )
  for (let first = 0; first < values.length; first += rowsAtOnce)
    await db
      .insertInto('history')
      .values(values.slice(first, first + rowsAtOnce))
      .execute()
}

/** The fields of `after` that differ from `before`. One that is undefined stays as it is. */
export const changes = (before: Values, after: Values): Row[] =>
  Object.entries(after).flatMap(([field, value]) => {
    const row = { field, before: textOf(before[field as keyof Values]), after: textOf(value) }
    return value === undefined || row.before === row.after ? [] : [row]
  })

const textOf = (value: Value) => (value === null || value === undefined ? null : String(value))

/** Parts that a thing has got and lost, by their names. */
export const parts = (
  field: (typeof changedParts)[number],
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Row[] => [
  ...removed.map((before) => ({ field, before, after: null })),
  ...added.map((after) => ({ field, before: null, after })),
]

export const creation: Row[] = [{ field: 'created', before: null, after: null }]

/** A change of a description: one of its check boxes, or its text. */
export function descriptionChange(
  before: string,
  { description, check_box }: { description?: string | undefined; check_box?: { text: string; is_checked: boolean } | undefined },
): Row[] {
  if (description === undefined || !check_box) return changes({ description: before }, { description })
  const item = [plainText(check_box.text).slice(0, 200)]
  return parts('check_box', check_box.is_checked ? { added: item } : { removed: item })
}
