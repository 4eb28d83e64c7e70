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
