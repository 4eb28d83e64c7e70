// The direction of imports: a folder may import itself and the folders above it in its list.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../../..')

/** Lowest layer first. Names within one string may import each other; strings of one array may not. */
const layers: Record<string, readonly (readonly string[])[]> = {
  'server/src': [
    ['kit'],
    ['security-log', 'backup'],
    ['tenants'],
    ['reads', 'ledger'],
    ['realtime', 'history'],
    ['notifications', 'pictures', 'holidays'],
    ['people'],
    ['billing', 'settings', 'leave'],
    ['projects'],
    ['demo'],
    ['tasks', 'capacity'],
    ['imports', 'templates', 'health', 'files', 'references', 'time'],
    ['directory', 'locations', 'recruiting'],
    ['assignments', 'hr'],
    ['chat'],
    ['search', 'subscriptions', 'doctor'],
  ],
  'server/src/kit': [
    ['errors.ts', 'observer.ts', 'tracer.ts'],
    ['semaphore.ts', 'cork.ts', 'csv.ts', 'files'],
    ['bus', 'embedded-postgres'],
    ['db jobs.ts'],
    ['security'],
    ['http'],
    ['realtime'],
    ['mail'],
    ['metrics', 'traces'],
  ],
  'web/src': [
    ['api ui'],
    ['local'],
    ['live'],
    ['session'],
    ['second-factor', 'files', 'history'],
    ['landing', 'signup', 'tenants', 'billing', 'people', 'profile', 'description', 'security-log'],
    ['projects'],
    ['time', 'capacity'],
    ['tasks'],
    ['assignments', 'labels', 'imports', 'settings', 'directory', 'locations', 'workload'],
    ['leave', 'recruiting'],
    ['hr'],
    ['notifications', 'chat', 'search'],
    ['dashboards'],
  ],
}
/** Files of a layer's own folder that any of its layers may import. */
const open: Record<string, readonly string[]> = {
  'server/src': ['config.ts'],
  'server/src/kit': ['context.ts'],
  'web/src': [],
}

type Import = { file: string; from: string; to: string; target: string }

/** What each file of a folder imports. Paths are relative to that folder; packages keep their names. */
function importsIn(folder: string): Import[] {
  return globSync('**/*.{ts,tsx}', { cwd: path.join(root, folder) })
    .filter((file) => !/\.test\.tsx?$|(^|\/)testing([-/].*)?(\.ts)?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, folder, file), 'utf8')
      const specifiers = [...source.matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)
      return specifiers.map((specifier) => {
        const to = specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier
        return { file, from: file.split('/')[0] ?? '', to, target: to.split('/')[0] ?? '' }
      })
    })
}

/** Why a file may not import another one, as a sentence that says what to do; undefined where it may. */
function objection(folder: string, { file, from, to, target }: Import) {
  const rooms = (layers[folder] ?? []).flatMap((layer, rank) => layer.map((names) => ({ names: names.split(' '), rank })))
  const roomOf = (name: string) => rooms.find(({ names }) => names.includes(name))
  const [own, other] = [roomOf(from), roomOf(target)]
  const isElsewhere = !/\.tsx?$/.test(to) || to.startsWith('..')
  if (!own || own === other || isElsewhere || open[folder]?.includes(to) || (other && other.rank < own.rank)) return undefined
  const allowed = rooms.flatMap(({ names, rank }) => (rank < own.rank ? names : []))
  return `${file} imports ${to}: ${from} may import ${allowed.join(', ') || 'nothing'}, not ${target}. Move the function down, or call it from ${target}.`
}

for (const folder of Object.keys(layers))
  test(`imports within ${folder} point one way`, () => {
    assert.deepEqual(
      importsIn(folder).flatMap((imported) => objection(folder, imported) ?? []),
      [],
    )
  })

test('the contract imports nothing but zod', () => {
  const isForeign = ({ to }: Import) => to !== 'zod' && (to.startsWith('..') || !to.endsWith('.ts'))
  assert.deepEqual(importsIn('contract/src').filter(isForeign), [])
})

test('the context of a handler consists of types', () => {
  const source = readFileSync(path.join(root, 'server/src/kit/context.ts'), 'utf8')
  assert.deepEqual(source.match(/^import (?!type).*|^export (?!type).*/gm), null)
})

test('server and web app share nothing but the contract', () => {
  assert.deepEqual(
    importsIn('server/src').filter(({ to }) => /web\//.test(to)),
    [],
  )
  assert.deepEqual(
    importsIn('web/src').filter(({ to }) => /^server$|server\//.test(to) || to.startsWith('node:')),
    [],
  )
})

test('`npm start` installs every package that the server, the web app and its build import', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const isForTestsOnly = ({ to }: Import) => {
    const name = to.match(/^(@[^/]+\/)?[^/]+/)?.[0]
    return packages[`node_modules/${name}`]?.dev === true
  }
  assert.deepEqual(['server/src', 'web'].flatMap(importsIn).filter(isForTestsOnly), [])
})
