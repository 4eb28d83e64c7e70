import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Hours } from './Hours.tsx'

afterEach(cleanup)

test.each([
  [4, 150, '2:30 / 4 h', '2 h 30 min spent of 4 h estimated'],
  [1, 61, '1:01 / 1 h', '1 h 1 min spent of 1 h estimated: over the estimate'],
  [1, 60, '1:00 / 1 h', '1 h spent of 1 h estimated'],
  [null, 45, '0:45', '45 min spent'],
  [1.5, 0, '1.5 h', '1.5 h estimated'],
])('an estimate of %s hours and %s minutes are shown as %j', (estimate, spent, shown, words) => {
  render(<Hours estimate={estimate} spent={spent} />)
  expect(screen.getByRole('img', { name: words }).textContent?.trim()).toBe(shown)
})

test('without an estimate and time, nothing is shown', () => {
  const { container } = render(<Hours estimate={null} />)
  expect(container.innerHTML).toBe('')
})
