// Numbers are typed in days and kept in half days.
import { mostHalfDays } from 'contract'

/** The half days in a typed number of days: `12.5`, `12,5`, `-1`. Undefined if it is none, or more than can be. */
export function halvesIn(text: string) {
  const [, sign, whole = '', fraction = ''] = /^([-+−])?(\d*)(?:[.,]([05])0*)?$/.exec(text.trim()) ?? []
  if (!whole && !fraction) return undefined
  const halves = 2 * Number(whole || 0) + (fraction === '5' ? 1 : 0)
  if (halves > mostHalfDays) return undefined
  return sign === '-' || sign === '−' ? 0 - halves : halves
}

/** The text of a field for an amount. */
export const typedDays = (halves: number) => String(halves / 2)
