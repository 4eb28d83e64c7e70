import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Shortcut, shortcutsByGroup, useShortcuts, useShortcutsSwitch } from './shortcuts.ts'

const create = vi.fn()
const goHome = vi.fn()
const press = (keys: string) => userEvent.keyboard(keys)

function Page({ also = [] }: { also?: readonly Shortcut[] }) {
  useShortcuts([
    { keys: 'n', label: 'New project', run: create },
    { keys: 'g d', label: 'Go to Dashboard', group: 'Everywhere', run: goHome },
    { keys: '1 2 3', label: 'Status of the row with the focus' },
    ...also,
  ])
  const [, setOn] = useShortcutsSwitch()
  return (
    <>
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Yes" />
      <button type="button" onClick={() => setOn(false)}>
        Off
      </button>
    </>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})
afterEach(cleanup)

test('a shortcut is one key, or two in a row', async () => {
  render(<Page />)
  await press('n')
  expect(create).toHaveBeenCalledOnce()
  await press('gd')
  expect(goHome).toHaveBeenCalledOnce()
  await press('d')
  expect(goHome).toHaveBeenCalledOnce()
  await press('gn')
  expect(create).toHaveBeenCalledTimes(2)
})

test('a key of its own may also begin a sequence', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const copying = [
    { keys: '.', label: 'Copy', run: first },
    { keys: '. .', label: 'Copy more', run: second },
  ]
  render(<Page also={copying} />)
  await press('..')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  await press('.')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1])
})

test('it is off while the person types, and with a modifier', async () => {
  render(<Page />)
  screen.getByLabelText('Name').focus()
  await press('n')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('n')
  await press('{Control>}n{/Control}{Alt>}n{/Alt}{Meta>}n{/Meta}')
  expect(create).not.toHaveBeenCalled()
  screen.getByLabelText('Yes').focus()
  await press('n')
  expect(create).toHaveBeenCalledOnce()
})

test('it is off while a dialog or a menu is open, wherever the focus is', async () => {
  render(<Page />)
  const { rerender } = render(<div role="dialog" aria-modal="true" />)
  await press('n')
  rerender(<div role="menu" />)
  await press('n')
  expect(create).not.toHaveBeenCalled()
  rerender(<div />)
  await press('n')
  expect(create).toHaveBeenCalledOnce()
})

test('a key that was handled elsewhere triggers nothing', async () => {
  render(<Page />)
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  await press('n')
  document.body.removeEventListener('keydown', take)
  expect(create).not.toHaveBeenCalled()
})

test('turned off, it stays off', async () => {
  render(<Page />)
  await userEvent.click(screen.getByText('Off'))
  await press('n')
  cleanup()
  render(<Page />)
  await press('n')
  expect(create).not.toHaveBeenCalled()
})

test('of two with the same keys the one in view runs', async () => {
  const [above, below] = [document.createElement('div'), document.createElement('div')]
  above.getBoundingClientRect = () => new DOMRect(0, -200, 100, 100)
  below.getBoundingClientRect = () => new DOMRect(0, 200, 100, 100)
  const [first, second] = [vi.fn(), vi.fn()]
  const search = (element: HTMLElement, run: () => void) => ({ keys: '/', label: 'Search', run, on: { current: element } })
  render(<Page also={[search(above, first), search(below, second)]} />)
  await press('/')
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})

test('a key that does several things is listed once, with all of them', () => {
  const on = { current: null }
  const page = [
    { keys: 'a', label: 'Add employee', run: () => {}, on },
    { keys: 'a', label: 'Create project', run: () => {}, on },
    { keys: 'a', label: 'Create project', run: () => {}, on },
  ]
  render(<Page also={page} />)
  const listed = shortcutsByGroup().flatMap(([, shortcuts]) => shortcuts.filter(({ keys }) => keys === 'a'))
  expect(listed.map(({ label }) => label)).toEqual(['Add employee or create project, whichever is in view'])
})

test('they are listed by group, the page first, each once, and gone with the page', () => {
  const other = { keys: 'x', label: 'Select', group: 'Board' }
  const { unmount } = render(<Page also={[other, other]} />)
  expect(shortcutsByGroup().map(([group, listed]) => [group, listed.map(({ keys }) => keys)])).toEqual([
    ['This page', ['n', '1 2 3']],
    ['Everywhere', ['g d']],
    ['Board', ['x']],
  ])
  unmount()
  expect(shortcutsByGroup()).toEqual([])
})
