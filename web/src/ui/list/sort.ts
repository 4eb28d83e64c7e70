export type Sort<Key extends string> = { key: Key; isDescending: boolean }

/** An order as the address keeps it: `-email` is by e-mail, last first. Unknown keys are the first one. */
export const sortOf = <const Key extends string>(keys: readonly [Key, ...Key[]], text: string): Sort<Key> => ({
  key: keys.find((key) => key === text.replace(/^-/, '')) ?? keys[0],
  isDescending: text.startsWith('-'),
})

export const textOf = ({ key, isDescending }: Sort<string>) => `${isDescending ? '-' : ''}${key}`
