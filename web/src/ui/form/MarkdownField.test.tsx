import { MantineProvider } from '@mantine/core'
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MarkdownField } from './MarkdownField.tsx'

afterEach(cleanup)

type Props = Omit<Parameters<typeof MarkdownField>[0], 'value' | 'onChange'>

function Example(props: Props) {
  const [text, setText] = useState('')
  return <MarkdownField label="Text" value={text} onChange={setText} {...props} />
}

async function openField(props: Props = {}) {
  render(
    <MantineProvider>
      <Example {...props} />
    </MantineProvider>,
  )
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
  expect(screen.queryByRole('toolbar')).toBeNull()
  await userEvent.click(field)
  if (props.toolbar !== 'toggled') await screen.findByRole('toolbar', { name: 'Formatting' })
  return field
}

const button = (name: string) => screen.getByRole('button', { name })

/** Whether the browser would paste by itself. */
function pasteInto(field: HTMLElement, plain: string) {
  const clipboardData = { getData: (type: string) => (type === 'text/plain' ? plain : ''), types: ['text/plain'] }
  const event = createEvent.paste(field, { clipboardData })
  return fireEvent(field, event)
}

test('the tools come with the focus, and change the text', async () => {
  const field = await openField()
  await userEvent.click(button('Bold'))
  await userEvent.keyboard('a')
  expect(field.value).toBe('**a**')
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{End}{Enter}')
  await userEvent.click(button('Bulleted list'))
  await userEvent.keyboard('b{Enter}c')
  expect(field.value).toBe('**a**\n- b\n- c')
})

test('a field that is only read has no tools', async () => {
  render(
    <MantineProvider>
      <Example readOnly />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByLabelText('Text'))
  await import('./markdown/Tools.tsx')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('keys and pastes that the owner of the field takes are left alone', async () => {
  const onKeyDown = vi.fn((event: React.KeyboardEvent) => event.key === 'Enter' && event.preventDefault())
  const onPaste = vi.fn((event: React.ClipboardEvent) => event.preventDefault())
  const field = await openField({ onKeyDown, onPaste })
  await userEvent.keyboard('- a{Enter}b')
  expect(field.value).toBe('- ab')
  expect(pasteInto(field, 'a\tb\nc\td')).toBe(false)
  expect(field.value).toBe('- ab')
  expect(onPaste).toHaveBeenCalledOnce()
})

test('a paste that the owner leaves becomes Markdown, or is left to the browser', async () => {
  const field = await openField({ onPaste: () => {} })
  expect(pasteInto(field, 'words')).toBe(true)
  expect(pasteInto(field, 'a\tb\nc\td')).toBe(false)
  expect(field.value).toBe('| a | b |\n| --- | --- |\n| c | d |')
})

test('Ctrl+Shift+V pastes what was copied', async () => {
  const field = await openField()
  fireEvent.keyDown(field, { key: 'V', ctrlKey: true, shiftKey: true })
  expect(pasteInto(field, 'a\tb\nc\td')).toBe(true)
})

test('keys that compose a character do nothing else', async () => {
  const field = await openField()
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    expect(fireEvent.keyDown(field, { key: 'b', ctrlKey: true, ...composing })).toBe(true)
    expect(field.value).toBe('')
  }
  expect(fireEvent.keyDown(field, { key: 'b', ctrlKey: true })).toBe(false)
  expect(field.value).toBe('****')
})

test('other alphabets and keyboards have the same shortcuts', async () => {
  const field = await openField()
  fireEvent.keyDown(field, { key: 'и', code: 'KeyB', ctrlKey: true })
  expect(field.value).toBe('****')
  await userEvent.clear(field)
  fireEvent.keyDown(field, { key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true })
  expect(field.value).toBe('1. ')
})

test('nothing is formatted in a block of code', async () => {
  const field = await openField()
  await userEvent.keyboard('```{Enter}a')
  await userEvent.click(button('Bold'))
  expect(fireEvent.keyDown(field, { key: 'b', ctrlKey: true })).toBe(false)
  expect(field.value).toBe('```\na')
})

test('the preview ends when the text is gone, or has to be corrected', async () => {
  const field = await openField()
  expect(button('Preview').getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('a')
  await userEvent.click(button('Preview'))
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toBe('a')
  expect(document.activeElement).toBe(button('Preview'))
  fireEvent.change(field, { target: { value: '' } })
  expect(screen.queryByRole('region')).toBeNull()
})
