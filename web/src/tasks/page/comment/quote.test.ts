import { afterEach, expect, test } from 'vitest'
import { addQuote, quoteOf, withQuote } from './quote.ts'

// Other files of tests share the document.
afterEach(() => document.body.replaceChildren())

const ann = { id: 12, full_name: 'Ann Lee' }

test('a quote mentions its author, and begins each line with its sign', () => {
  expect(quoteOf('One\n\n- two\r\n', ann)).toBe('[@Ann Lee](person:12):\n> One\n> \n> - two')
  expect(quoteOf('One')).toBe('> One')
  expect(quoteOf('Ask [@Dev Dalton](person:5) first.')).toBe('> Ask @Dev Dalton first.')
})

test('a quote comes after what is typed, and an empty line ends it', () => {
  expect(withQuote('', '> One')).toBe('> One\n\n')
  expect(withQuote('I see.  \n', '> One')).toBe('I see.\n\n> One\n\n')
})

/** What is in a field after a quote of a comment whose texts are shown as paragraphs, of which `select` selects a part. */
function quoted(texts: readonly string[], select: (paragraphs: readonly Element[]) => void, me_id = 1) {
  document.body.innerHTML = `<div>${texts.map((text) => `<p>${text}</p>`).join('')}</div><p>After</p><textarea>Typed</textarea>`
  const [content, , field] = document.body.children as unknown as [HTMLElement, Element, HTMLTextAreaElement]
  select([...document.querySelectorAll('p')])
  const comment = { text: texts.join('\n'), author: ann.id, author_name: ann.full_name }
  const set = (change: (typed: string) => string) => {
    field.value = change(field.value)
  }
  addQuote(comment, { content, me_id, to: { field, set } })
  expect(document.activeElement).toBe(field)
  expect(field.selectionStart).toBe(field.value.length)
  return field.value
}

const selectFrom = (start: Node, from: number, end: Node, to: number) =>
  window.getSelection()?.setBaseAndExtent(start, from, end, to)
const nothing = () => window.getSelection()?.removeAllRanges()

test('all of a comment is quoted, unless a part of it is selected', () => {
  expect(quoted(['One', 'Two'], nothing)).toBe('Typed\n\n[@Ann Lee](person:12):\n> One\n> Two\n\n')
  const selectTwo = ([, two]: readonly Element[]) => two?.firstChild && selectFrom(two.firstChild, 0, two.firstChild, 2)
  expect(quoted(['One', 'Two'], selectTwo)).toBe('Typed\n\n[@Ann Lee](person:12):\n> Tw\n\n')
})

test('what is selected beyond a comment is not quoted', () => {
  const selectOn = ([, two, after]: readonly Element[]) => two && after && selectFrom(two, 0, after, 1)
  expect(quoted(['One', 'Two'], selectOn)).toBe('Typed\n\n[@Ann Lee](person:12):\n> Two\n\n')
  const selectAfter = ([, , after]: readonly Element[]) => after && selectFrom(after, 0, after, 1)
  expect(quoted(['One'], selectAfter)).toContain('> One')
})

test('nobody mentions themselves by a quote', () => {
  expect(quoted(['One'], nothing, ann.id)).toBe('Typed\n\n> One\n\n')
})
