// Web addresses within texts: browser and server both show texts with links.

/**
 * The pattern of an address up to white space, a quotation mark of any language, the punctuation of scripts that write no space behind
 * it, or a mark that nobody sees. Letters of every script belong to it.
 */
export const addressPattern =
  'https?://[^\\s<>"«»‹›“”„‟‚‘、。，．！？：；（）［］｛｝｟｠「」『』【】〈〉《》〔〕〖〗〘〙〚〛〝〞〟｡､｢｣،؛؟۔।॥။၊።፣፤፥፦፧։។།᠂᠃\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069]+'

const ending = new Set(".,;:!?'’…")
const openingOf = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** The address without trailing punctuation. A closing bracket stays if the address has its opening one. */
export function withoutTail(address: string) {
  // Counts each bracket once, because counting again at every end would take quadratic time.
  const counts = new Map<string, number>()
  for (const character of address) counts.set(character, (counts.get(character) ?? 0) + 1)
  const countOf = (character: string) => counts.get(character) ?? 0
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const opening = openingOf.get(last)
    if (opening ? countOf(last) <= countOf(opening) : !ending.has(last)) break
    counts.set(last, countOf(last) - 1)
  }
  return address.slice(0, end)
}
