import type { Comment } from 'contract'
import { mentionOf, personMention } from 'contract/markdown'
import { flushSync } from 'react-dom'

/** The field that a quote goes into. */
export type Composer = {
  field: HTMLTextAreaElement | null
  set: (change: (typed: string) => string) => void
}
export type Quoted = Pick<Comment, 'text' | 'author' | 'author_name'>
/** `content` shows the comment's text. */
type Quoting = { content: HTMLElement | null; me_id: number; to: Composer }

/** Quotes a comment, or what is selected of it, below what is typed, and lets its writer go on there. */
export function addQuote({ text, author, author_name }: Quoted, { content, me_id, to: { field, set } }: Quoting) {
  const quote = quoteOf(selectedIn(content) || text, author === me_id ? undefined : { id: author, full_name: author_name })
  flushSync(() => set((typed) => withQuote(typed, quote)))
  if (!field) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(field.value.length, field.value.length)
  field.scrollTop = field.scrollHeight
  field.scrollIntoView({ block: 'center' })
}

/** A quote in Markdown, under a mention of its author. Whom the quoted text mentions has been told. */
export function quoteOf(text: string, author?: { id: number; full_name: string }) {
  const lines = text
    .trim()
    .replace(personMention, '@$1')
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
  return [...(author ? [`${mentionOf(author)}:`] : []), ...lines].join('\n')
}

/** The empty line ends the quote: a line right below one would belong to it. */
export const withQuote = (typed: string, quote: string) => `${typed.trimEnd()}\n\n${quote}\n\n`.trimStart()

/** The selected part of an element's text, as it is shown. Empty if nothing is selected. */
function selectedIn(element: HTMLElement | null) {
  const selection = window.getSelection()
  if (!element || !selection || selection.isCollapsed) return ''
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(element)) return ''
  // A triple click also selects the beginning of what comes next.
  if (!element.contains(range.startContainer)) range.setStart(element, 0)
  if (!element.contains(range.endContainer)) range.setEnd(element, element.childNodes.length)
  return selection.toString().trim()
}
