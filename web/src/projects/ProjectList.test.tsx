import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { Me } from 'contract'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../api/data.ts'
import { PersonContext } from '../session/session.ts'
import { ProjectList } from './ProjectList.tsx'

afterEach(cleanup)

test('a workspace without projects has both headings, says what a project is and offers to create one', () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createClient()}>
        <PersonContext value={{ id: 1, role: 'hr' } as Me}>
          <MemoryRouter>
            <ProjectList
              projects={[]}
              titles={{ active: 'Active Projects', inactive: 'Inactive Projects' }}
              shows="manager"
              addressOf={({ id }) => `/tenant_admin/projects/${id}`}
              empty="There are no projects yet."
              create={<button type="button">+ Create Project</button>}
            />
          </MemoryRouter>
        </PersonContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Active Projects 0',
    'Inactive Projects 0',
  ])
  expect(screen.getByText('There are no projects yet.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '+ Create Project' })).toHaveLength(1)
})
