// Two exported types of one package never share a name, so that a reader who meets one knows which it is.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../../..')

for (const source of ['contract/src', 'server/src', 'web/src'])
  test(`exported types of ${source} have names of their own`, () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, source) }).filter((file) => !file.endsWith('.gen.ts'))
    const declared = files.flatMap((file) => {
      const text = readFileSync(path.join(root, source, file), 'utf8')
      return [...text.matchAll(/^export (?:type|interface|(?:abstract )?class) (\w+)/gm)].map(([, name = '']) => ({ name, file }))
    })
    const filesOf = Map.groupBy(declared, ({ name }) => name)
    const shared = [...filesOf].filter(([, places]) => places.length > 1)
    assert.deepEqual(
      shared.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
      [],
    )
  })
