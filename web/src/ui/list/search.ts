/** Whether a text has every word of the search in it, whatever the case and accents. */
export function matcherOf(search: string) {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return (text: string) => {
    const there = folded(text)
    return words.every((word) => there.includes(word))
  }
}

// So that `jose` finds José.
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
