import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { api, type Me } from 'contract'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createClient, keyOf } from '../api/data.ts'
import { PersonContext } from '../session/session.ts'
import { FirstSteps } from './FirstSteps.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

type Scene = { roles: string[]; projects: number; team?: number; free?: number; subtasks_done?: number }

/** Renders the steps with people of these roles, developers in a team and without one, and projects in the cache. */
function renderSteps({ roles, projects, team = 0, free = 0, subtasks_done = 0 }: Scene) {
  const client = createClient()
  const query = { limit: '1000' }
  client.setQueryData(keyOf(api.employees.list, { query }), { count: roles.length, results: roles.map((role) => ({ role })) })
  client.setQueryData(keyOf(api.projects.list, { query }), { count: projects, results: [] })
  client.setQueryData(keyOf(api.assignments.grouped, {}), [
    { manager: { id: 0 }, developers: Array.from({ length: free }, () => ({})) },
    { manager: { id: 5 }, developers: Array.from({ length: team }, () => ({})) },
  ])
  client.setQueryData(keyOf(api.health.projects, {}), [{ tasks_done: 0, subtasks_done }])
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <PersonContext value={{ id: 1, role: 'tenant_admin' } as Me}>
          <MemoryRouter>
            <FirstSteps />
          </MemoryRouter>
        </PersonContext>
      </MantineProvider>
    </QueryClientProvider>,
  )
}
const button = (name: string) => screen.getByRole('button', { name })
const done = () => screen.queryAllByRole('heading', { name: /done$/ }).map(({ textContent }) => textContent?.split(' ·')[0])

test('an empty workspace asks for a project manager first, and says why the other steps have to wait', () => {
  renderSteps({ roles: [], projects: 0 })
  expect(button('Add Project Manager')).toBeTruthy()
  expect(button('Start a Project').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Add a project manager first.')).toBeTruthy()
  expect(button('Add Developer').getAttribute('aria-disabled')).toBe('true')
  expect(done()).toEqual([])
})

test('with a project manager the project and the developer are next', () => {
  renderSteps({ roles: ['project_manager'], projects: 0 })
  expect(done()).toEqual(['Add a project manager'])
  expect(button('Start a Project').getAttribute('aria-disabled')).toBeNull()
  expect(button('Add Developer').getAttribute('aria-disabled')).toBeNull()
})

test('a developer without a team leads to the board on which they get one', () => {
  renderSteps({ roles: ['project_manager', 'developer'], projects: 1, free: 1 })
  expect(done()).toEqual(['Add a project manager', 'Create a project'])
  expect(screen.getByRole('link', { name: 'Choose a Team' }).getAttribute('href')).toBe('/tenant_admin/reassign')
})

test('once everybody is there, the first finished work is all that is missing', () => {
  renderSteps({ roles: ['project_manager', 'developer'], projects: 1, team: 1 })
  expect(done()).toEqual(['Add a project manager', 'Create a project', 'Add a developer'])
  expect(screen.getByRole('link', { name: 'Follow It' })).toBeTruthy()
})

test('a workspace in which something is done needs no first steps', () => {
  renderSteps({ roles: ['project_manager'], projects: 1, subtasks_done: 1 })
  expect(screen.queryByText('First steps')).toBeNull()
})

test('a person who hides the first steps does not see them again', () => {
  renderSteps({ roles: [], projects: 0 })
  screen.getByRole('button', { name: 'Hide the first steps' }).click()
  cleanup()
  renderSteps({ roles: [], projects: 0 })
  expect(screen.queryByText('First steps')).toBeNull()
})
