import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import { withoutTail } from '../links.tsx'

const address = /^https?:\/\/[^\s<>"]+/i
const untilSign = /^(?:`+|~+|[\s\S])(?:(?!https?:\/\/)[^\\<![`*~_\n])*/i

/**
 * HTML stays the text that it is, with the Markdown in it. So does an indented text: nobody means code by it, and the server looks for
 * mentions and check boxes there. Addresses are the same as in a text without Markdown. Entities stay as they are typed.
 */
class TextTokenizer extends Tokenizer {
  override html = () => undefined
  override tag = () => undefined
  override code = () => undefined

  override url(rest: string): Tokens.Link | undefined {
    const href = withoutTail(address.exec(rest)?.[0] ?? '')
    if (!URL.canParse(href)) return undefined
    return { type: 'link', raw: href, href, text: href, tokens: [{ type: 'text', raw: href, text: href }] }
  }

  // The library's own pattern looks for mail addresses, in a time that grows with the square of a word.
  override inlineText(rest: string): Tokens.Text {
    const raw = untilSign.exec(rest)?.[0] ?? rest
    return { type: 'text', raw, text: raw, escaped: false }
  }
}

/** The tokens of a text; undefined if it can't be read in a moment. */
export function lex(text: string): Token[] | undefined {
  if (isExcessive(text)) return undefined
  try {
    return new Lexer({ gfm: true, breaks: true, tokenizer: new TextTokenizer() }).lex(text)
  } catch {
    // It calls itself for each level, and so may run out of room.
    return undefined
  }
}

const most = { lines: 2000, cells: 20_000, steps: 2_000_000 }
const nested = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){16}/m
const fenced = /^ {0,3}(`{3,}(?!.*`)|~{3,}(?!~))[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm

/** The items of a numbered list. A number elsewhere may be a part of a sentence. */
const itemsIn = (block: string) => (/^\n? {0,3}\d{1,9}[.)][ \t]/.test(block) ? block.split(/\n(?=\d{1,9}[.)][ \t])/) : block)

/** Whether the time to read the text could grow with the square of its length. Nobody writes such a text by hand. */
function isExcessive(text: string) {
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
