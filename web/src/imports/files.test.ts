import { expect, test } from 'vitest'
import { decoded } from '../ui/form/textFile.ts'
import { chosen, readFile } from './files.ts'
import { countsIn, dateIn } from './words.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

test.each([
  ['UTF-8', bytes(0x54, 0xc3, 0xbc), 'Tü'],
  ['Windows-1252', bytes(0x54, 0xfc), 'Tü'],
  ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x54, 0x00, 0xfc, 0x00), 'Tü'],
  ['nothing', bytes(), ''],
])('a file in %s is read as it was written', (_, content, text) => expect(decoded(content)).toBe(text))

test('a spreadsheet, an empty file and one that is too large are refused with a reason', async () => {
  await expect(readFile(new File(['x'], 'plan.xlsx'))).rejects.toThrow('as CSV')
  expect(() => chosen(' \n', 'a.csv')).toThrow('nothing in it')
  expect(() => chosen('x'.repeat(5_000_001), 'a.csv')).toThrow('too large')
})

test('numbers are worded, and an open date is shown in both orders', () => {
  expect(countsIn({ tasks: 12, subtasks: 1, comments: 3 })).toBe('12 tasks, 1 subtask and 3 comments')
  expect(countsIn({ tasks: 0, subtasks: 2 })).toBe('2 subtasks')
  expect(countsIn({ tasks: 0, subtasks: 0 })).toBe('0 tasks')
  expect([dateIn('03/04/26 9:00', 'mdy'), dateIn('3-4-2026', 'dmy')]).toEqual(['2026-03-04', '2026-04-03'])
})
