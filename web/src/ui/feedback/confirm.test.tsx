import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { choose, confirm } from './confirm.tsx'
import { Overlays } from './Overlays.tsx'

afterEach(cleanup)

test('a question asked before dialogs can open is asked as soon as they can', async () => {
  const answer = confirm({ message: 'Really?' })
  render(
    <MantineProvider env="test">
      <Overlays />
    </MantineProvider>,
  )
  expect(await screen.findByText('Really?')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await answer).toBe(true)
})

test('a question with several answers is answered, or cancelled, and the focus goes back', async () => {
  render(
    <MantineProvider env="test">
      <button type="button">Before</button>
      <Overlays />
    </MantineProvider>,
  )
  const before = screen.getByRole('button', { name: 'Before' })
  const ask = () =>
    choose<string>({
      title: 'Which one?',
      content: (answer) => (
        <>
          <button type="button" onClick={() => answer('first')}>
            First
          </button>
          <button type="button" onClick={() => answer()}>
            None
          </button>
        </>
      ),
    })
  for (const [button, expected] of [
    ['First', 'first'],
    ['None', undefined],
  ] as const) {
    before.focus()
    const answer = ask()
    await userEvent.click(await screen.findByRole('button', { name: button }))
    expect(await answer).toBe(expected)
    expect(document.activeElement).toBe(before)
  }
  const closed = ask()
  await screen.findByText('Which one?')
  await userEvent.keyboard('{Escape}')
  expect(await closed).toBeUndefined()
})
