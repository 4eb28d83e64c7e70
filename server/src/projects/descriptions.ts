// Changes of a stored description: one of its check boxes alone, and whom it mentions.
import { textChanged } from 'contract'
import { type CheckBoxChange, checkBoxProblems, withCheckBox } from 'contract/markdown'
import type { Ctx } from '../kit/context.ts'
import { invalid, Refusal } from '../kit/errors.ts'

type Described = { table: 'projects' | 'tasks' | 'subtasks'; id: number }
type Change = { description?: string | undefined; check_box?: CheckBoxChange | undefined }

/**
 * The description as it is stored, if the change concerns it. Read it after the row is locked, in the same round trip: of two people
 * who set a box each, the second one then changes the text of the first.
 */
export async function storedDescription({ db }: Ctx, { table, id }: Described, { description, check_box }: Change) {
  if (check_box === undefined && description === undefined) return ''
  const row = await db.selectFrom(table).select('description').where('id', '=', id).executeTakeFirst()
  return row?.description ?? ''
}

/** The change with the new description in place of a check box. It has none if the box is already as wanted. */
export function withBoxSet<Sent extends Change>({ check_box, ...fields }: Sent, stored: string): Omit<Sent, 'check_box'> {
  if (check_box === undefined) return fields
  if (fields.description !== undefined) throw invalid({ check_box: [checkBoxProblems.both] })
  const description = withCheckBox(stored, check_box)
  if (description === undefined) throw invalid({ check_box: [checkBoxProblems.gone] })
  return description === stored ? fields : { ...fields, description }
}

type Texts = { readonly [field: string]: unknown }

/** Refuses a change of a text that is another one by now than the one that its author began with. */
export function mustBeUnchanged(stored: Texts, sent: Texts, edited_from: Texts = {}) {
  const changed = Object.keys(edited_from).filter(
    (field) => sent[field] !== undefined && stored[field] !== sent[field] && stored[field] !== edited_from[field],
  )
  if (changed.length === 0) return
  const texts = Object.fromEntries(changed.map((field) => [field, stored[field]]))
  throw new Refusal(409, { detail: 'This text has been changed since you began.', code: textChanged, texts })
}

/** Refuses a check box of a form that cannot be set. */
export async function mustHaveBox(ctx: Ctx, described: Described, change: Change) {
  if (change.check_box) withBoxSet(change, await storedDescription(ctx, described, change))
}
