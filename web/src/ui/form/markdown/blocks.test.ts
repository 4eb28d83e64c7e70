import { expect, test } from 'vitest'
import { codeBlock, link, linkTo, table } from './blocks.ts'
import { after, written } from './testing.ts'

const empty = ['| --- | --- | --- |', '|  |  |  |', '|  |  |  |'].join('\n')

test.each([
  ['fences are around the lines', 'x\n«a\nb»\ny', codeBlock, 'x\n```\n«a\nb»\n```\ny'],
  ['fences get the caret between them', '¦', codeBlock, '```\n¦\n```'],
  ['longer fences are around fences', '«```\na\n```»', codeBlock, '````\n«```\na\n```»\n````'],
  ['words become the text of a link', 'see «the plan»', link, 'see [the plan](¦)'],
  ['an address becomes the address of a link', 'see «https://a.test/b»', link, 'see [¦](https://a.test/b)'],
  ['without a selection the text of the link comes first', 'a ¦', link, 'a [¦]()'],
  ['a table is below the line', 'a¦b\nc', table, `ab\n\n| «Column 1» | Column 2 | Column 3 |\n${empty}\n\nc`],
  ['a table in an empty text is all of it', '¦', table, `| «Column 1» | Column 2 | Column 3 |\n${empty}`],
])('%s', (_, before, edit, expected) => expect(after(written(before), edit(written(before)))).toBe(expected))

test.each([
  ['words', 'see «the plan»', 'https://a.test/(b)', 'see [the plan](https://a.test/%28b%29)¦'],
  ['words without the space beside them', 'see «the plan »now', 'https://a.test', 'see [the plan](https://a.test)¦ now'],
  ['no address', '«https://b.test»', 'https://a.test', undefined],
  ['no two lines', '«a\nb»', 'https://a.test', undefined],
  ['nothing without a selection', 'a¦', 'https://a.test', undefined],
])('an address can be put under %s', (_, before, address, expected) =>
  expect(after(written(before), linkTo(written(before), address))).toBe(expected),
)
