import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { confirm } from './confirm.tsx'
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
