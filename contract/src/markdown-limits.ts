// A guard against texts that take long to read as Markdown: the browser shows all texts, and the server those of public pages.

const most = { lines: 2000, cells: 20_000, steps: 2_000_000 }
const nested = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){16}/m
const fenced = /^ {0,3}(`{3,}(?!.*`)|~{3,}(?!~))[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm

/** The items of a numbered list. A number elsewhere may be a part of a sentence. */
const itemsIn = (block: string) => (/^\n? {0,3}\d{1,9}[.)][ \t]/.test(block) ? block.split(/\n(?=\d{1,9}[.)][ \t])/) : block)

/** Whether the time to read the text could grow with the square of its length. Nobody writes such a text by hand. */
export function isExcessive(text: string) {
  const lines = text.split('\n')
  const cells = lines.length * lines.reduce((highest, line) => Math.max(highest, line.split('|').length - 1), 0)
  if (lines.length > most.lines || cells > most.cells || nested.test(text)) return true
  // Each mark looks for its partner in the rest of its block.
  const blocks = text
    .replace(fenced, '')
    .split(/\n[ \t>\r]*(?=\n|[-*+][ \t])/)
    .flatMap(itemsIn)
  return blocks.reduce((steps, block) => steps + block.replace(/[^*_~[`]+/g, '').length * block.length, 0) > most.steps
}
