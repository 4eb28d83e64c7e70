import { expect, test } from 'vitest'
import { readDays, templateForm, typedItems } from './form.ts'

test.each([
  ['0', 0],
  [' -3 ', -3],
  ['−14', -14],
  ['+7', 7],
  ['365', 365],
  ['366', undefined],
  ['-366', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
])('%j typed as days is %j', (text, days) => expect(readDays(text)).toBe(days))

test('a template needs an item, and each of its items a title', () => {
  const items = (...titles: string[]) => typedItems(titles.map((title) => ({ title, owner: 'hr', days: 0 })))
  const problemsOf = (...titles: string[]) =>
    templateForm.problems({ name: 'Welcome', kind: 'joiner', items: items(...titles) }).items
  expect(problemsOf()).toBe('Add at least one item.')
  expect(problemsOf('Say hello', ' ')).toBe('Title is required.')
  expect(problemsOf(...Array<string>(51).fill('Say hello'))).toBe('A checklist has at most 50 items.')
  expect(problemsOf('Say hello')).toBeUndefined()
})
