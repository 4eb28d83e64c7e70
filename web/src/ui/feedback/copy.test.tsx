import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { copy } from './copy.tsx'
import { Overlays } from './Overlays.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const words = { title: 'A link', message: 'It works once.' }
const renderPage = () =>
  render(
    <MantineProvider env="test">
      <Overlays />
    </MantineProvider>,
  )

test('a text goes to the clipboard, and nothing else shows', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  renderPage()
  expect(await copy('the text', words)).toBe(true)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('the text')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } }],
  ['has none', {}],
])('where the browser %s a clipboard, the text is shown, selected', async (_, browser) => {
  vi.stubGlobal('navigator', { ...browser, userAgent: navigator.userAgent })
  renderPage()
  expect(await copy('the text', words)).toBe(false)
  const field = (await screen.findByDisplayValue('the text')) as HTMLInputElement
  expect(field.readOnly).toBe(true)
  field.focus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'the text'.length])
})
