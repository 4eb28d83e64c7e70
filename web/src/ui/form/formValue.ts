import { problemOf, type TextRule } from 'contract'

/** The first message of each field that is not right yet. */
type FieldProblems<Values> = { readonly [Field in keyof Values]?: string | undefined }

/** What a form starts with, sends, and refuses to send. One that edits something also has `from`, which makes its values of it. */
export type Form<Values, Body, Context> = {
  readonly blank: Values
  readonly toBody: (values: Values) => Body
  /** In the words of the server, which has the same rules. */
  readonly problems: (values: Values, context: Context) => FieldProblems<Values>
}

/** The problems of these texts, by field. */
export const textProblems = <Rules extends Readonly<Record<string, TextRule>>>(
  rules: Rules,
  values: { readonly [Field in keyof Rules]: string },
) =>
  Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, problemOf(rule, values[field] ?? '')])) as {
    [Field in keyof Rules]: string | undefined
  }

/** What differs from before. A change sends nothing else, so that it undoes nobody's work. */
export const changed = <T extends object>(now: T, before: T) =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T])),
  ) as Partial<T>
