import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { SetPassword } from './SetPassword.tsx'

const before = window.location.pathname
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', before)
})

const renderPage = () =>
  act(async () => {
    render(
      <MantineProvider env="test">
        <BrowserRouter>
          <Routes>
            <Route path="/set-password/:uid?/:token?" element={<SetPassword />} />
          </Routes>
        </BrowserRouter>
      </MantineProvider>,
    )
  })
const openPage = async (path: string) => {
  window.history.replaceState(null, '', path)
  await renderPage()
}

test('the secret of the link leaves the address, and is sent after a reload all the same', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/set-password/address/') return new Response('{"email": "ann@acme.test"}')
    sent.push(JSON.parse(body))
    return new Response('{"detail": "ok"}')
  })
  const entries = window.history.length
  await openPage('/set-password/MQ/secret-token')
  expect(window.location.href).not.toContain('secret')
  expect(window.history.length).toBe(entries)

  cleanup()
  await renderPage()
  const username = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
  await waitFor(() => expect(username?.value).toBe('ann@acme.test'))
  for (const label of ['New password', 'Confirm password'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Rocket-2026' } })
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  expect(sent).toEqual([{ uidb64: 'MQ', token: 'secret-token', new_password: 'Rocket-2026' }])
})

test('an address without the secret is no link, also in a tab that had one', async () => {
  await openPage('/set-password/MQ/secret-token')
  cleanup()
  for (const path of ['/set-password', '/set-password/MQ']) {
    await openPage(path)
    expect(screen.getByRole('alert').textContent).toBe('Invalid or missing password reset link.')
    cleanup()
  }
})
