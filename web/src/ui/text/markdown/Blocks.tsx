import type { MarkedToken, Token, Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { WorkCard } from '../references/References.tsx'
import { CheckBox } from './CheckBox.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { known, type Reading } from './contents.ts'
import { inlines, workIn } from './inlines.tsx'
import styles from './Markdown.module.css'

/** Deeper lists and quotes show their source. */
const deepest = 20

type Props = { tokens: readonly Token[]; reading: Reading; depth?: number }

/** The blocks of a text, a list item or a quote. As children of their own, they need no keys. */
export const Blocks = ({ tokens, reading, depth = 0 }: Props) =>
  createElement(
    Fragment,
    null,
    ...known(tokens).map((token) => (depth > deepest ? token.raw : blockOf(token, { reading, depth: depth + 1 }))),
  )

type Place = Required<Omit<Props, 'tokens'>>

function blockOf(token: MarkedToken, place: Place): ReactNode {
  switch (token.type) {
    // The first is the item's own, which has its box already.
    case 'checkbox':
    case 'space':
    case 'def':
      return null
    case 'heading':
      // A text is a part of a page, which has headings of its own above it.
      return createElement(
        `h${Math.min(6, 3 + place.reading.depths.indexOf(token.depth))}`,
        { dir: 'auto' },
        inlines(token.tokens),
      )
    case 'paragraph': {
      const work = workIn(token)
      return work ? <WorkCard of={work} /> : <p dir="auto">{inlines(token.tokens)}</p>
    }
    case 'text':
      return inlines(token.tokens ?? [token])
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <Blocks tokens={token.tokens} {...place} />
        </blockquote>
      )
    case 'list':
      return listOf(token, place)
    case 'code':
      return <CodeBlock>{token.text}</CodeBlock>
    case 'table':
      return tableOf(token)
    case 'hr':
      return <hr />
    default:
      return token.raw
  }
}

function listOf({ ordered, start, items }: Tokens.List, place: Place) {
  const shown = items.map((item) =>
    createElement(
      'li',
      { dir: 'auto', className: item.task ? styles.task : undefined },
      item.task && <CheckBox item={item} {...place.reading} />,
      <Blocks tokens={item.tokens} {...place} />,
    ),
  )
  return ordered ? createElement('ol', { start: Number(start) }, ...shown) : createElement('ul', null, ...shown)
}

function tableOf({ header, rows }: Tokens.Table) {
  const rowOf = (cells: Tokens.TableCell[], tag: string) =>
    createElement(
      'tr',
      null,
      ...cells.map(({ align, tokens }) => createElement(tag, { dir: 'auto', 'data-align': align }, inlines(tokens))),
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a wide table scrolls, by the keyboard, too
    <div className={styles.wide} role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>{rowOf(header, 'th')}</thead>
        {createElement('tbody', null, ...rows.map((cells) => rowOf(cells, 'td')))}
      </table>
    </div>
  )
}
