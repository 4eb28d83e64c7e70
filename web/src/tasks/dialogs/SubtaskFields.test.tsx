import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../api/data.ts'
import { ParentField } from './SubtaskFields.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Stubs a project with `count` tasks and a server that finds them by title. Returns the searches it received. */
function tasks(count: number) {
  const all = Array.from({ length: count }, (_, n) => ({ id: n + 1, title: `Number ${n + 1}` }))
  const searches: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://acme.localhost')
    searches.push(searchParams.get('search') ?? '')
    const matches = all.filter(({ title }) => title.toLowerCase().includes((searchParams.get('search') ?? '').toLowerCase()))
    return new Response(JSON.stringify(matches.slice(0, Number(searchParams.get('limit')))))
  })
  return searches
}

const chosen: string[] = []
function Field() {
  const [client] = useState(createClient)
  const [value, setValue] = useState('')
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Suspense>
          <ParentField
            project_id={1}
            value={value}
            onChange={(id) => {
              chosen.push(id ?? '')
              setValue(id ?? '')
            }}
          />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}

test('a parent that is not among the tasks listed is found by its title, and stays chosen', async () => {
  const searches = tasks(300)
  render(<Field />)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /Parent Task/ })
  await screen.findByText('The first 200 tasks are listed. Search to find the others.')
  await userEvent.click(field)
  // Each key would render every option again.
  fireEvent.change(field, { target: { value: 'number 299' } })
  await userEvent.click(await screen.findByRole('option', { name: 'Number 299' }))
  expect(chosen.at(-1)).toBe('299')
  expect(searches).toContain('number 299')
  await waitFor(() => expect(field.value).toBe('Number 299'))
})

test('where all tasks are listed the server is not asked again', async () => {
  const searches = tasks(30)
  render(<Field />)
  const field = await screen.findByRole('combobox', { name: /Parent Task/ })
  await userEvent.click(field)
  vi.useFakeTimers()
  fireEvent.change(field, { target: { value: 'number 29' } })
  // A search would begin when the person pauses.
  await act(() => vi.advanceTimersByTimeAsync(1000))
  screen.getByRole('option', { name: 'Number 29' })
  expect(searches).toEqual([''])
})
