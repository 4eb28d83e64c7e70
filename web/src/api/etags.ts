import { replaceEqualDeep } from '@tanstack/react-query'

/** The entity tags of the answers in memory. Data that an event has changed is another object, which has none. */
const etags = new WeakMap<object, string>()

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const etagOf = (answer: unknown) => (isObject(answer) ? etags.get(answer) : undefined)

export function setEtag(answer: unknown, etag: string | null | undefined) {
  if (isObject(answer) && etag) etags.set(answer, etag)
}

/** TanStack Query's structural sharing, which also hands on the entity tag. */
export function shareStructure(before: unknown, answer: unknown) {
  const shared: unknown = replaceEqualDeep(before, answer)
  setEtag(shared, etagOf(answer))
  return shared
}
