import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'

afterEach(cleanup)

test('a text without Markdown is the same as ever, with its line breaks', () => {
  const { container } = render(<Markdown>{'One\n\n  two https://a.test'}</Markdown>)
  expect(container.firstElementChild?.tagName).toBe('SPAN')
  expect(container.textContent).toBe('One\n\n  two https://a.test')
  expect(screen.getByRole('link').textContent).toBe('https://a.test')
})

test('a text with Markdown is rendered', async () => {
  render(<Markdown>{'**One**'}</Markdown>)
  expect((await screen.findByText('One')).tagName).toBe('STRONG')
})
