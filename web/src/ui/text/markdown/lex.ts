import { addressPattern, withoutTail } from 'contract/addresses'
import { isExcessive } from 'contract/markdown-limits'
import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'

const address = new RegExp(`^${addressPattern}`, 'i')
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
