import { accents } from 'contract'
import { describe, expect, test } from 'vitest'
import { accentColors, colors } from './colors.ts'

type Rgb = [number, number, number]
const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
/** A colour over another one, as `color-mix` and transparency mix them. */
const over = (front: Rgb, share: number, back: Rgb) =>
  front.map((value, i) => value * share + (back[i] ?? 0) * (1 - share)) as Rgb

function luminance(rgb: Rgb) {
  const [r, g, b] = rgb.map((value) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Rgb, other: Rgb) {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const white = channels('#ffffff')
const [gray, dark] = [colors.gray.map(channels), colors.dark.map(channels)] as [Rgb[], Rgb[]]
const at = (shades: readonly Rgb[], index: number) => shades[index] ?? white

describe.each(accents)('%s', (accent) => {
  const shades = accentColors[accent].map(channels)
  const shade = (index: number) => at(shades, index)

  test('text in it, and white text on it, reach contrast AA in both colour schemes', () => {
    const texts: [string, Rgb, Rgb][] = [
      ['a filled button', white, shade(7)],
      ['a link', shade(7), white],
      ['a link on a sunken surface', shade(7), at(gray, 0)],
      ['a light button', shade(8), over(shade(7), 0.1, white)],
      ['ink on its paper', shade(8), shade(0)],
      ['ink on a selected entry', shade(8), at(gray, 2)],
      ['one’s own message', at(gray, 9), shade(1)],
      ['a link in the dark', shade(4), at(dark, 7)],
      ['a link on a dark card', shade(4), at(dark, 6)],
      ['a light button in the dark', shade(2), over(shade(5), 0.28, at(dark, 6))],
      ['ink on its paper in the dark', shade(3), over(shade(5), 0.22, at(dark, 6))],
      ['one’s own message in the dark', at(dark, 0), over(shade(9), 0.7, at(dark, 7))],
      ['today in the calendar', white, shade(8)],
    ]
    expect(texts.filter(([, ink, paper]) => contrast(ink, paper) < 4.5).map(([name]) => name)).toEqual([])
  })

  test('the focus is seen against every surface', () => {
    for (const surface of [white, at(gray, 0), at(gray, 1), at(dark, 6), at(dark, 7), at(dark, 8)])
      expect(contrast(shade(6), surface)).toBeGreaterThanOrEqual(3)
  })
})
