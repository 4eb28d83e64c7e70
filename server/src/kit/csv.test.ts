import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headIn, isBlank, readRecords } from './csv.ts'

const most = { rows: 3000, cells: 100_000, message: 'Too many.' }
const isName = (cell: string) => ['title', 'due', 'owner'].includes(cell.trim().toLowerCase())
const read = (text: string) => readRecords(text, most, isName)
/** The head and the filled rows below it. */
function tableOf(text: string) {
  const records = read(text)
  return records.slice(headIn(records, isName)).filter((record) => !isBlank(record))
}

const [head, row] = [
  ['Title', 'Due'],
  ['A', 'x'],
]

test('any line end ends a row outside of quotation marks, in any mixture', () => {
  for (const ends of [['\r\n', '\n'], ['\n', '\r\n'], ['\r', '\n'], ['\n', '\r'], ['\r\n', '\r'], ['\r'], ['\r\r\n'], ['\n\r']]) {
    const lines = ['Title,Due', ...Array.from({ length: 50 }, () => 'A,x')]
    const text = lines.map((line, index) => line + ends[Math.min(index, ends.length - 1)]).join('')
    assert.deepEqual(tableOf(text), [head, ...Array.from({ length: 50 }, () => row)], JSON.stringify(ends))
  }
  assert.deepEqual(tableOf('Title,Due\r\n"a\r\nb\nc\rd","e"\n"f"\r\n'), [head, ['a\r\nb\nc\rd', 'e'], ['f']])
  const others = 'a\u0085b\u2028c\u2029d\u000be\u000cf'
  assert.deepEqual(tableOf(`Title,Due\n${others},x\n`), [head, [others, 'x']])
})

test('a first line names the separator', () => {
  for (const first of ['sep=;', 'SEP=;', '"sep=;"', 'sep=;;', '\ufeffsep=;', '\ufeff"sep=;"'])
    for (const end of ['\n', '\r\n', '\r'])
      assert.deepEqual(tableOf(`${first}${end}Title;Due${end}A;x${end}`), [head, row], JSON.stringify(first + end))
  for (const separator of [',', '\t', '|', '^', '~', ':', ' '].slice(0, 6))
    assert.deepEqual(tableOf(`sep=${separator}\nTitle${separator}Due\nA${separator}x`), [head, row], separator)
  assert.deepEqual(tableOf('sep=\\t\nTitle\tDue\nA\tx'), [head, row])
  assert.deepEqual(tableOf('sep=;\n\nTitle;Due\n1,5;"x;y"'), [head, ['1,5', 'x;y']])
})

test('the separator is the one that finds most names of columns', () => {
  for (const separator of [',', ';', '\t', '|'])
    assert.deepEqual(tableOf(`Title${separator}Due\nA${separator}x`), [head, row], JSON.stringify(separator))
  assert.deepEqual(tableOf('Plan, 2nd draft, by us, for you\nTitle;Due\nA;x'), [head, row])
  assert.deepEqual(tableOf('Title|Due\nA|"x, y, z; ""q"""'), [head, ['A', 'x, y, z; "q"']])
})

test('titles and empty rows may stand above the head', () => {
  for (const above of [
    '\n',
    '\r\n\r\n',
    ',\n,\n',
    'My plan\n',
    'My plan,\n\n',
    'My plan\nAs of today, in short\n\n',
    '\ufeff\n',
    ' \n',
  ])
    assert.deepEqual(tableOf(`${above}Title,Due\nA,x\n`), [head, row], JSON.stringify(above))
  assert.deepEqual(tableOf('Meine Liste\n\nAufgabe;Frist\nA;x\nB;y'), [
    ['Aufgabe', 'Frist'],
    ['A', 'x'],
    ['B', 'y'],
  ])
  assert.deepEqual(tableOf('Owner\nTitle,Due\nA,x'), [head, row])
  assert.deepEqual(tableOf('Aufgabe\nStreichen, dann putzen\nB'), [['Aufgabe'], ['Streichen', ' dann putzen'], ['B']])
})
