import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Me, Project } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../api/data.ts'
import { PersonContext } from '../session/session.ts'
import { dialogsCanOpen } from '../ui/feedback/confirm.tsx'
import { EditProject } from './EditProject.tsx'

const project: Project = {
  id: 4,
  key: 'GAR',
  name: 'Garden',
  description: 'Beds, paths and a pond.',
  start_date: null,
  end_date: null,
  priority: 'low',
  status: 'planning',
  is_active: true,
  assigned_pm: 7,
  has_manager: true,
  members: [],
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
}
const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    sent.push(`${method} ${url} ${body}`)
    return new Response(JSON.stringify(project))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function openDialog() {
  const client = createClient()
  const me = { id: 7, name: 'Pam', role: 'project_manager', tenant: { timezone: 'UTC' } } as Me
  const close = vi.fn()
  const dialog = (now: Project) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <PersonContext value={me}>
          <ModalsProvider>
            <EditProject project={now} close={close} />
          </ModalsProvider>
        </PersonContext>
      </QueryClientProvider>
    </MantineProvider>
  )
  dialogsCanOpen()
  const { rerender } = render(dialog(project))
  return { close, becomes: (change: Partial<Project>) => rerender(dialog({ ...project, ...change })) }
}

const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('what somebody else saves while the dialog is open is not undone by it', async () => {
  const { close, becomes } = openDialog()
  enter('Description', 'Beds, paths and a pond. And bees.')
  becomes({ name: 'Common garden', priority: 'high' })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Beds, paths and a pond. And bees.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  const edited_from = { description: project.description }
  expect(sent).toEqual([
    `PATCH /api/projects/4/ ${JSON.stringify({ description: 'Beds, paths and a pond. And bees.', edited_from })}`,
  ])
})

test('closed by accident, it asks before it drops what was entered; closed with nothing entered, it goes at once', async () => {
  const { close } = openDialog()
  await userEvent.type(screen.getByLabelText('Description'), '!')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('What you have entered has not been saved. Discard it?')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText(/Discard it/)).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Description'), '{Backspace}')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

test('no end is offered before the start', async () => {
  openDialog()
  enter('Start Date', '2030-05-10')
  const [, button] = screen.getAllByRole('button', { name: 'Open calendar' })
  await userEvent.click(button as HTMLElement)
  expect((await screen.findByLabelText<HTMLButtonElement>('9 May 2030')).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLButtonElement>('10 May 2030').disabled).toBe(false)
})
