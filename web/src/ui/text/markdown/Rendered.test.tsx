import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { lex } from './lex.ts'
import Rendered from './Rendered.tsx'

afterEach(cleanup)

const shown = (text: string) => {
  const { container } = render(<Rendered>{text}</Rendered>)
  const root = container.firstElementChild
  for (const element of container.querySelectorAll('*')) for (const name of ['dir', 'class']) element.removeAttribute(name)
  return root?.innerHTML ?? ''
}
const textOf = (text: string) => render(<Rendered>{text}</Rendered>, { wrapper: MemoryRouter }).container.textContent

test.each([
  ['**strong** *em* ~~gone~~ `a*b*`', '<p><strong>strong</strong> <em>em</em> <del>gone</del> <code>a*b*</code></p>'],
  ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
  ['# A\n### B\ntext', '<h3>A</h3><h4>B</h4><p>text</p>'],
  ['- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
  ['7. a\n8. b', '<ol start="7"><li>a</li><li>b</li></ol>'],
  ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['> a\n> - b', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>'],
  ['a\n\n---', '<p>a</p><hr>'],
  ['\\*a\\* & &amp; &#60;', '<p>*a* &amp; &amp;amp; &amp;#60;</p>'],
  ['*a*\n\n    indented', '<p><em>a</em></p><p>    indented</p>'],
])('%j', (text, html) => expect(shown(text)).toBe(html))

test('a block of code keeps its lines, and is copied', async () => {
  const user = userEvent.setup()
  render(<Rendered>{'```ts\nif (a < b) {\n  **c**\n}\n```'}</Rendered>)
  expect(document.querySelector('pre code')?.textContent).toBe('if (a < b) {\n  **c**\n}')
  await user.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(await navigator.clipboard.readText()).toBe('if (a < b) {\n  **c**\n}')
})

test('a table keeps its alignment, and scrolls by the keyboard', () => {
  render(<Rendered>{'|a|b|c|\n|:-|:-:|-:|\n|1|**2**|3|'}</Rendered>)
  expect(screen.getAllByRole('columnheader').map((cell) => cell.dataset.align)).toEqual(['left', 'center', 'right'])
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2', '3'])
  expect(screen.getByRole('group', { name: 'Table' }).tabIndex).toBe(0)
})

test('a link names a web address, and tells nobody where it was clicked', () => {
  render(<Rendered>{'[words](https://a.test/b) <https://c.test> https://d.test/e_f. (http://g.test)'}</Rendered>)
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['words', 'https://a.test/b'],
    ['https://c.test', 'https://c.test/'],
    ['https://d.test/e_f', 'https://d.test/e_f'],
    ['http://g.test', 'http://g.test/'],
  ])
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  }
})

test('an image is a link, so that no other server learns who reads the text', () => {
  render(<Rendered>{'![the plan](https://a.test/plan.png) [![inner](https://b.test/c.png)](https://d.test)'}</Rendered>)
  expect(document.querySelector('img')).toBeNull()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['the plan', 'https://a.test/plan.png'],
    ['inner', 'https://d.test/'],
  ])
})

test('mail addresses and addresses without a scheme are text', () => {
  const text = 'Write *to* a@b.test, mailto:a@b.test or <a@b.test>, see www.a.test, [here](/admin) or [there](//a.test)'
  expect(textOf(text)).toBe(text.replaceAll('*', ''))
  expect(screen.queryByRole('link')).toBeNull()
})

test('people and work are mentioned outside code', () => {
  expect(textOf('[@Ann Lee](person:12) does #web-42, not `#WEB-43` or `[@Bo](person:1)`; \\#WEB-44')).toBe(
    '@Ann Lee does #WEB-42, not #WEB-43 or [@Bo](person:1); #WEB-44',
  )
  expect(document.querySelectorAll('code')).toHaveLength(2)
})

const allowed =
  'A BLOCKQUOTE BR BUTTON CODE DEL DIV EM H3 H4 H5 H6 HR INPUT LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL'
const hostile = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](java\nscript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;&#x61;vascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\\javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd) [x](blob:https://a.test/1) [x](ftp://a.test)',
  '![x](javascript:alert(1)) ![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x" onerror="alert(1)](https://a.test/x)',
  '[x](https://a.test "onclick=alert(1)")',
  '[x](https://a.test"onmouseover="alert(1))',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '[1]\n\n[1]: <data:text/html,x> "title"',
  '![x][1]\n\n[1]: vbscript:x',
  '<javascript:alert(1)> <data:text/html,x>',
  '<script>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '**a** <svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>@import "https://a.test"</style>',
  '<form action="https://a.test"><input name=x><button>y</button></form>',
  '<!-- <img src=x onerror=alert(1)> -->',
  '<?php x ?> <![CDATA[<img src=x onerror=alert(1)>]]> <!DOCTYPE x>',
  '`<img src=x onerror=alert(1)>`',
  '```html\n<img src=x onerror=alert(1)>\n```',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '|<img src=x onerror=alert(1)>|\n|-|\n|<svg onload=alert(1)>|',
  '# <img src=x onerror=alert(1)>',
  '- [ ] <img src=x onerror=alert(1)>',
  '> <svg onload=alert(1)>',
  '[<img src=x onerror=alert(1)>](https://a.test)',
  '[@<img src=x onerror=alert(1)>](person:1)',
  '[@x](person:javascript:alert(1)) [@x](person:1"onclick="x)',
  '[x](//a.test) [x](/\\a.test) [x](\\\\a.test)',
  'https://a.test/"onmouseover="alert(1)',
  '&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;',
  '[x](https://a.test/&quot;onclick=alert(1))',
  'javascript:alert(1) javascript://a.test/%0aalert(1)',
]

