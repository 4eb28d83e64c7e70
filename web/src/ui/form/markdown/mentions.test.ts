import { expect, test } from 'vitest'
import { type MentionNames, shownText, storedText } from './mentions.ts'

const inField = (text: string) => {
  const names: MentionNames = new Map()
  return { shown: shownText(text, names), names }
}

test.each([
  ['[@Ann Lee](person:12), please look.', '@Ann Lee, please look.'],
  ['([@Ann](person:1)) and [@Ann Lee](person:12)', '(@Ann) and @Ann Lee'],
  ['[@D. O’Brien-Paz (Ops)](person:7)', '@D. O’Brien-Paz (Ops)'],
  ['[@李雷](person:3)，你好', '@李雷，你好'],
  ['No mention: ann@acme.test, @Bob', 'No mention: ann@acme.test, @Bob'],
])('%j is shown as %j and stored as it was', (text, shown) => {
  const field = inField(text)
  expect(field.shown).toBe(shown)
  expect(storedText(shown, field.names)).toBe(text)
})

test.each([
  'of two people with one name: [@Ann](person:1) and [@Ann](person:2)',
  'within a word: x[@Ann](person:1) _[@Ann](person:1)_',
  'beside text that looks like one: [@Ann](person:1) Lee, [@Ann Lee](person:12)',
  'beside the same name as text: @Ann [@Ann](person:1)',
  '[[@Ann](person:1)](https://a.test)',
])('%s: stays exact', (text) => {
  const { shown, names } = inField(text)
  expect(storedText(shown, names)).toBe(text)
})

test.each(['さん、', '様', '님께', '的', 's', '’s', "'s", "'nin", 'nin', 'ov', 'ის', 'ให้', '_', '1'])(
  'who was chosen stays chosen with %s directly behind the name',
  (suffix) => {
    const { shown, names } = inField('担当は[@Ada Li](person:12)')
    expect(shown).toBe('担当は@Ada Li')
    expect(storedText(`${shown}${suffix}`, names)).toBe(`担当は[@Ada Li](person:12)${suffix}`)
    expect(inField(`[@Ada Li](person:12)${suffix}`).shown).toBe(`@Ada Li${suffix}`)
  },
)

test('of two names the longer one is meant where it is complete', () => {
  const { shown, names } = inField('[@Ada Lima](person:2)nin, [@Ada Li](person:1)nin, [@Ada](person:3)')
  expect(shown).toBe('@Ada Limanin, @Ada Linin, @Ada')
  expect(storedText('@Ada Lima @Ada Lim @Ada L', names)).toBe('[@Ada Lima](person:2) [@Ada Li](person:1)m [@Ada](person:3) L')
})

test('a name that is cut is no mention, and one that is complete again is', () => {
  const { shown, names } = inField('Hello [@Ann Lee](person:12)')
  expect(storedText(shown.slice(0, -1), names)).toBe('Hello @Ann Le')
  expect(storedText(`${shown}!`, names)).toBe('Hello [@Ann Lee](person:12)!')
})

test('an address of mail is no mention', () => {
  const { names } = inField('[@acme](person:12)')
  expect(storedText('mail@acme', names)).toBe('mail@acme')
})
