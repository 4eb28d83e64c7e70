// The description of an opening as elements. The rules are those of the app: docs/decisions/066-texts-are-markdown.md
import { addressPattern, withoutTail } from 'contract/addresses'
import { personMention } from 'contract/markdown'
import { isExcessive } from 'contract/markdown-limits'
import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked'
import { Fragment, createElement as h, type ReactNode } from 'react'

/** Deeper lists, quotes and emphasis show their source. */
const deepest = 20

/** A text as elements of a fixed list. Nothing in it is ever HTML. A text that would take long to read is shown as it was typed. */
export function markdown(text: string): ReactNode {
  const tokens = tokensOf(text)
  if (!tokens) return h('p', { className: 'plain', dir: 'auto' }, text)
  const depths = headingsIn(tokens)
  return blocks(tokens, { depths: [1, 2, 3, 4, 5, 6].filter((depth) => depths.includes(depth)), depth: 0 })
}

const address = new RegExp(`^${addressPattern}`, 'i')
const untilSign = /^(?:`+|~+|[\s\S])(?:(?!https?:\/\/)[^\\<![`*~_\n])*/i

/** Reads what the app's tokenizer reads: HTML and indented text stay text, and addresses are links. */
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

function tokensOf(text: string): Token[] | undefined {
  if (isExcessive(text)) return undefined
  try {
    return new Lexer({ gfm: true, breaks: true, tokenizer: new TextTokenizer() }).lex(text)
  } catch {
    // It calls itself for each level, and so may run out of room.
    return undefined
  }
}

/** The library's type is open for the tokens of extensions. There are none. */
const known = (tokens: readonly Token[]) => tokens as MarkedToken[]

/** Lists and quotes hold other blocks. */
const heldBy = (token: MarkedToken): MarkedToken[] =>
  known(token.type === 'list' ? token.items : token.type === 'list_item' || token.type === 'blockquote' ? token.tokens : [])

const headingsIn = (tokens: readonly Token[]): number[] =>
  known(tokens).flatMap((token) => (token.type === 'heading' ? token.depth : headingsIn(heldBy(token))))

/** `depths` are those of the text's headings, the highest heading first. */
type Place = { depths: readonly number[]; depth: number }

/** As children of their own, they need no keys. */
const blocks = (tokens: readonly Token[], place: Place): ReactNode =>
  h(
    Fragment,
    null,
    ...known(tokens).map((token) => (place.depth > deepest ? token.raw : blockOf(token, { ...place, depth: place.depth + 1 }))),
  )

function blockOf(token: MarkedToken, place: Place): ReactNode {
  switch (token.type) {
    case 'checkbox':
    case 'space':
    case 'def':
      return null
    case 'heading':
      // The page has the title above it.
      return h(`h${Math.min(6, 2 + place.depths.indexOf(token.depth))}`, { dir: 'auto' }, inlines(token.tokens))
    case 'paragraph':
      return h('p', { dir: 'auto' }, inlines(token.tokens))
    case 'text':
      return inlines(token.tokens ?? [token])
    case 'blockquote':
      return h('blockquote', { dir: 'auto' }, blocks(token.tokens, place))
    case 'list':
      return listOf(token, place)
    case 'code':
      // A long line scrolls, by the keyboard, too.
      return h('pre', { tabIndex: 0 }, h('code', null, token.text))
    case 'table':
      return tableOf(token)
    case 'hr':
      return h('hr')
    default:
      return token.raw
  }
}

function listOf({ ordered, start, items }: Tokens.List, place: Place) {
  const shown = items.map((item) =>
    h('li', { dir: 'auto' }, item.task && (item.checked ? '☑ ' : '☐ '), blocks(item.tokens, place)),
  )
  return ordered ? h('ol', { start: Number(start) }, ...shown) : h('ul', null, ...shown)
}

function tableOf({ header, rows }: Tokens.Table) {
  const rowOf = (cells: Tokens.TableCell[], tag: string) =>
    h('tr', null, ...cells.map(({ align, tokens }) => h(tag, { dir: 'auto', 'data-align': align }, inlines(tokens))))
  const table = h(
    'table',
    null,
    h('thead', null, rowOf(header, 'th')),
    h('tbody', null, ...rows.map((cells) => rowOf(cells, 'td'))),
  )
  return h('div', { className: 'wide', role: 'group', 'aria-label': 'Table', tabIndex: 0 }, table)
}

type Spot = { isInLink: boolean; depth: number }

const inlines = (tokens: readonly Token[], spot: Spot = { isInLink: false, depth: 0 }): ReactNode =>
  h(
    Fragment,
    null,
    ...known(tokens).map((token) => (spot.depth > deepest ? token.raw : inlineOf(token, { ...spot, depth: spot.depth + 1 }))),
  )

function inlineOf(token: MarkedToken, spot: Spot): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return h(token.type, null, inlines(token.tokens, spot))
    case 'codespan':
      return h('code', null, token.text)
    case 'br':
      return h('br')
    case 'escape':
      return token.text
    case 'checkbox':
      return null
    case 'link':
    case 'image':
      return linkOf(token, spot)
    default:
      return token.raw
  }
}

const person = new RegExp(`^${personMention.source}$`)

/** An image is a link, too: another server would learn from it who reads the page. */
function linkOf(token: Tokens.Link | Tokens.Image, spot: Spot): ReactNode {
  if (spot.isInLink) return token.text
  const [, name] = person.exec(token.raw) ?? []
  if (name) return name
  const href = webAddress(token.href)
  if (!href) return token.raw
  const words = token.text ? inlines(token.tokens, { ...spot, isInLink: true }) : href
  return h('a', { href, rel: 'nofollow noopener' }, words)
}

/** Undefined for mail addresses, scripts and everything else that is not on the web. */
function webAddress(href: string) {
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
