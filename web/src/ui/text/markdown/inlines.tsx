import { personMention, workMention } from 'contract/markdown'
import type { MarkedToken, Token, Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { type WorkAddress, workAddressOf } from '../references/address.ts'
import { PersonMention, WorkLink, WorkMention } from '../references/References.tsx'
import { known } from './contents.ts'

/** Deeper emphasis shows its source. */
const deepest = 20
const person = new RegExp(`^${personMention.source}$`)

type Place = { isInLink: boolean; depth: number }

/** A line. As children of their own, its parts need no keys. */
export const inlines = (tokens: readonly Token[], place: Place = { isInLink: false, depth: 0 }): ReactNode =>
  joined(
    known(tokens).map((token) => (place.depth > deepest ? token.raw : inlineOf(token, { ...place, depth: place.depth + 1 }))),
  )

const joined = (parts: readonly ReactNode[]) => createElement(Fragment, null, ...parts)

function inlineOf(token: MarkedToken, place: Place): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return createElement(token.type, null, inlines(token.tokens, place))
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'escape':
      return token.text
    // The item's box is beside its text.
    case 'checkbox':
      return null
    case 'link':
    case 'image':
      return linkOf(token, place)
    case 'text':
      return place.isInLink ? token.raw : withWork(token.raw)
    default:
      return token.raw
  }
}

/** An image is a link, too: another server would learn from it who reads the text. */
function linkOf(token: Tokens.Link | Tokens.Image, place: Place): ReactNode {
  // Such as an image in a link. A link can't have another one in it.
  if (place.isInLink) return token.text
  const [, name, id] = person.exec(token.raw) ?? []
  if (name && id) return <PersonMention id={Number(id)} name={name} />
  const href = webAddress(token.href)
  if (!href) return token.raw
  const words = token.text ? inlines(token.tokens, { ...place, isInLink: true }) : href
  const work = workAddressOf(href)
  if (work) return <WorkLink of={work}>{token.text === token.href ? undefined : words}</WorkLink>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  )
}

/** Undefined for mail addresses, scripts and everything else that is not on the web. */
function webAddress(href: string) {
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** The text with its mentions of work. */
function withWork(text: string): ReactNode {
  // The pattern has one group, so that every second part is a key.
  const parts = text.split(workMention)
  return parts.length === 1
    ? text
    : joined(parts.map((part, i) => (i % 2 ? createElement(WorkMention, { of: part.toUpperCase() }) : part)))
}

/** The work that a paragraph consists of, as a link. */
export function workIn({ tokens }: Tokens.Paragraph): WorkAddress | undefined {
  const [token, ...others] = known(tokens).filter(({ raw }) => raw.trim() !== '')
  return token?.type === 'link' && others.length === 0 ? workAddressOf(token.href) : undefined
}
