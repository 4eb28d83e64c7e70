/** Compares names as people do: whatever the case, and 2 before 10. */
export const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export type Sort<Key extends string> = { key: Key; isDescending: boolean }

/** Parses the address's sort order: `-email` is by e-mail, descending. Unknown keys become the first key. */
export const sortOf = <const Key extends string>(keys: readonly [Key, ...Key[]], text: string): Sort<Key> => ({
  key: keys.find((key) => key === text.replace(/^-/, '')) ?? keys[0],
  isDescending: text.startsWith('-'),
})

export const textOf = ({ key, isDescending }: Sort<string>) => `${isDescending ? '-' : ''}${key}`
