import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { test } from 'node:test'

const src = resolve(import.meta.dirname, '../../../web/src')
const read = (file: string) => readFileSync(file, 'utf8')

/** The classes that components name, such as `styles.row`. */
const used = globSync(`${src}/**/*.tsx`).flatMap((file) => {
  const text = read(file)
  return [...text.matchAll(/^import (\w+) from '(.+\.module\.css)'/gm)].flatMap(([, styles, path = '']) =>
    [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, name]) => `${resolve(dirname(file), path)} ${name}`),
  )
})

/** The classes that other style sheets take over by `composes`. */
const composed = globSync(`${src}/**/*.module.css`).flatMap((file) =>
  [...read(file).matchAll(/composes: (.+) from "(.+)"/g)].flatMap(([, names = '', path = '']) =>
    names.split(' ').map((name) => `${resolve(dirname(file), path)} ${name}`),
  ),
)

const defined = globSync(`${src}/**/*.module.css`).flatMap((file) =>
  [...read(file).matchAll(/\.([a-z]\w*)(?=[^{};]*\{)/gi)].map(([, name]) => `${file} ${name}`),
)

test('every class that a component names is in its style sheet, and every class there is named', () => {
  assert.deepEqual(new Set([...used, ...composed]), new Set(defined))
})
