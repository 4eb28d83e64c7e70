import { expect, test } from 'vitest'
import { hasMarkdown } from './hasMarkdown.ts'

test.each([
  '',
  'Check the forms.',
  'Two lines,\n\nand a paragraph.',
  '2 * 3 * 4, a - b, 5 > 4, a_b and snake_case_name',
  'C:\\forms at 10:30; #1 and # 2; A&B; [draft]; (see below)',
  'https://example.test/a_b is plain',
  '    indented',
  'Is it ~5 hours?',
])('%j is plain text', (text) => expect(hasMarkdown(text)).toBe(false))

test.each([
  '# Title',
  'Words\n## Title',
  '> quote',
  '- item',
  '  * item',
  '1. item',
  '2) item',
  '- [ ] task',
  '*em*',
  '**strong\nin two lines**',
  '_em_',
  '__strong__',
  '~~gone~~',
  '`code`',
  '```\ncode\n```',
  '~~~\ncode\n~~~',
  '[words](https://a.test)',
  '[words][1]\n\n[1]: https://a.test',
  '<https://a.test>',
  '![plan](https://a.test/plan.png)',
  'Title\n=====',
  'Title\n---',
  'above\n\n***',
  '| a | b |\n|---|---|\n| c | d |',
  'a | b\n-- | --',
  'not \\*this\\*',
  '[@Ann Lee](person:12)',
  'See #WEB-42.',
  'See #web-42',
  `See ${window.location.origin}/project_manager/tasks/4`,
])('%j is not', (text) => expect(hasMarkdown(text)).toBe(true))

// Time that grows with the square of the length would exceed the limit of a test.
test.each(['>', '*a', '_a', '`', '~a', '[a', '[a]', '\\', '#A', '- ', '1', '=', ' ', '|', 'a\n', '<http', '\n*a', '_'])(
  '300,000 characters of %j are read in a moment',
  (part) => {
    const text = part.repeat(300_000 / part.length)
    hasMarkdown(text)
    hasMarkdown(`${text} x`)
  },
)
