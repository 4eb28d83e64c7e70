import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { ProjectList } from './ProjectList.tsx'

afterEach(cleanup)

test('a workspace without projects has both headings, says what a project is and offers to create one', () => {
  render(
    <MantineProvider env="test">
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
    </MantineProvider>,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Active Projects 0',
    'Inactive Projects 0',
  ])
  expect(screen.getByText('There are no projects yet.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '+ Create Project' })).toHaveLength(1)
})
