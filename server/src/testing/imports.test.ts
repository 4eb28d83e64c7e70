// The direction of imports: a folder may import itself and those before it in its list.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')

const server = ['kit', 'tenants', 'notifications', 'people', 'billing', 'projects', 'tasks', 'assignments', 'chat', 'live']
/** Slices of one rank do not import each other. */
const web = [
  ['api', 'ui'],
  ['session'],
  ['landing', 'signup', 'tenants', 'billing', 'people', 'profile', 'description'],
  ['projects'],
  ['tasks'],
  ['assignments', 'labels'],
  ['notifications', 'chat'],
  ['dashboards'],
]

type Import = { file: string; from: string; to: string }

/** What each file imports, as places in the repository; packages keep their names. */
function importsIn(folder: string): Import[] {
  return globSync('**/*.{ts,tsx}', { cwd: path.join(root, folder) })
    .filter((file) => !/\.test\.tsx?$|(^|\/)(testing|testing-template|testing-statements|world)\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, folder, file), 'utf8')
      const places = [...source.matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(([, place = '']) => place)
      return places.map((place) => ({
        file,
        from: file.split('/')[0] ?? '',
        to: place.startsWith('.') ? path.join(path.dirname(file), place) : place,
      }))
    })
}

test('the contract imports nothing but zod', () => {
  const wrong = importsIn('contract/src').filter(({ to }) => to !== 'zod' && to.startsWith('..'))
  const packages = importsIn('contract/src').filter(({ to }) => !to.endsWith('.ts') && to !== 'zod')
  assert.deepEqual([...wrong, ...packages], [])
})

test('imports of the server point one way', () => {
  const wrong = importsIn('server/src').filter(({ from, to }) => {
    const target = server.indexOf(to.split('/')[0] ?? '')
    // config.ts and the rest of src/ itself are above every folder, but for the settings' type.
    if (server.includes(from) && /^\w[\w-]*\.ts$/.test(to)) return to !== 'config.ts'
    return server.includes(from) && target > server.indexOf(from)
  })
  assert.deepEqual(wrong, [])
})

test('the server and the web app know each other through the contract alone', () => {
  assert.deepEqual(
    importsIn('server/src').filter(({ to }) => /web\//.test(to)),
    [],
  )
  assert.deepEqual(
    importsIn('web/src').filter(({ to }) => /^server$|server\//.test(to) || to.startsWith('node:')),
    [],
  )
})

test('imports of the web app point one way', () => {
  const rank = (folder: string) => web.findIndex((names) => names.includes(folder))
  const wrong = importsIn('web/src').filter(({ from, to }) => {
    if (!to.includes('/') || !/\.tsx?$/.test(to)) return rank(from) >= 0 && /^\w+\.tsx?$/.test(to)
    const target = to.split('/')[0] ?? ''
    return rank(from) >= 0 && from !== target && rank(target) >= rank(from) && !(rank(from) === 0 && rank(target) === 0)
  })
  assert.deepEqual(wrong, [])
})
