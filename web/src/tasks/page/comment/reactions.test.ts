import { expect, test } from 'vitest'
import { withReactionsOf } from './reactions.ts'

const ann = { id: 1, full_name: 'Ann Lee' }
const dev = { id: 2, full_name: 'Dev Dalton' }

test('a person’s reactions replace their earlier ones, and leave those of others', () => {
  const before = [
    { reaction: '👍' as const, people: [dev, ann] },
    { reaction: '🚀' as const, people: [ann] },
  ]
  expect(withReactionsOf(before, ann, ['👍', '🎉'])).toEqual([
    { reaction: '👍', people: [dev, ann] },
    { reaction: '🎉', people: [ann] },
  ])
  expect(withReactionsOf(before, dev, ['🚀'])).toEqual([
    { reaction: '👍', people: [ann] },
    { reaction: '🚀', people: [ann, dev] },
  ])
  expect(withReactionsOf(before, ann, [])).toEqual([{ reaction: '👍', people: [dev] }])
})
