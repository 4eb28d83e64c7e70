import { expect, test } from 'vitest'
import { eventInWords } from './words.ts'

const hana = { id: 7, full_name: 'Hana Hill' }

test('events follow the name of who caused them', () => {
  expect(eventInWords({ event: 'moved', stage: 'Screening', by: hana })).toBe('moved the application to Screening')
  expect(eventInWords({ event: 'hire', stage: null, by: hana })).toBe('asked the administrators for an invitation')
})

test('events of nobody are whole sentences', () => {
  expect(eventInWords({ event: 'applied', stage: null, by: null })).toBe('Applied')
  expect(eventInWords({ event: 'removed', stage: null, by: null })).toMatch(/^The data was removed by the rule/)
})
