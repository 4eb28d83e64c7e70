import { plainText } from 'contract/plain-text'
import { expect, test } from 'vitest'

test.each(['', 'Check the forms.', '  spaces  stay \n\n as they are ', '2 * 3', 'snake_case_name'])('%j stays as it is', (text) =>
  expect(plainText(text)).toBe(text),
)

test.each([
  ['# Title\nWords', 'Title\nWords'],
  ['Title\n=====\nWords', 'Title\nWords'],
  ['**Strong**, *em*, __strong__, _em_, ~~gone~~ and `code`', 'Strong, em, strong, em, gone and code'],
  ['**all of _this_ is**', 'all of this is'],
  ['- one\n- two\n  - three', 'one\ntwo\nthree'],
  ['1. one\n2) two', 'one\ntwo'],
  ['- [ ] open\n- [x] done', 'open\ndone'],
  ['> quoted\n> > deeper', 'quoted\ndeeper'],
  ['```ts\nconst a = 1\n```\nafter', 'const a = 1\nafter'],
  ['[@Ann Lee](person:12) asks for #WEB-42', '@Ann Lee asks for #WEB-42'],
  ['[words](https://a.test/b_(c)) and ![plan](https://a.test)', 'words and plan'],
  ['<https://a.test>', 'https://a.test'],
  ['| a | b |\n|---|---|\n| c | d |', 'a | b \nc | d'],
  ['\\*not em\\*', '*not em*'],
  ['2*3*4 and 2**3, *em*', '234 and 2**3, em'],
  ['above\n\n---\n\nbelow', 'above\nbelow'],
  ['snake_case_name, *em*', 'snake_case_name, em'],
])('%j is %j in an excerpt', (text, plain) => expect(plainText(text)).toBe(plain))

// Time that grows with the square of the length would exceed the limit of a test.
test.each([
  '>',
  '*a',
  '*',
  '_a',
  '`',
  '~a',
  '[a](',
  '[',
  '\\',
  '- ',
  '1',
  '=',
  ' ',
  '|',
  '-',
  '\n',
  '\n ',
  'a\n',
  '<http:',
  '> ',
])('300,000 characters of %j are read in a moment', (part) => {
  const text = `*x* ${part.repeat(300_000 / part.length)}`
  plainText(text)
  plainText(`${text} x`)
})
