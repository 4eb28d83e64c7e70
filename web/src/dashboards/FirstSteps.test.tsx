import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { api } from 'contract'
import { afterEach, expect, test } from 'vitest'
import { createClient, keyOf } from '../api/data.ts'
import { FirstSteps } from './FirstSteps.tsx'

afterEach(cleanup)

/** Renders a dashboard with people of these roles and this number of projects in the cache. */
function renderDashboard({ roles, projects }: { roles: string[]; projects: number }) {
  const client = createClient()
  const query = { limit: '1000' }
  client.setQueryData(keyOf(api.employees.list, { query }), { count: roles.length, results: roles.map((role) => ({ role })) })
  client.setQueryData(keyOf(api.projects.list, { query }), { count: projects, results: [] })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <FirstSteps />
      </MantineProvider>
    </QueryClientProvider>,
  )
}
const button = (name: string) => screen.getByRole('button', { name })

test('an empty workspace asks for a project manager first, and says why a project has to wait', () => {
  renderDashboard({ roles: ['developer'], projects: 0 })
  expect(button('Add Project Manager')).toBeTruthy()
  expect(button('Start a Project').getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Add a project manager first.')).toBeTruthy()
})

test('with a project manager the project is next', () => {
  renderDashboard({ roles: ['project_manager'], projects: 0 })
  expect(screen.getByRole('heading', { name: /^Add a project manager.*done$/ })).toBeTruthy()
  expect(button('Start a Project').getAttribute('aria-disabled')).toBeNull()
})

test('a workspace with a project needs no first steps', () => {
  renderDashboard({ roles: ['project_manager'], projects: 1 })
  expect(screen.queryByText('First steps')).toBeNull()
})
