import { withoutTail } from 'contract/addresses'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { withLinks } from './links.tsx'

const htmlOf = (text: string) => renderToStaticMarkup(withLinks(text))
const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">${href}</a>`

test('addresses are links, without what ends the sentence', () => {
  expect(htmlOf('See https://a.test/x?y=1, or (http://b.test).')).toBe(
    `See ${link('https://a.test/x?y=1')}, or (${link('http://b.test')}).`,
  )
  expect(htmlOf('https://a.test/b_(c) too')).toBe(`${link('https://a.test/b_(c)')} too`)
})

test.each([
  ['詳細はhttps://example.test/b。次', 'https://example.test/b'],
  ['（https://example.test/c）', 'https://example.test/c'],
  ['https://example.test/d，然后', 'https://example.test/d'],
  ['「https://example.test/e」と『https', 'https://example.test/e'],
  ['见https://example.test/f；再', 'https://example.test/f'],
  ['【https://example.test/g】、', 'https://example.test/g'],
  ['https://example.test/h！？', 'https://example.test/h'],
  ['«https://example.test/i» or ‹x›', 'https://example.test/i'],
  ['„https://example.test/j“ und', 'https://example.test/j'],
  ['“https://example.test/k”, ‘x’', 'https://example.test/k'],
  ['‘https://example.test/l’.', 'https://example.test/l'],
  ["'https://example.test/m'.", 'https://example.test/m'],
  ['راجع https://example.test/n، ثم', 'https://example.test/n'],
  ['https://example.test/o؟ https', 'https://example.test/o'],
  ['https://example.test/p؛', 'https://example.test/p'],
  ['देखें https://example.test/q।', 'https://example.test/q'],
  ['https://example.test/r۔', 'https://example.test/r'],
  ['https://example.test/s…', 'https://example.test/s'],
  ['\u2066https://example.test/t\u2069.', 'https://example.test/t'],
  ['https://example.test/u\u200b.', 'https://example.test/u'],
  ['(see https://example.test/v_(w_(x)))', 'https://example.test/v_(w_(x))'],
  ['[https://example.test/y?z[]=1], ', 'https://example.test/y?z[]=1'],
  ['(https://example.test/z)', 'https://example.test/z'],
  ['https://ja.wikipedia.test/wiki/東京都・ジョン (x)', 'https://ja.wikipedia.test/wiki/東京都・ジョン'],
  ['https://пример.рф/путь?q=дом#ё.', 'https://пример.рф/путь?q=дом#ё'],
  ['https://a.test/%E6%9D%B1?x=%D1%8F,', 'https://a.test/%E6%9D%B1?x=%D1%8F'],
  ['https://a.test/O’Brien’s.', 'https://a.test/O’Brien’s'],
  ['https://مثال.test/صفحة.', 'https://مثال.test/صفحة'],
])('the address in %j ends where a reader ends it', (text, href) => {
  expect(htmlOf(text)).toContain(link(href))
})

test('nothing but http and https is a link, and nothing is markup', () => {
  const bad = 'javascript:alert(1) data:text/html,x ftp://a.test **b** mailto:a@b.test'
  expect(htmlOf(bad)).toBe(bad)
  expect(htmlOf('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;')
  expect(htmlOf('https://a.test/"onmouseover="x')).toBe(`${link('https://a.test/')}&quot;onmouseover=&quot;x`)
  expect(htmlOf('http://[ https://')).toBe('http://[ https://')
})

test('the end of an address is found in as many steps as it has characters', () => {
  const worst = `https://a.test/${'.'.repeat(3984)}x`
  expect(htmlOf(worst)).toBe(link(worst))
  const read = vi.spyOn(String.prototype, 'charAt')
  const scanned = vi.spyOn(RegExp.prototype, 'exec')
  try {
    expect(withoutTail(worst)).toBe(worst)
    expect(withoutTail(`${worst}${'.'.repeat(4000)}`)).toBe(worst)
    expect(read.mock.calls.length).toBeLessThan(4010)
    expect(scanned).not.toHaveBeenCalled()
  } finally {
    vi.restoreAllMocks()
  }
})
