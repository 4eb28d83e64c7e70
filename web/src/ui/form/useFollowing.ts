import { useLayoutEffect, useState } from 'react'

type Form<Values> = { values: Values; set: (field: never, value: never) => void }
type Options<Values> = {
  /** The values of what is saved, also elsewhere. */
  saved: Values
  /** What is saved of the values. Fields have the same names in both. */
  toBody: (values: Values) => object
  /** What the form's values were made from, if that is not what is saved now. */
  start?: Values | undefined
}

/**
 * Lets the fields that nobody has changed here follow what is saved elsewhere. `touched` are the fields that differ from what is
 * saved, `overtaken` those of them that somebody else has saved meanwhile, and `base` holds what each was made from.
 */
export function useFollowing<Values extends object>(
  { values, set }: Form<Values>,
  { saved, toBody, start = saved }: Options<Values>,
) {
  type Field = keyof Values & string
  const [base, setBase] = useState(start)
  const fields = compare({ now: toBody(values), base: toBody(base), saved: toBody(saved) })
  const outdated = fields.outdated as Field[]
  useLayoutEffect(() => {
    for (const field of fields.followed as Field[]) set(field as never, saved[field] as never)
    if (outdated.length) setBase({ ...base, ...Object.fromEntries(outdated.map((field) => [field, saved[field]])) })
  })
  return { base, touched: fields.touched as Field[], overtaken: fields.overtaken as Field[] }
}

type States = Readonly<Record<'now' | 'base' | 'saved', object>>

/** The fields by how the form's state is related to what it was made from, and to what is saved. */
export function compare({ now, base, saved }: States) {
  const isSame = (a: object, b: object) => (field: string) =>
    JSON.stringify(a[field as keyof object]) === JSON.stringify(b[field as keyof object])
  const [isKept, isSaved, isCurrent] = [isSame(now, base), isSame(now, saved), isSame(base, saved)]
  const fields = Object.keys(saved)
  const touched = fields.filter((field) => !isKept(field) && !isSaved(field))
  const outdated = fields.filter((field) => !isCurrent(field) && !touched.includes(field))
  return {
    touched,
    overtaken: touched.filter((field) => !isCurrent(field)),
    /** They were made from something else than what is saved now. */
    outdated,
    followed: outdated.filter((field) => !isSaved(field)),
  }
}
