import type { Edit, Written } from './text.ts'

/** A text whose selection is between `«` and `»`; `¦` is a caret. */
export function written(marked: string): Written {
  const caret = marked.indexOf('¦')
  if (caret >= 0) return { text: marked.replace('¦', ''), start: caret, end: caret }
  const start = marked.indexOf('«')
  return { text: marked.replace(/[«»]/g, ''), start, end: marked.indexOf('»') - 1 }
}

/** The text after the edit, marked in the same way. */
export function after({ text }: Written, edit: Edit | undefined) {
  if (!edit) return undefined
  const { from, to, insert, start, end } = edit
  const next = text.slice(0, from) + insert + text.slice(to)
  return start === end
    ? `${next.slice(0, start)}¦${next.slice(start)}`
    : `${next.slice(0, start)}«${next.slice(start, end)}»${next.slice(end)}`
}
