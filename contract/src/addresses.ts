// The ends of web addresses within texts: browser and server both show texts with links.

const ending = new Set(".,;:!?'’)]}")

/** The address without trailing punctuation. A closing bracket stays if the address has an opening one. */
export function withoutTail(address: string) {
  // A loop from the end is linear; a regular expression would backtrack at each full stop.
  let end = address.length
  while (end > 0 && ending.has(address.charAt(end - 1))) end--
  const isOwn = address[end] === ')' && address.slice(0, end).includes('(')
  return address.slice(0, isOwn ? end + 1 : end)
}