test.each(hostile)('%j runs nothing and leads to the web only', (text) => {
  const { container } = render(<Rendered>{text}</Rendered>, { wrapper: MemoryRouter })
  for (const element of container.querySelectorAll('*')) {
    expect(allowed.split(' ')).toContain(element.tagName)
    for (const { name } of element.attributes)
      expect(name).toMatch(
        /^(aria-label|checked|class|data-align|data-discover|data-is-me|dir|disabled|href|rel|role|start|tabindex|target|type)$/,
      )
  }
  for (const link of container.querySelectorAll('a')) expect(link.protocol).toMatch(/^https?:$/)
  for (const link of container.querySelectorAll('[href]'))
    expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|\/chat\?person=\d+$)/)
})

test('HTML is the text that it is, with the Markdown in it', () =>
  expect(shown('<b>*a*</b>\n\n<div>\nb\n</div>')).toBe(
    '<p>&lt;b&gt;<em>a</em>&lt;/b&gt;</p><p>&lt;div&gt;<br>b<br>&lt;/div&gt;</p>',
  ))

test('what is nested too deeply shows its source', () => {
  const list = Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- level ${i}`).join('\n')
  const { container } = render(<Rendered>{list}</Rendered>)
  expect(container.querySelectorAll('ul').length).toBeLessThan(25)
  expect(container.textContent).toContain('- level 59')
})

test.each([
  ['> ', 5000],
  ['>', 10_000],
  ['- ', 5000],
  ['1. ', 3333],
  ['*a ', 3333],
  ['**a', 3333],
  ['_*a', 3333],
  ['[', 10_000],
  ['![', 5000],
  ['[a](', 2500],
  ['`', 10_000],
  ['`a', 5000],
  ['|', 10_000],
  ['|a', 5000],
  ['~~a', 3333],
  ['<a ', 3333],
  ['a@', 5000],
  ['http://a', 1250],
  ['a', 10_000],
  [' ', 10_000],
  ['\n', 10_000],
  ['a\n', 5000],
  ['- a\n', 2500],
  ['&#1;', 2500],
  ['\\', 10_000],
])('%j, %i times, does not break the page', (part, times) =>
  expect(textOf(`*x* ${part.repeat(times)}`)?.length).toBeGreaterThan(0),
)

test('a text whose reading could take long is plain', () => {
  expect(lex(`${'*a '.repeat(1600)}${'a* '.repeat(1600)}`)).toBeUndefined()
  expect(lex(`${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(3000)}`)).toBeUndefined()
  expect(lex('> '.repeat(5000))).toBeUndefined()
  expect(lex('a\n'.repeat(5000))).toBeUndefined()
})

test('long texts that people write are read', () => {
  expect(lex('* **A step** with [a link](https://a.test) and `code`.\n'.repeat(190))).toBeDefined()
  expect(lex('1. **A step** with [a link](https://a.test) and `code`.\n'.repeat(150))).toBeDefined()
  expect(lex('| a_b | **c** | d | e | f |\n'.repeat(60))).toBeDefined()
  expect(lex(`\`\`\`\n${'[2026-01-01] some_long_name[0] = *pointer\n'.repeat(230)}\`\`\`\n`)).toBeDefined()
  expect(lex(`${'Words, *emphasis* and snake_case in a paragraph. '.repeat(20)}\n\n`.repeat(10))).toBeDefined()
})

test('a ticked box is named by its number and text', async () => {
  const setCheckBox = vi.fn()
  render(<Rendered setCheckBox={setCheckBox}>{'Steps\n\n- [ ] **First** step\n- [x] Second\n  more\n  1. [ ] Third'}</Rendered>)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map((box) => [box.getAttribute('aria-label'), box.checked, box.disabled])).toEqual([
    ['First step', false, false],
    ['Second', true, false],
    ['Third', false, false],
  ])
  await userEvent.click(screen.getByRole('checkbox', { name: 'First step' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Second' }))
  expect(setCheckBox.mock.calls).toEqual([
    [{ number: 0, text: '**First** step', is_checked: true }],
    [{ number: 1, text: 'Second', is_checked: false }],
  ])
})

test('a box shows the click until it is answered', async () => {
  let answer = () => {}
  const setCheckBox = () => new Promise<void>((resolve) => (answer = resolve))
  render(<Rendered setCheckBox={setCheckBox}>{'- [ ] First'}</Rendered>)
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  await userEvent.click(box)
  expect(box.checked).toBe(true)
  answer()
  await waitFor(() => expect(box.checked).toBe(false))
})

test('boxes in quotes and with paragraphs are boxes, too', () => {
  render(<Rendered setCheckBox={() => {}}>{'> - [ ] a\n\n* [x] b\n\n  more\n\n* [ ] c'}</Rendered>)
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.disabled)).toEqual([false, false, false])
})

test.each([
  ['a person who may not change the text', '- [ ] a', undefined],
  ['a text in which the server finds other boxes', '- [ ] a\n\n- - [ ] b', () => {}],
])('boxes are disabled for %s', (_, text, setCheckBox) => {
  render(<Rendered setCheckBox={setCheckBox}>{text}</Rendered>)
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true)
})

test('a link has no other link in it', () => {
  const { container } = render(
    <Rendered>{'![[@Ann](person:1) #WEB-1](https://a.test) [https://b.test #WEB-2](https://c.test)'}</Rendered>,
  )
  expect(container.querySelector('a a')).toBeNull()
  for (const link of container.querySelectorAll('a')) expect(link.children).toHaveLength(0)
})
