import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { compare, useFollowing } from './useFollowing.ts'

type Values = { title: string; text: string }

/** A form whose saved state the test changes. */
function useExample(saved: Values) {
  const [values, setValues] = useState(saved)
  const set = (field: keyof Values, value: string) => setValues((before) => ({ ...before, [field]: value }))
  return { values, set, ...useFollowing({ values, set }, { saved, toBody: (each) => each }) }
}

const begun = (saved: Values) => renderHook(useExample, { initialProps: saved })

test('a field that nobody has changed here follows what is saved elsewhere', () => {
  const { result, rerender } = begun({ title: 'Cook', text: 'Soup' })
  rerender({ title: 'Chef', text: 'Soup' })
  expect(result.current.values).toEqual({ title: 'Chef', text: 'Soup' })
  expect(result.current).toMatchObject({ touched: [], overtaken: [] })
})

test('a changed field keeps its text, and is overtaken once somebody else has saved another one', () => {
  const { result, rerender } = begun({ title: 'Cook', text: 'Soup' })
  act(() => result.current.set('title', 'Head cook'))
  expect(result.current).toMatchObject({ touched: ['title'], overtaken: [] })
  rerender({ title: 'Chef', text: 'Salad' })
  expect(result.current.values).toEqual({ title: 'Head cook', text: 'Salad' })
  expect(result.current).toMatchObject({ touched: ['title'], overtaken: ['title'], base: { title: 'Cook', text: 'Salad' } })
})

test('a field whose own text has been saved follows again', () => {
  const { result, rerender } = begun({ title: 'Cook', text: 'Soup' })
  act(() => result.current.set('title', 'Chef'))
  rerender({ title: 'Chef', text: 'Soup' })
  expect(result.current).toMatchObject({ touched: [], overtaken: [] })
  rerender({ title: 'Baker', text: 'Soup' })
  expect(result.current.values.title).toBe('Baker')
})

test('a list is compared by what it contains', () => {
  const states = { now: { list: [1, 2] }, base: { list: [1, 2] }, saved: { list: [1, 2, 3] } }
  expect(compare(states)).toEqual({ touched: [], overtaken: [], outdated: ['list'], followed: ['list'] })
})
