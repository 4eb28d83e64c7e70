import { expect, test } from 'vitest'
import { linksIn, pixelsOf } from './pages.ts'

const page = { width: 100, height: 200 }
const upsideDown = (x: number, y: number) => [x, 200 - y] as const
const linkTo = (url: string) => ({ subtype: 'Link', url, rect: [10, 20, 60, 40] })

test('a page is as sharp as the screen, as far as a browser can draw that', () => {
  expect(pixelsOf({ width: 900, height: 1273 }, 2)).toEqual({ width: 1800, height: 2546 })
  const { width, height } = pixelsOf({ width: 9000, height: 12_730 }, 2)
  expect(width * height).toBeLessThanOrEqual(2 ** 24)
  expect(width / height).toBeCloseTo(9000 / 12_730, 2)
})

test('links lead to web addresses and nowhere else', () => {
  const addresses = [
    'https://a.test/',
    'http://a.test/',
    'javascript:alert(1)',
    'mailto:a@a.test',
    'file:///etc/passwd',
    'page 2',
  ]
  expect(linksIn(addresses.map(linkTo), upsideDown, page).map(({ url }) => url)).toEqual(['https://a.test/', 'http://a.test/'])
  expect(linksIn([{ ...linkTo('https://a.test/'), subtype: 'Widget' }, { subtype: 'Link' }], upsideDown, page)).toEqual([])
})

test('a link covers its place in the page', () => {
  expect(linksIn([linkTo('https://a.test/')], upsideDown, page)).toEqual([
    { url: 'https://a.test/', left: 10, top: 80, width: 50, height: 10 },
  ])
})
