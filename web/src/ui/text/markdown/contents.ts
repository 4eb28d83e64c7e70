import type { CheckBoxChange } from 'contract/markdown'
import type { MarkedToken, Token, Tokens } from 'marked'

/** Describes the text as a whole, for its parts. */
export type Reading = {
  /** Its check boxes, in their order. */
  boxes: readonly Tokens.ListItem[]
  /** The depths of its headings, the highest heading first. */
  depths: readonly number[]
  setCheckBox: ((change: CheckBoxChange) => unknown) | undefined
}

/** Lists and quotes hold other blocks. */
const heldBy = (token: MarkedToken): MarkedToken[] =>
  known(token.type === 'list' ? token.items : token.type === 'list_item' || token.type === 'blockquote' ? token.tokens : [])

/** The library's type is open for the tokens of extensions. There are none. */
export const known = (tokens: readonly Token[]) => tokens as MarkedToken[]

export const boxesIn = (tokens: readonly Token[]): Tokens.ListItem[] =>
  known(tokens).flatMap((token) => [...(token.type === 'list_item' && token.task ? [token] : []), ...boxesIn(heldBy(token))])

export const headingsIn = (tokens: readonly Token[]): number[] =>
  known(tokens).flatMap((token) => (token.type === 'heading' ? token.depth : headingsIn(heldBy(token))))

/** The text beside a box, on its first line. */
export const labelOf = ({ text }: Tokens.ListItem) => text.split('\n', 1).join('').trimEnd()
