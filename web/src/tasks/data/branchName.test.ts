import { expect, test } from 'vitest'
import { branchName } from './branchName.ts'

test.each([
  ['WEB-42', 'Check the forms', 'web-42-check-the-forms'],
  ['WEB-1', 'Prüfen: Größe & Farbe?', 'web-1-prufen-gro-e-farbe'],
  ['WEB-2', 'Проверить', 'web-2'],
  ['WEB-3', '  ', 'web-3'],
  ['WEB-4', `${'word '.repeat(20)}end`, 'web-4-word-word-word-word-word-word-word-word-word-word-word'],
])('%s %j is the branch %s', (key, title, name) => expect(branchName({ key, title })).toBe(name))
