import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useListView } from './useListView.ts'

afterEach(cleanup)

function viewAt(address: string) {
  window.history.replaceState(null, '', address)
  const wrapper = ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>
  const { result } = renderHook(() => useListView({ sortKeys: ['name', 'email'], choices: { role: ['hr', 'developer'] } }), {
    wrapper,
  })
  return result
}
const address = () => window.location.search

test('what the address asks for is shown; what it can not mean is not', () => {
  const { current } = viewAt('/?search=lee&role=hr&sort=-email&page=3')
  expect([current.search, current.chosen, current.sort, current.page]).toEqual([
    'lee',
    { role: 'hr' },
    { key: 'email', isDescending: true },
    3,
  ])
  const odd = viewAt('/?role=boss&sort=age&page=-1').current
  expect([odd.chosen, odd.sort, odd.page, odd.isFiltered]).toEqual([{ role: '' }, { key: 'name', isDescending: false }, 1, false])
})

test('a search and a choice begin at the first page; what others keep in the address stays', async () => {
  const view = viewAt('/?page=3&labels=all')
  await act(async () => view.current.searchFor('lee'))
  expect(address()).toBe('?labels=all&search=lee')
  await act(async () => view.current.goTo(2))
  await act(async () => view.current.choose('role', 'hr'))
  expect(address()).toBe('?labels=all&search=lee&role=hr')
  await act(async () => view.current.sortBy({ key: 'email', isDescending: true }))
  expect(address()).toBe('?labels=all&search=lee&role=hr&sort=-email')
  await act(async () => view.current.sortBy({ key: 'name', isDescending: false }))
  await act(async () => view.current.clear())
  expect(address()).toBe('?labels=all')
})
