import { once } from 'node:events'
import fs from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureChromium, ensureInstalled, filesIn, onStop, programOf, root, say, startNode } from './setup.js'

/** @typedef {{ name: string, args: string[], env?: Record<string, string> }} Part */

process.chdir(root)
const { values, positionals } = parseArgs({ options: { citus: { type: 'string' } }, allowPositionals: true })
const named = positionals.map((path) => relative('.', path))
const isBrowsers = (/** @type {string} */ path) => path.startsWith('e2e/')
const isWebs = (/** @type {string} */ path) => path.startsWith('web/') || path.endsWith('.test.tsx')
const isServers = (/** @type {string} */ path) => !isBrowsers(path) && !isWebs(path)

ensureInstalled()
const servers = testsIn(['contract/src', 'server/src', 'stress'])
await runAll(
  values.citus === undefined
    ? [
        ...part(isServers, servers, serverTests),
        ...part(isWebs, testsIn(['web/src']), webTests),
        ...part(isBrowsers, testsIn(['e2e']), browserTests),
      ]
    : part(isServers, servers, clusterTests),
)
if (values.citus === undefined && named.length === 0)
  say('server on Citus      skipped: `npm test -- --citus URL` runs the tests of the server on a cluster')

/** @param {string[]} folders */
function testsIn(folders) {
  const files = folders.filter((folder) => fs.existsSync(folder)).flatMap(filesIn)
  return files.map((file) => relative('.', file)).filter((file) => /\.(test|spec)\.tsx?$/.test(file))
}

/**
 * Returns a part with all of its tests or the named ones, or nothing.
 * @param {(path: string) => boolean} isOwn
 * @param {string[]} all
 * @param {(files: string[], isWhole: boolean) => Part} asPart
 */
function part(isOwn, all, asPart) {
  const files = named.length === 0 ? all : named.filter(isOwn)
  return files.length === 0 ? [] : [asPart(files, named.length === 0)]
}

/**
 * @param {string[]} files
 * @param {boolean} isWhole
 */
function serverTests(files, isWhole) {
  return { name: 'contract and server', args: ['scripts/test-run.ts', ...(isWhole ? ['--plans'] : []), ...files] }
}

/** @param {string[]} files */
function clusterTests(files) {
  return { name: 'server on Citus', args: ['scripts/test-run.ts', '--citus', values.citus ?? '', ...files] }
}

/**
 * @param {string[]} files
 * @param {boolean} isWhole
 */
function webTests(files, isWhole) {
  const filters = isWhole ? [] : files.map((file) => relative('web', file))
  return { name: 'web', args: [programOf('vitest'), 'run', '--root', 'web', ...filters] }
}

/**
 * @param {string[]} files
 * @param {boolean} isWhole
 */
function browserTests(files, isWhole) {
  const chromium = ensureChromium()
  ensureBuilt()
  const args = [programOf('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts', ...(isWhole ? [] : files)]
  return { name: 'browser', args, env: { CHROMIUM_PATH: chromium, ...(!isWhole && { RECORD_TRACE: '1' }) } }
}

/** @param {Part[]} parts */
async function runAll(parts) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let isStopping = false
  onStop((signal) => {
    isStopping = true
    child?.kill(signal)
  })
  const results = []
  for (const { name, args, env } of parts) {
    if (isStopping) break
    say(`\n— ${name} —`)
    const begin = Date.now()
    child = startNode(args, { NODE_ENV: 'test', ...env })
    const [code] = await once(child, 'exit')
    results.push({ name, passed: code === 0, seconds: (Date.now() - begin) / 1000 })
  }
  say('')
  if (results.length === 0) say('There is no such test.')
  for (const { name, passed, seconds } of results)
    say(`${name.padEnd(20)} ${passed ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s`)
  process.exitCode = results.length > 0 && results.every(({ passed }) => passed) ? 0 : 1
}
