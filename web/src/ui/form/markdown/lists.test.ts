import { describe, expect, test } from 'vitest'
import { continueLine, indentItems } from './lists.ts'
import { after, written } from './testing.ts'

const entered = (text: string) => after(written(text), continueLine(written(text)))
const indented = (text: string) => after(written(text), indentItems(written(text), 'more'))
const outdented = (text: string) => after(written(text), indentItems(written(text), 'less'))

describe('Enter', () => {
  test.each([
    ['begins the next item', '- a¦', '- a\n- ¦'],
    ['begins it with the same sign', '* a¦', '* a\n* ¦'],
    ['counts up', '9. a¦', '9. a\n10. ¦'],
    ['keeps the bracket of a number', '1) a¦', '1) a\n2) ¦'],
    ['begins an empty check box', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['goes on with a quote', '> a¦', '> a\n> ¦'],
    ['goes on with a list in a quote', '> - a¦', '> - a\n> - ¦'],
    ['keeps the indentation', '- a\n  - b¦', '- a\n  - b\n  - ¦'],
    ['divides an item', '- a¦b', '- a\n- ¦b'],
    ['replaces what is selected', '- a«b»c', '- a\n- ¦c'],
    ['ends the list in an empty item', '- a\n- ¦', '- a\n¦'],
    ['ends the check list in an empty item', '- [ ] a\n- [ ] ¦', '- [ ] a\n¦'],
    ['ends the quote in an empty line', '> a\n> ¦', '> a\n¦'],
    ['ends an inner list first', '- a\n  - ¦', '- a\n- ¦'],
    ['keeps the indentation of code', '```\n  a¦\n```', '```\n  a\n  ¦\n```'],
  ])('%s', (_, before, expected) => expect(entered(before)).toBe(expected))

  test.each([
    ['a plain line', 'a¦'],
    ['the first column of an item', '¦- a'],
    ['a marker', '-¦ a'],
    ['a rule', '* * *¦'],
    ['a code block', '```\n- a¦\n```'],
    ['a code block without an end', '~~~\n- a¦'],
  ])('is the ordinary one in %s', (_, before) => expect(entered(before)).toBeUndefined())

  test('continues a list behind a code block', () => expect(entered('```\na\n```\n- a¦')).toBe('```\na\n```\n- a\n- ¦'))
})

describe('Tab', () => {
  test.each([
    ['moves an item into the list of the one above', '- a\n- b¦', '- a\n  - b¦'],
    ['moves as far as the marker above is wide', '10. a\n- b¦', '10. a\n    - b¦'],
    ['counts from one there', '1. a\n2. b¦', '1. a\n   1. b¦'],
    ['counts on there', '1. a\n   1. b\n2. c¦', '1. a\n   1. b\n   2. c¦'],
    ['moves all selected items', '- a\n- «b\n  - c»', '- a\n  - «b\n    - c»'],
    ['keeps the caret of an empty item', '- a\n- ¦', '- a\n  - ¦'],
  ])('%s', (_, before, expected) => expect(indented(before)).toBe(expected))

  test.each([
    ['a plain line', 'a¦'],
    ['the first item, which has none above', 'x\n- a¦'],
    ['an item that is the first in the one above', '- a\n  - b¦'],
    ['a selection with a plain line', '- a\n- «b\nc»'],
    ['a code block', '```\n- a\n- b¦\n```'],
  ])('moves the focus from %s', (_, before) => expect(indented(before)).toBeUndefined())
})

describe('Shift+Tab', () => {
  test.each([
    ['moves an item out', '- a\n  - b¦', '- a\n- b¦'],
    ['counts on in the outer list', '1. a\n   1. b¦', '1. a\n2. b¦'],
    ['moves one step', '- a\n  - b\n    - c¦', '- a\n  - b\n  - c¦'],
  ])('%s', (_, before, expected) => expect(outdented(before)).toBe(expected))

  test('moves the focus from an outer list', () => expect(outdented('- a\n- b¦')).toBeUndefined())
})
