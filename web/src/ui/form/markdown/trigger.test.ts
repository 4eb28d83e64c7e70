import { expect, test } from 'vitest'
import { triggerAt } from './trigger.ts'

const at = (text: string) => triggerAt(text, text.length)

test.each([
  ['@', { sign: '@', q: '', from: 0 }],
  ['Ask @ann l', { sign: '@', q: 'ann l', from: 4 }],
  ['See (#WEB-4', { sign: '#', q: 'WEB-4', from: 5 }],
  ['One\n#fix the', { sign: '#', q: 'fix the', from: 4 }],
  ['担当は@田', { sign: '@', q: '田', from: 3 }],
  ['확인@ada', { sign: '@', q: 'ada', from: 2 }],
  ['`code` and @b', { sign: '@', q: 'b', from: 11 }],
])('%j asks for suggestions', (text, trigger) => expect(at(text)).toEqual(trigger))

test.each(['# Heading', '## Two', 'ann@acme', 'a#b', 'https://a.test/#part', '@ann\n', '`@ann', '```\n@ann', '&#3', '@ ann', ''])(
  '%j does not',
  (text) => expect(at(text)).toBeUndefined(),
)

test('only what is before the caret counts', () =>
  expect(triggerAt('@ann and more', 4)).toEqual({ sign: '@', q: 'ann', from: 0 }))
