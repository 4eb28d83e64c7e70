/** Compares names as people do: whatever the case, and 2 before 10. */
export const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Compares the values of a column. A missing one, or an empty text, comes last in both directions. */
export function compareValues(a: string | number | undefined, b: typeof a, isDescending: boolean) {
  const [isMissing, isOtherMissing] = [a, b].map((value) => value === undefined || value === '')
  if (isMissing || isOtherMissing) return Number(isMissing) - Number(isOtherMissing)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b))
  return isDescending ? -order : order
}

export type Sort<Key extends string> = { key: Key; isDescending: boolean }

/** Parses the address's sort order: `-email` is by e-mail, descending. Unknown keys become the first key. */
export const sortOf = <const Key extends string>(keys: readonly [Key, ...Key[]], text: string): Sort<Key> => ({
  key: keys.find((key) => key === text.replace(/^-/, '')) ?? keys[0],
  isDescending: text.startsWith('-'),
})

export const textOf = ({ key, isDescending }: Sort<string>) => `${isDescending ? '-' : ''}${key}`
