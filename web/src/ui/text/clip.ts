/** Shortens a text to so many characters and an ellipsis, which replaces a full stop. The class `clip-2` clips by lines. */
export function clip(text: string, characters = 100) {
  const all = [...text]
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters)
        .join('')
        .replace(/[\s.…]+$/, '')}…`
}
