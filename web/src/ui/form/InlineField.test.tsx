import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Refused, Unreachable } from '../../api/call.ts'
import { InlineField } from './InlineField.tsx'

afterEach(cleanup)
const fieldWith = (props: Partial<Parameters<typeof InlineField>[0]>) => (
  <MantineProvider>
    <InlineField label="Name" value="Old" save={async () => {}} {...props} />
  </MantineProvider>
)
const renderField = (props: Partial<Parameters<typeof InlineField>[0]>) => render(fieldWith(props))
/** Opens the field, which then has the focus, and enters a text. */
const enter = async (value: string) => {
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  fireEvent.change(screen.getByLabelText('Name'), { target: { value } })
}
const press = (keys: string) => userEvent.keyboard(keys)

test('Enter saves, and focus returns to the value', async () => {
  const save = vi.fn(async () => {})
  renderField({ save })
  await enter('New')
  await press('{Enter}')
  expect(save).toHaveBeenCalledExactlyOnceWith('New', 'Old')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Name/ }))
})

test('Escape cancels without saving', async () => {
  const save = vi.fn(async () => {})
  renderField({ save })
  await enter('New')
  await press('{Escape}')
  expect(save).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: /Name/ }).textContent).toContain('Old')
})

test('Enter breaks the line in a field of many lines', async () => {
  const save = vi.fn(async () => {})
  renderField({ save, kind: 'textarea' })
  await enter('a')
  await press('{Enter}b')
  expect(save).not.toHaveBeenCalled()
})

test("says 'Saving...' while it saves", async () => {
  renderField({ save: () => new Promise(() => {}) })
  await enter('New')
  await press('{Enter}')
  expect(screen.getByRole('status').textContent).toBe('Saving...')
})

