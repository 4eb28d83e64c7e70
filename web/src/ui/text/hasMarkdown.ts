import { hasMarks } from 'contract/plain-text'

/** Whether a text may have Markdown, a mention, or a link to work. It takes other texts for such, too, but misses none. */
export const hasMarkdown = (text: string) => hasMarks(text) || text.includes(`${window.location.origin}/`)
