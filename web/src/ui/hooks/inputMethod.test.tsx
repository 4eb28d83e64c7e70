import { MantineProvider, Modal, TagsInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(cleanup)

const composing = [{ isComposing: true }, { keyCode: 229 }]
const keys = ['Enter', 'Escape', 'ArrowDown', 'Tab', 'Backspace', 'k', '/', '?', ' ']

test.each(composing)('a key of an input method (%j) reaches no handler, and keeps what the browser does with it', (state) => {
  const heard = vi.fn()
  render(
    <div role="toolbar" onKeyDown={heard} onKeyDownCapture={heard}>
      <input aria-label="Text" />
    </div>,
  )
  const field = screen.getByLabelText('Text')
  const targets = [field, document, window]
  for (const target of targets) for (const capture of [true, false]) target.addEventListener('keydown', heard, { capture })
  try {
    for (const key of keys) expect(fireEvent.keyDown(field, { key, ...state })).toBe(true)
    expect(heard).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(heard).toHaveBeenCalledTimes(2 + 2 * targets.length)
  } finally {
    for (const target of targets) for (const capture of [true, false]) target.removeEventListener('keydown', heard, { capture })
  }
})

test.each(composing)('the library’s dialogs and fields leave these keys alone (%j)', (state) => {
  const [close, change] = [vi.fn(), vi.fn()]
  render(
    <MantineProvider env="test">
      <Modal opened onClose={close} title="Dialog">
        <TagsInput label="Tags" value={['one']} onChange={change} />
      </Modal>
    </MantineProvider>,
  )
  const field = screen.getByLabelText('Tags', { selector: 'input' })
  for (const key of ['Enter', 'Escape', 'Backspace']) fireEvent.keyDown(field, { key, code: key, ...state })
  expect([close.mock.calls, change.mock.calls]).toEqual([[], []])
  fireEvent.keyDown(field, { key: 'Backspace', code: 'Backspace' })
  expect(change).toHaveBeenCalledWith([])
  fireEvent.keyDown(field, { key: 'Escape', code: 'Escape' })
  expect(close).toHaveBeenCalled()
})
