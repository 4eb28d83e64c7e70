import { describe, expect, test } from 'vitest'
import { markdownOf } from './html.ts'
import { type Clipboard, insertion, pastingOf } from './pasted.ts'
import { after, written } from './testing.ts'

const pasting = (text: string, clipboard: Partial<Clipboard>) =>
  pastingOf({ plain: '', html: '', types: [], ...clipboard }, written(text))
function pasted(text: string, clipboard: Partial<Clipboard>) {
  const found = pasting(text, clipboard)
  return found && 'edit' in found ? after(written(text), found.edit) : found
}

describe('a paste', () => {
  test('of an address over words makes a link of them', () => {
    expect(pasted('see «the plan»', { plain: 'https://a.test/b\n' })).toBe('see [the plan](https://a.test/b)¦')
    expect(pasted('see ¦', { plain: 'https://a.test/b' })).toBeUndefined()
    expect(pasted('see «the plan»', { plain: 'javascript:alert(1)' })).toBeUndefined()
  })

  test('of lines with tabs is a table, whose bars are escaped', () => {
    expect(pasted('¦', { plain: 'Name\tHours\r\nA|B\t 3\r\n' })).toBe('| Name | Hours |\n| --- | --- |\n| A\\|B | 3 |¦')
    expect(pasted('a¦b', { plain: 'a\tb\n\tc' })).toBe('a\n\n| a | b |\n| --- | --- |\n|  | c |¦\n\nb')
  })

  test.each([
    ['of one line with tabs', 'a\tb'],
    ['of lines with different numbers of tabs', 'if (a) {\n\treturn b\n}'],
    ['of indented code', '\tif (a)\n\treturn b'],
    ['of plain lines', 'a\nb'],
  ])('%s is left to the browser', (_, plain) => expect(pasted('¦', { plain })).toBeUndefined())

  test('into a code block is left to the browser', () => {
    expect(pasted('```\n¦\n```', { plain: 'a\tb\nc\td', html: '<b>a</b>' })).toBeUndefined()
  })

  test.each([
    ['without structure', '<meta charset="utf-8"><span style="font-weight: 400; color: red">a</span>', []],
    ['of Visual Studio Code', '<div><b>const</b></div>', ['text/html', 'vscode-editor-data']],
    [
      'with only the colours of code',
      `<meta><div style="font-family: 'Fira Code', monospace; white-space: pre"><div><span style="font-weight: 700">if</span><br></div></div>`,
      [],
    ],
  ])('of HTML %s is left to the browser', (_, html, types) => {
    expect(pasted('¦', { plain: 'a\tb\nc\td', html, types })).toBeUndefined()
  })

  test('of HTML that would make the page wait is left to the browser', () => {
    expect(pasted('¦', { plain: 'a', html: '<b><i>'.repeat(4000) })).toBeUndefined()
    expect(pasted('¦', { plain: 'a', html: `<b>${'a'.repeat(300_000)}` })).toBeUndefined()
  })

  test('of HTML with structure is converted', () => {
    const html = '<p>See <a href="https://a.test">it</a></p>'
    expect(pasted('¦', { plain: 'See it', html })).toEqual({ html })
    expect(pasted('¦', { html: '<span style="font-weight:700">a</span>' })).toBeDefined()
  })
})

describe('what is inserted', () => {
  test.each([
    ['words stay in their line', 'a ¦ c', 'b **c**', 'a b **c**¦ c'],
    ['a list is apart from the words around it', 'a¦b', '- c', 'a\n\n- c¦\n\nb'],
    ['a list takes the place of an empty item', '- a\n- ¦', '- b\n- c', '- a\n- b\n- c¦'],
    ['words fill an empty item', '- ¦', 'a', '- a¦'],
    ['a quote keeps a list', '> ¦', '- a', '> \n\n- a¦'],
  ])('%s', (_, before, text, expected) => expect(after(written(before), insertion(written(before), text))).toBe(expected))
})

