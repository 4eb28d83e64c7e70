import { folded } from 'contract'

/** A predicate: whether a text contains every word of the search, ignoring case and accents. */
export function matcherOf(search: string) {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return (text: string) => {
    const searched = folded(text)
    return words.every((word) => searched.includes(word))
  }
}
