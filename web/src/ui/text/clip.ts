/**
 * The first so many characters, and an ellipsis where some are missing, in place of a full stop before it. For lines there is the
 * class `clip-2`.
 */
export function clip(text: string, characters = 100) {
  const all = [...text]
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters)
        .join('')
        .replace(/[\s.…]+$/, '')}…`
}