describe('the Markdown of HTML', () => {
  test.each([
    [
      'mentions of this workspace',
      `<a href="${window.location.origin}/chat?person=12">@Ann <b>Lee</b></a>, <a href="https://a.test/chat?person=12">@Bo</a>`,
      '[@Ann Lee](person:12), [@Bo](https://a.test/chat?person=12)',
    ],
    ['emphasis', '<p>a <b>b</b> <i>c</i> <s>d</s> <code>e</code></p>', 'a **b** _c_ ~~d~~ `e`'],
    ['headings and paragraphs', '<h2>A <b>b</b></h2><p>c<br>d</p><p>e</p>', '## A b\n\nc\nd\n\ne'],
    [
      'lists',
      '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul><ol start="3"><li>d</li><li>e</li></ol>',
      '- a\n  - b\n- c\n\n3. d\n4. e',
    ],
    ['lists directly in lists', '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>', '- a\n  - b\n- c'],
    ['check lists', '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox">b</li></ul>', '- [x] a\n- [ ] b'],
    ['code', '<div class="highlight-source-ts"><pre><span>let a</span>\n  b\n</pre></div>', '```ts\nlet a\n  b\n```'],
    ['code with fences', '<pre><code class="language-md">```\na\n```</code></pre>', '````md\n```\na\n```\n````'],
    ['quotes and rules', '<blockquote><p>a</p></blockquote><hr><p>b</p>', '> a\n\n---\n\nb'],
    [
      'links',
      '<a href="https://a.test/(b)">a\n b</a> <a href="https://c.test/">https://c.test</a>',
      '[a b](https://a.test/%28b%29) https://c.test/',
    ],
    ['links around blocks', '<a href="https://a.test/"><h3>A</h3><div>b</div></a>', '[Ab](https://a.test/)'],
    [
      'images',
      '<img src="https://a.test/b.png" alt="a"><img src="https://a.test/pixel"><img src="data:image/png;base64,AA" alt="c">',
      '![a](https://a.test/b.png)c',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal" id="docs"><p><span style="font-weight:700">a</span><span style="font-weight:400"> b</span></p></b>',
      '**a** b',
    ],
    [
      'what would be Markdown',
      '<p>*a* _b_ c_d 5 * 3 `e` [f](g) <i>h</i></p><p># i</p><p>- j</p><p>1. k</p>',
      '\\*a\\* \\_b\\_ c_d 5 * 3 \\`e\\` \\[f](g) _h_\n\n\\# i\n\n\\- j\n\n1\\. k',
    ],
    ['addresses', '<p>https://a.test/b_c_*d <b>e</b></p>', 'https://a.test/b_c_*d **e**'],
  ])('has %s', (_, html, expected) => expect(markdownOf(html)).toBe(expected))

  test.each([
    ['javascript', '<p>a <a href="javascript:alert(1)">b</a> <a href=" java\nscript:alert(1)">c</a> <b>d</b></p>', 'a b c **d**'],
    ['data', '<a href="data:text/html,x">b</a> <b>d</b>', 'b **d**'],
    ['files', '<a href="file:///etc/passwd">b</a> <b>d</b>', 'b **d**'],
    ['people', '<a href="person:1">@Ann</a> <b>d</b>', '@Ann **d**'],
    ['places of the page', '<a href="#top">b</a> <a href="/c">c</a> <b>d</b>', 'b c **d**'],
  ])('has no links to %s', (_, html, expected) => expect(markdownOf(html)).toBe(expected))

  test('has nothing of scripts, styles and forms', () => {
    const html =
      '<style>a{}</style><script>b</script><p>c <b>d</b></p><svg onload="x"><text>e</text></svg><button>f</button><!-- g -->'
    expect(markdownOf(html)).toBe('c **d**')
  })

  test.each([
    [
      'a head of their own',
      '<table><thead><tr><th><b>A</b></th><th>B</th></tr></thead><tbody><tr><td>1</td><td>x|y</td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1 | x\\|y |',
    ],
    [
      'rows of cells only',
      '<meta><google-sheets-html-origin><style>td{}</style><table><colgroup><col></colgroup><tbody><tr><td>A</td><td></td></tr><tr><td>1<br>2</td><td><a href="https://a.test">b</a></td></tr></tbody></table>',
      '| A |  |\n| --- | --- |\n| 1 2 | [b](https://a.test) |',
    ],
    [
      'cells that span others',
      '<table><tr><td colspan="2">A</td></tr><tr><td rowspan="2">B</td><td>C</td></tr><tr><td>D</td></tr></table>',
      '| A |  |\n| --- | --- |\n| B | C |\n|  | D |',
    ],
  ])('has tables with %s', (_, html, expected) => expect(markdownOf(html)).toBe(expected))

  test('has no table of one cell, nor of a layout', () => {
    expect(markdownOf('<table><tr><td>a</td></tr></table>')).toBe('a')
    expect(markdownOf('<table><tr><td><h2>a</h2></td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>')).toBe(
      '## a\n\n| b | c |\n| --- | --- |',
    )
  })

  test('is undefined where there is no structure', () => {
    expect(markdownOf('<b style="font-weight:normal"><span>a *b*</span></b>')).toBeUndefined()
  })
})
