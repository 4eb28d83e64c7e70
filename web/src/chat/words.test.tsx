import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { dayWords, shortWhen, typingWords, withLinks, withoutTail } from './words.tsx'

const shown = (text: string) => renderToStaticMarkup(withLinks(text))
const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">${href}</a>`

test('addresses are links, without what ends the sentence', () => {
  expect(shown('See https://a.test/x?y=1, or (http://b.test).')).toBe(
    `See ${link('https://a.test/x?y=1')}, or (${link('http://b.test')}).`,
  )
  expect(shown('https://a.test/b_(c) too')).toBe(`${link('https://a.test/b_(c)')} too`)
})

test('nothing but http and https is a link, and nothing is markup', () => {
  const bad = 'javascript:alert(1) data:text/html,x ftp://a.test **b** mailto:a@b.test'
  expect(shown(bad)).toBe(bad)
  expect(shown('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;')
  expect(shown('https://a.test/"onmouseover="x')).toBe(`${link('https://a.test/')}&quot;onmouseover=&quot;x`)
  expect(shown('http://[ https://')).toBe('http://[ https://')
})

test('the end of an address is found in as many steps as it has characters', () => {
  const worst = `https://a.test/${'.'.repeat(3984)}x`
  expect(shown(worst)).toBe(link(worst))
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

test('days are said relative to today', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString()
  expect(dayWords(at(2026, 2, 1, 0), now)).toBe('Today')
  expect(dayWords(at(2026, 1, 28, 23), now)).toBe('Yesterday')
  expect(dayWords(at(2025, 1, 27, 23), now)).toBe('27 Feb 2025')
  expect(shortWhen(at(2026, 2, 1, 0), now)).toBe('00:00')
  expect(shortWhen(at(2026, 1, 3, 5), now)).toBe('03 Feb')
  expect(shortWhen(at(2025, 1, 3, 5), now)).toBe('03 Feb 2025')
})

test('who types is named as long as they are few', () => {
  expect(typingWords(['Dev'])).toBe('Dev is typing…')
  expect(typingWords(['Dev', 'Dana'])).toBe('Dev and Dana are typing…')
  expect(typingWords(['Dev', 'Dana', 'Pam'])).toBe('3 people are typing…')
})
