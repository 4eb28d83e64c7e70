// HTML of the clipboard as Markdown. The document that it is parsed into runs no scripts and loads no images.

import { addressPattern } from 'contract/addresses'
import { mentionOf } from 'contract/markdown'
import TurndownService from 'turndown'
import { destination, fenceFor } from './blocks.ts'
import { tableFrom } from './pasted.ts'
import { isAddress } from './text.ts'
import { tidied } from './tidied.ts'

const worthKeeping = 'a, ul, ol, table, h1, h2, h3, h4, h5, h6, pre, code, strong, b, em, i, del, blockquote, hr, img'

/** The Markdown, or undefined where the HTML says no more than its text, or far too much. */
export function markdownOf(html: string) {
  const body = tidied(html)
  if (!body.querySelector(worthKeeping)) return undefined
  const markdown = service
    .turndown(body)
    .replace(/\u00a0/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
  return markdown.length <= longest ? markdown || undefined : undefined
}

const webAddress = new RegExp(`(${addressPattern})`)

/** Lists in lists grow with the square of their depth. */
const longest = 200_000

// `br` is what precedes the line break. A line break is one here without anything.
const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  hr: '---',
  br: '',
})

service.escape = (text) =>
  text
    .split(webAddress)
    // Every second one is an address.
    .map((part, index) => (index % 2 ? part : escaped(part)))
    .join('')

/** Only what would be Markdown is escaped, so that the text stays readable. */
const escaped = (text: string) =>
  text
    .replace(/\\(?=[\p{P}\p{S}])/gu, '\\\\')
    .replace(/\*(?=\S)|(?<=\S)\*|`|~~/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\[(?=[^[\]]*\]\()/g, '\\[')
    .replace(/^(?:[-+](?= )|#{1,6}(?= )|>)/, '\\$&')
    .replace(/^(\d{1,9})([.)] )/, '$1\\$2')

service.addRule('strikethrough', { filter: ['del'], replacement: (content) => `~~${content}~~` })

/** A mention that was copied from a page of this workspace. */
const personAddress = new RegExp(`^${window.location.origin}/chat\\?person=([1-9]\\d{0,15})$`)

service.addRule('link', {
  filter: 'a',
  replacement(content, node) {
    const href = node.getAttribute('href') ?? ''
    const words = content.replace(/\s+/g, ' ').trim()
    const [, person] = personAddress.exec(href) ?? []
    if (person && words.startsWith('@')) return mentionOf({ id: Number(person), full_name: words.slice(1) })
    if (!words || words === href || `${words}/` === href) return words && href
    return `[${words}](${destination(href)})`
  },
})

service.addRule('image', {
  filter: 'img',
  replacement(_, node) {
    const alt = (node.getAttribute('alt') ?? '').replace(/[\s[\]]+/g, ' ').trim()
    const src = node.getAttribute('src') ?? ''
    if (!alt || !isAddress(src) || node.closest('a')) return alt
    return `![${alt}](${destination(src)})`
  },
})

service.addRule('checkBox', {
  filter: 'input',
  replacement: (_, node) => (node.hasAttribute('checked') ? '[x] ' : '[ ] '),
})

service.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const parent = node.parentElement
    const number = numberOf(node)
    const marker = parent?.nodeName === 'OL' ? `${number}. ` : '- '
    const text = content.trim().replace(/^(\[[ x]\]) +/, '$1 ')
    return `${marker}${text.replace(/\n/g, `\n${' '.repeat(marker.length)}`)}${node.nextSibling ? '\n' : ''}`
  },
})

// Counting the items before each would take forever in a long list.
const numbers = new WeakMap<Element, number>()

function numberOf(item: Element) {
  const before = item.previousElementSibling && numbers.get(item.previousElementSibling)
  const number = before ? before + 1 : Number(item.parentElement?.getAttribute('start')) || 1
  numbers.set(item, number)
  return number
}

service.addRule('codeBlock', {
  filter: 'pre',
  replacement(_, node) {
    const code = (node.textContent ?? '').replace(/\n$/, '')
    const names = [node.className, node.querySelector('code')?.className, node.parentElement?.className].join(' ')
    const [, language = ''] = /(?:language|highlight-source|lang)-([\w+#-]+)/.exec(names) ?? []
    const fence = fenceFor(code)
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`
  },
})

service.addRule('table', {
  filter: 'table',
  replacement(content, node) {
    const rows = isForLayout(node) ? [] : gridOf(node)
    return rows.some((row) => row.length > 1) ? `\n\n${tableFrom(rows)}\n\n` : `\n\n${content}\n\n`
  },
})

/** Pages and mails put whole parts of themselves into tables. */
const isForLayout = (table: Element) => table.querySelector('table, pre, h1, h2, h3, blockquote') !== null

/** The cells row by row. One that spans several has its text in the first of them. */
function gridOf(table: Element) {
  const rows = [...table.querySelectorAll('tr')]
  const grid: (string | undefined)[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.querySelectorAll<HTMLElement>('td, th')) {
      while (grid[y]?.[x] !== undefined) x++
      const text = service.turndown(cell)
      for (const [down, spanned] of grid.slice(y, y + spanOf(cell, 'rowspan')).entries())
        for (let right = 0; right < spanOf(cell, 'colspan'); right++) spanned[x + right] = down || right ? '' : text
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''))
}

/** Some pages span thousands to fill the rest. */
const spanOf = (cell: Element, name: string) => Math.min(10, Math.max(1, Number(cell.getAttribute(name)) || 1))