test('a refusal keeps it open with the first message of the field and the typed text', async () => {
  renderField({ save: () => Promise.reject(new Refused(400, { name: ['Too odd.', 'Too long.'] })) })
  await enter('New')
  await press('{Enter}')
  expect(await screen.findByText('Too odd.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('New')
})

test.each([
  ['500 {}', new Refused(500, {}), 'Something went wrong.'],
  ['a refusal that names no field', new Refused(400, { detail: 'Project is inactive.' }), 'Project is inactive.'],
  ['no answer', new Unreachable(), 'Server unreachable. Please try again later.'],
])(
  'after %s it goes back to its value and says so; the typed text is there when it is opened again',
  async (_, error, message) => {
    const onRefused = vi.fn()
    renderField({ save: () => Promise.reject(error), onRefused })
    await enter('New')
    await press('{Enter}')
    const button = await screen.findByRole('button', { name: /Name/ })
    expect(button.textContent).toContain('Old')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(message)
    await userEvent.click(button)
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('New')
    expect(screen.getByText(message)).toBeTruthy()
    await press('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: /Name/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Old')
  },
)

test('one that is disabled says why and does not open', async () => {
  renderField({ disabledReason: 'Project is inactive' })
  const button = screen.getByRole('button', { name: /Name/ })
  await userEvent.click(button)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('one that is disabled is reached by keyboard, and described by its reason', async () => {
  renderField({ disabledReason: 'Project is inactive' })
  await userEvent.tab()
  const button = screen.getByRole('button', { name: /Name/ })
  expect(document.activeElement).toBe(button)
  const described = button.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Project is inactive')
})

test('what somebody else saves meanwhile neither takes the typed text nor is overwritten by who typed nothing', async () => {
  const save = vi.fn(async () => {})
  const { rerender } = renderField({ save })
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  rerender(fieldWith({ save, value: 'Theirs' }))
  await press('{Enter}')
  expect(save).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: /Name/ }).textContent).toContain('Theirs')

  await enter('Mine')
  rerender(fieldWith({ save, value: 'Theirs again' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  await press('{Enter}')
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(save).toHaveBeenCalledExactlyOnceWith('Mine', 'Theirs again')
})

test('one that reverts goes back to its value, with the message', async () => {
  renderField({ save: () => Promise.reject(new Refused(400, { name: ['Too odd.'] })), revertsWhenWrong: true })
  await enter('New')
  await press('{Enter}')
  expect(await screen.findByText('Too odd.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Old')
})

test('a link in it is followed, and does not open the field; a click beside it, or its button, does', async () => {
  const value = 'See https://a.test/plan. Then dig.'
  renderField({ value, kind: 'textarea' })
  const link = screen.getByRole('link', { name: 'https://a.test/plan' })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(screen.queryByRole('textbox')).toBeNull()

  await userEvent.click(screen.getByText(/Then dig/))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe(value)
  await press('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Name: / }))
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(screen.getByRole('link'))
  await userEvent.tab()
  await press('{Enter}')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe(value)
})

test('one that is disabled keeps its links and does not open', async () => {
  renderField({ value: 'See https://a.test/plan', kind: 'textarea', disabledReason: 'Project is inactive' })
  await userEvent.click(screen.getByText(/See/))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link')).toBeTruthy()
})

test('a text that a reload has interrupted is offered, and is gone once it is saved or discarded', async () => {
  const draftKey = 'description 1 2'
  const save = vi.fn(async () => {})
  const { unmount } = renderField({ kind: 'textarea', draftKey })
  await enter('Half a sent')
  unmount()
  const reloaded = renderField({ kind: 'textarea', draftKey, save, value: 'Theirs' })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe('Half a sent')
  expect(screen.getByRole('alert').textContent).toContain('Theirs')
  await userEvent.type(screen.getByLabelText('Name'), 'ence{Control>}{Enter}{/Control}')
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(save).toHaveBeenCalledExactlyOnceWith('Half a sentence', 'Theirs')
  reloaded.unmount()
  const again = renderField({ kind: 'textarea', draftKey })
  expect(screen.queryByText('You have an unsaved draft.')).toBeNull()
  await enter('Other')
  again.unmount()
  renderField({ kind: 'textarea', draftKey })
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('You have an unsaved draft.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe('Old')
})

test('a text that was saved right before a reload is no draft', async () => {
  const draftKey = 'description 1 3'
  const { unmount } = renderField({ kind: 'textarea', draftKey, save: () => new Promise(() => {}) })
  await enter('New ')
  await press('{Control>}{Enter}{/Control}')
  unmount()
  const { rerender } = renderField({ kind: 'textarea', draftKey })
  screen.getByText('You have an unsaved draft.')
  rerender(fieldWith({ kind: 'textarea', draftKey, value: 'New' }))
  expect(screen.queryByText('You have an unsaved draft.')).toBeNull()
})

test('a text with Markdown is shown with a pencil, and a click on one of its boxes only ticks it', async () => {
  const setCheckBox = vi.fn()
  renderField({ value: '- [ ] Dig\n- [x] Plant', kind: 'textarea', setCheckBox })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Dig' }))
  expect(setCheckBox).toHaveBeenCalledExactlyOnceWith({ number: 0, text: 'Dig', is_checked: true })
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByText('Plant'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe('- [ ] Dig\n- [x] Plant')
})

test('the boxes of one that is disabled are disabled', async () => {
  const setCheckBox = vi.fn()
  renderField({ value: '- [ ] Dig', kind: 'textarea', setCheckBox, disabledReason: 'Project is inactive' })
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Dig' })).disabled).toBe(true)
})

const changedTo = (name: string) =>
  new Refused(409, { detail: 'This text has been changed since you began.', code: 'text_changed', texts: { name } })

test.each([
  ['that the server knows of', 'Old', ['Old', 'Theirs']],
  ['that has just been shown', 'Theirs', ['Theirs']],
])('a change of the text %s is not replaced until the person has seen both and chosen', async (_, shown, bases) => {
  const save = vi.fn(async (_text: string, from: string) => {
    if (from !== 'Theirs') throw changedTo('Theirs')
  })
  const props = { kind: 'textarea', save } as const
  const { rerender } = renderField(props)
  await enter('Mine')
  rerender(fieldWith({ ...props, value: shown }))
  await press('{Control>}{Enter}{/Control}')
  expect((await screen.findByRole('alert')).textContent).toContain('Theirs')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Name').value).toBe('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(save.mock.calls).toEqual(bases.map((from) => ['Mine', from]))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the other text stays if the person prefers it', async () => {
  const save = vi.fn(() => Promise.reject(changedTo('Theirs')))
  renderField({ kind: 'textarea', save, draftKey: 'description 1 4' })
  await enter('Mine')
  await press('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep this one' }))
  expect(save).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('You have an unsaved draft.')).toBeNull()
})
