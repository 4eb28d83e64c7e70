import { expect, test } from 'vitest'
import { decoded, encodings, readAs, readText } from '../ui/form/textFile.ts'
import { chosen, readFile } from './files.ts'
import { countsIn, dateIn } from './words.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

test.each([
  ['UTF-8', bytes(0x54, 0xc3, 0xbc), 'Tü'],
  ['Windows-1252', bytes(0x54, 0xfc), 'Tü'],
  ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x54, 0x00, 0xfc, 0x00), 'Tü'],
  ['nothing', bytes(), ''],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x54, 0xc3, 0xbc), 'Tü'],
  ['UTF-8 with a mark and a damaged character', bytes(0xef, 0xbb, 0xbf, 0x54, 0xc3), 'T\ufffd'],
  ['big UTF-16 with a mark', bytes(0xfe, 0xff, 0x00, 0x54, 0x00, 0xfc), 'Tü'],
  ['UTF-16 without a mark', bytes(0x54, 0x00, 0x2c, 0x00, 0x0a, 0x04), 'T,Њ'],
  ['big UTF-16 without a mark', bytes(0x00, 0x54, 0x00, 0x2c, 0x04, 0x0a), 'T,Њ'],
])('a file in %s is read as it was written', (_, content, text) => expect(decoded(content)).toBe(text))

test('a file in UTF-8 that has lost a byte of a character loses that character only', () => {
  const text = 'Zürich, 東京, Łódź, 🚀 und naïve Σ'
  const whole = new TextEncoder().encode(text)
  for (const [index, byte] of whole.entries())
    if (byte > 0x7f) {
      const cut = decoded(new Uint8Array([...whole.slice(0, index), ...whole.slice(index + 1)]).buffer)
      expect([...cut].filter((character) => character === '\ufffd')).toHaveLength(1)
      expect([...cut].filter((character, at) => character !== [...text][at])).toEqual(['\ufffd'])
    }
})

test('the encoding of a file that does not show its own can be chosen', async () => {
  const cyrillic = new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
  const { text, guess } = await readText(new File([cyrillic], 'a.csv'), { bytes: 100, message: '' })
  expect([text, guess?.encoding]).toEqual(['Ïðèâåò', 'windows-1252'])
  expect(readAs(cyrillic.buffer, 'windows-1251')).toEqual({
    text: 'Привет',
    guess: { bytes: cyrillic.buffer, encoding: 'windows-1251' },
  })
  expect((await readText(new File(['Grüße'], 'a.csv'), { bytes: 100, message: '' })).guess).toBeUndefined()
  for (const encoding of Object.keys(encodings)) expect(new TextDecoder(encoding).encoding).toBe(encoding)
})

test('a large board is sent without what is not imported', () => {
  const archived = (index: number) => ({ id: `x${index}`, name: 'Old', desc: 'x'.repeat(6000), idList: 'l', closed: true })
  const card = {
    id: 'c',
    name: 'New',
    idList: 'l',
    closed: false,
    attachments: [{ name: 'a', url: 'https://a.test', previews: ['x'] }],
  }
  const comment = {
    type: 'commentCard',
    data: { card: { id: 'c' }, text: 'Well.' },
    memberCreator: { fullName: 'Ada', initials: 'A' },
  }
  const completed = { type: 'updateCard', data: { card: { id: 'c', dueComplete: true }, old: { dueComplete: false } } }
  const moved = { type: 'updateCard', data: { card: { id: 'c' }, old: { idList: 'k' } } }
  const board = {
    lists: [
      { id: 'l', name: 'Doing', closed: false, limits: {} },
      { id: 'k', name: 'Old', closed: true },
    ],
    cards: [...Array.from({ length: 1100 }, (_, index) => archived(index)), card, { ...card, id: 'd', idList: 'k' }],
    checklists: [
      { idCard: 'c', name: 'Steps', checkItems: [{ id: 'i', name: 'One', state: 'complete' }] },
      { idCard: 'x1', checkItems: [] },
    ],
    actions: [comment, completed, moved, { ...comment, data: { card: { id: 'x1' }, text: 'Gone.' } }],
    pluginData: ['x'],
  }
  const { lists, cards, checklists, actions, ...rest } = JSON.parse(chosen({ text: JSON.stringify(board) }, 'board.json').text)
  expect([lists.length, cards.length, cards.filter(({ closed }: { closed: boolean }) => closed).length]).toEqual([2, 1102, 1101])
  expect(cards.find(({ id }: { id: string }) => id === 'c')).toEqual({
    ...card,
    attachments: [{ name: 'a', url: 'https://a.test' }],
  })
  expect(checklists).toEqual([{ idCard: 'c', name: 'Steps', checkItems: [{ id: 'i', name: 'One', state: 'complete' }] }])
  expect(actions).toEqual([{ ...comment, memberCreator: { fullName: 'Ada' } }, completed])
  expect(rest).toEqual({})
  const full = { ...board, cards: board.cards.map((each) => ({ ...each, closed: false })) }
  expect(() => chosen({ text: JSON.stringify(full) }, 'board.json')).toThrow('This board is too large')
  const task = { gid: '1', name: 'T', followers: ['x'.repeat(5_000_000)], subtasks: [] }
  expect(JSON.parse(chosen({ text: JSON.stringify({ data: [task] }) }, '').text)).toEqual({
    data: [{ gid: '1', name: 'T', subtasks: [] }],
  })
})

test('a spreadsheet, an empty file and one that is too large are refused with a reason', async () => {
  await expect(readFile(new File(['x'], 'plan.xlsx'))).rejects.toThrow('as CSV')
  expect(() => chosen({ text: ' \n' }, 'a.csv')).toThrow('nothing in it')
  expect(() => chosen({ text: 'x'.repeat(5_000_001) }, 'a.csv')).toThrow('too large')
})

test('numbers are worded, and an open date is shown in both orders', () => {
  expect(countsIn({ tasks: 12, subtasks: 1, comments: 3 })).toBe('12 tasks, 1 subtask and 3 comments')
  expect(countsIn({ tasks: 0, subtasks: 2 })).toBe('2 subtasks')
  expect(countsIn({ tasks: 0, subtasks: 0 })).toBe('0 tasks')
  expect([dateIn('03/04/26 9:00', 'mdy'), dateIn('3-4-2026', 'dmy')]).toEqual(['2026-03-04', '2026-04-03'])
})
