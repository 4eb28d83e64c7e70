import { expect, test } from 'vitest'
import { toggleHeading, toggleList, toggleQuote } from './lines.ts'
import { after, written } from './testing.ts'
import type { Edit, Written } from './text.ts'

const run = (text: string, edit: (written: Written) => Edit) => after(written(text), edit(written(text)))
const bulleted = (it: Written) => toggleList(it, 'bulleted')
const numbered = (it: Written) => toggleList(it, 'numbered')
const check = (it: Written) => toggleList(it, 'check')

test.each([
  ['a line becomes an item, and the caret stays with its words', 'a¦b', bulleted, '- a¦b'],
  ['an empty line does, too', '¦', bulleted, '- ¦'],
  ['all lines of the selection become items, except empty ones', 'x\n«a\n\nb»\ny', bulleted, 'x\n- «a\n\n- b»\ny'],
  ['a line whose end alone is selected counts, one whose start alone is does not', '«a\n»b', bulleted, '- «a\n»b'],
  ['items become lines again', '- «a\n- b»', bulleted, '«a\nb»'],
  ['some items do not', '- «a\nb»', bulleted, '- «a\n- b»'],
  ['numbers count up', '«a\nb\nc»', numbered, '1. «a\n2. b\n3. c»'],
  ['numbers count each depth', '«- a\n  - b\n  - c\n- d\n  - e»', numbered, '«1. a\n  1. b\n  2. c\n2. d\n  1. e»'],
  ['a list changes its kind', '«- a\n- b»', numbered, '«1. a\n2. b»'],
  ['a check box is empty', '- «a»', check, '- [ ] «a»'],
  ['a checked item becomes a line', '- [x] «a»', check, '«a»'],
  ['a check list becomes a bulleted one', '- [x] «a»', bulleted, '- «a»'],
  ['the lists in quotes stay in them', '> «a\n> b»', bulleted, '> - «a\n> - b»'],
  ['a quote has all lines', '«a\n\nb»', toggleQuote, '> «a\n> \n> b»'],
  ['a quote is ended', '> «a\n>\n> b»', toggleQuote, '«a\n\nb»'],
  ['a line becomes a heading', 'a¦', toggleHeading, '## a¦'],
  ['a heading of any depth becomes a line', '#### «a»', toggleHeading, '«a»'],
])('%s', (_, before, edit, expected) => expect(run(before, edit)).toBe(expected))
