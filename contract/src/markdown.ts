// The server and the browser both find mentions of people, mentions of work and check boxes in a text. Everything else of Markdown is
// the browser's. Each function takes time in proportion to the text.

/** A person in a text: a Markdown link with the scheme `person`. The name is the one of the moment in which it was written. */
export const personMention = /\[@([^[\]\n]{1,255})\]\(person:([1-9]\d{0,15})\)/g
/** A task or subtask in a text: `#WEB-42`. */
export const workMention = /(?<![\p{L}\p{N}_/&#-])#([A-Za-z][A-Za-z0-9]{1,9}-[1-9]\d{0,8})(?![\p{L}\p{N}_]|-[\p{L}\p{N}_])/gu

/** How many people one text can notify. The others are links only. */
export const mostMentioned = 50

/** The text of a mention. Signs of Markdown in the name would end it or change how it looks. */
export const mentionOf = ({ id, full_name }: { id: number; full_name: string }) =>
  `[@${full_name.replace(/[[\]\\`*_<>\n]/g, '').trim() || id}](person:${id})`

/** The ids of the people whom a text mentions outside code, each once and in its order, up to `mostMentioned`. */
export function mentionedIn(text: string) {
  if (!text.includes('](person:')) return []
  const ids = prose(text).flatMap(({ line }) => [...withoutSpans(line).matchAll(personMention)].map(([, , id]) => Number(id)))
  return [...new Set(ids)].slice(0, mostMentioned)
}

/** A check box in a text. `text` is what follows it on its line. */
export type CheckBox = { is_checked: boolean; text: string; at: number }

const boxPattern = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}\[([ xX])\][ \t]+(\S.*)$/

/** The check boxes of a text in their order: items of lists that begin with `[ ]` or `[x]`. `at` is the index of the sign in the brackets. */
export function checkBoxesIn(text: string): CheckBox[] {
  if (!text.includes('] ')) return []
  return prose(text).flatMap(({ line, start }) => {
    const [, sign, label = ''] = boxPattern.exec(line) ?? []
    return sign === undefined ? [] : [{ is_checked: sign !== ' ', text: label.trimEnd(), at: start + line.indexOf('[') + 1 }]
  })
}

/** A check box and its new state. `number` counts from 0; `text` tells whether it is still the same one. */
export type CheckBoxChange = { number: number; text: string; is_checked: boolean }

export const checkBoxProblems = {
  gone: 'This text has changed meanwhile. Look at it again.',
  both: 'Send either a description or a check box.',
}

/**
 * The text with one check box set. If another one has its number now, the only one with its text is meant. Undefined if there is
 * none, or several.
 */
export function withCheckBox(text: string, change: CheckBoxChange) {
  const boxes = checkBoxesIn(text)
  const numbered = boxes[change.number]
  const same = boxes.filter((box) => box.text === change.text)
  const box = numbered?.text === change.text ? numbered : same.length === 1 ? same[0] : undefined
  return box && `${text.slice(0, box.at)}${change.is_checked ? 'x' : ' '}${text.slice(box.at + 1)}`
}

/** The text with all its check boxes empty, for work that begins again. */
export const withoutTicks = (text: string) =>
  checkBoxesIn(text).reduce((rest, { at }) => `${rest.slice(0, at)} ${rest.slice(at + 1)}`, text)

type Line = { line: string; start: number }

/** The lines of a text that are not in a block of code between fences. */
function prose(text: string): Line[] {
  const found: Line[] = []
  let fence: string | undefined
  let start = 0
  for (const line of text.split('\n')) {
    const next = fenceAfter(line, fence)
    if (fence === undefined && next === undefined) found.push({ line: line.endsWith('\r') ? line.slice(0, -1) : line, start })
    fence = next
    start += line.length + 1
  }
  return found
}

const fencePattern = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/

/** The fence of the block of code that is open after a line, given the one that is open before it. Undefined outside of code. */
export function fenceAfter(line: string, open: string | undefined) {
  const [, marks = ''] = fencePattern.exec(line) ?? []
  if (open !== undefined) return marks.startsWith(open) && line.trim().replace(/^[> \t]+/, '') === marks ? undefined : open
  const isSpan = marks.startsWith('`') && line.slice(line.indexOf(marks) + marks.length).includes('`')
  return marks && !isSpan ? marks : undefined
}

/** The line without its code, which ends at the next run of exactly so many backticks as begin it. */
function withoutSpans(line: string) {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ start: index, end: index + length, length }))
  const next: (number | undefined)[] = []
  const later = new Map<number, number>()
  for (const [i, { length }] of [...runs.entries()].reverse()) {
    next[i] = later.get(length)
    later.set(length, i)
  }
  let shown = ''
  let from = 0
  let outside = 0
  for (const [i, { start }] of runs.entries()) {
    const closing = i < outside ? undefined : next[i]
    if (closing === undefined) continue
    shown += line.slice(from, start)
    from = runs[closing]?.end ?? line.length
    outside = closing + 1
  }
  return shown + line.slice(from)
}
