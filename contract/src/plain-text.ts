// Texts without their Markdown, for excerpts of pages and of the search.

const blocks = /^[ \t]*(?:#{1,6}[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t]|~{3}|\*{3}|_{3}|[|:=-][ \t|:=-]*\r?$)|^ {0,3}\[[^\]\n]+\]:/m
const inlines =
  /\*[^\s*][\s\S]*\*|(?<![\p{L}\p{N}])_[^\s_][\s\S]*_|~[^\s~][\s\S]*~|`[\s\S]*`|\]\(|<https?:|\\[!-/:-@[-`{-~]|#[A-Z][A-Z0-9]{1,9}-[1-9]/iu

/**
 * Whether a text may have signs of Markdown, a mention, or a link to work. It takes other signs for them, too, but misses none. Each
 * pattern takes time in proportion to the text: only the last sign of a kind can be without a partner.
 */
export const hasMarks = (text: string) => blocks.test(text) || inlines.test(text)

// In their order. Each takes time in proportion to the text.
const marks: readonly [RegExp, string][] = [
  // Fences, rules, and the second line of a table.
  [/^[ \t>]*(?:(?:`{3,}|~{3,})[^`\n]*|=+[ \t]*\r?|(?=[|:-])(?=.*--)[ \t|:-]*\r?)(?:\n|$)/gm, ''],
  // Headings, quotes, items with their boxes, and the ends of a table's rows.
  [/^[ \t]*(?:>|\||(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t])[ \t>]*(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t])?[ \t]*|\|\r?$/gm, ''],
  [/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1'],
  [/<(https?:[^<>\s]*)>/gi, '$1'],
  [/(?<!\\)(\*{1,3}|~~?|`{1,3})(?=\S)([^*~`\n]*[^\s*~`\\])\1/g, '$2'],
  [/(?<![\p{L}\p{N}\\])(_{1,3})(?=\S)([^_\n]*[^\s_\\])\1(?![\p{L}\p{N}])/gu, '$2'],
  // Around what was emphasised otherwise, too.
  [/(?<![\p{L}\p{N}])(?:\*\*|__|~~)|(?:\*\*|__|~~)(?![\p{L}\p{N}])/gu, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  // An excerpt has no room for empty lines.
  [/\n\s*\n/g, '\n'],
]

/** The text without the marks of Markdown, for an excerpt. */
export const plainText = (text: string) =>
  hasMarks(text) ? marks.reduce((rest, [mark, shown]) => rest.replace(mark, shown), text).trim() : text
