// Keys of input methods: see web/src/ui/hooks/inputMethod.ts.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const src = path.resolve(import.meta.dirname, '../../../web/src')
const read = (file: string) => readFileSync(path.join(src, file), 'utf8')

test('the app keeps the keys of input methods before anything else listens', () =>
  assert.match(
    read('main.tsx')
      .replace(/^import .*$/gm, '')
      .trim(),
    /^keepKeysOfInputMethods\(\)/,
  ))

test('no other place decides which keys belong to an input method', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !file.includes('.test.'))
  const deciding = files.filter((file) => /\bisComposing\b|\bkeyCode\b/.test(read(file)))
  assert.deepEqual(deciding, ['ui/hooks/inputMethod.ts'])
})
