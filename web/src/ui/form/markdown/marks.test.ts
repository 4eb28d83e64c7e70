import { describe, expect, test } from 'vitest'
import { bold, code, italic, strikethrough, toggleMark } from './marks.ts'
import { after, written } from './testing.ts'

const toggled = (text: string, mark: typeof bold) => after(written(text), toggleMark(written(text), mark))

describe('a mark', () => {
  test.each([
    ['is put around the selection', 'a «b c» d', bold, 'a **«b c»** d'],
    ['leaves white space at its ends outside', 'a« b c »d', bold, 'a **«b c»** d'],
    ['gets the caret between its signs', 'a ¦', bold, 'a **¦**'],
    ['is removed around the selection', 'a **«b c»** d', bold, 'a «b c» d'],
    ['is removed inside the selection', 'a «**b c**» d', bold, 'a «b c» d'],
    ['is removed around the caret', 'a **¦**', bold, 'a ¦'],
    ['of italic is an underscore', '«a» b', italic, '_«a»_ b'],
    ['of italic is an asterisk inside a word', 'un«believ»able', italic, 'un*«believ»*able'],
    ['of italic is removed, whichever it is', '*«a»* b', italic, '«a» b'],
    ['of italic joins bold', '**«a»**', italic, '**_«a»_**'],
    ['of italic is no bold', '***«a»***', italic, '**«a»**'],
    ['of bold is no italic', '***«a»***', bold, '*«a»*'],
    ['of strikethrough is two tildes', '«a»', strikethrough, '~~«a»~~'],
    ['of strikethrough goes', '~~«a»~~', strikethrough, '«a»'],
    ['of code is a backtick', '«a»', code, '`«a»`'],
    ['of code is longer around a backtick', '«a`b»', code, '``«a`b»``'],
    ['of code goes', '«`a`»', code, '«a»'],
  ])('%s', (_, before, mark, expected) => expect(toggled(before, mark)).toBe(expected))

  test('is put around each line, behind the markers of lists', () => {
    expect(toggled('«- a\n1. b\n\n> c»', bold)).toBe('- **«a**\n1. **b**\n\n> **c»**')
  })
  test('is completed where some lines have it, and removed where all have it', () => {
    expect(toggled('«**a**\nb»', bold)).toBe('«**a**\n**b»**')
    expect(toggled('«**a**\n**b**»', bold)).toBe('«a\nb»')
  })
})
