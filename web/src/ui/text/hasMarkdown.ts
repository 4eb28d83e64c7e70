const blocks = /^[ \t]*(?:#{1,6}[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]|~{3}|\*{3}|_{3}|[|:=-][ \t|:=-]*\r?$)|^ {0,3}\[[^\]\n]+\]:/m
const inlines =
  /\*[^\s*][\s\S]*\*|(?<![\p{L}\p{N}])_[^\s_][\s\S]*_|~[^\s~][\s\S]*~|`[\s\S]*`|\]\(|<https?:|\\[!-/:-@[-`{-~]|#[A-Z][A-Z0-9]{1,9}-[1-9]/iu

/**
 * Whether a text may have Markdown, a mention, or a link to work. It takes other signs for them, too, but misses none. Each pattern
 * takes time in proportion to the text: only the last sign of a kind can be without a partner.
 */
export const hasMarkdown = (text: string) =>
  blocks.test(text) || inlines.test(text) || text.includes(`${window.location.origin}/`)
