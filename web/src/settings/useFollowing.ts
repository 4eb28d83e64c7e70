import { useEffect, useRef } from 'react'
import type { GeneralValues } from './form.ts'

type Form = { values: GeneralValues; set: (field: keyof GeneralValues, value: string) => void }

/**
 * Lets the fields that nobody has changed here follow what is saved elsewhere. Returns what was last saved, from which the form's
 * changes are told.
 */
export function useFollowing({ values, set }: Form, saved: GeneralValues) {
  const base = useRef(saved)
  useEffect(() => {
    const before = base.current
    base.current = saved
    for (const field of ['name', 'timezone', 'first_day'] as const)
      if (values[field] === before[field] && values[field] !== saved[field]) set(field, saved[field])
  })
  return base
}
