import { once } from 'node:events'
import fs from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureChromium, ensureInstalled, filesIn, onStop, programOf, root, say, startNode } from './setup.js'

/**
 * A process that runs tests and keeps their outcomes in `results`. `beside` runs at the same time.
 * @typedef {{ name: string, args: string[], env?: Record<string, string>, results: string, read: (results: string) => Outcome[], beside?: Part }} Part
 * @typedef {{ name: string, ms: number, status: 'passed' | 'failed' | 'skipped' | 'flaky' }} Outcome
 */

process.chdir(root)
const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    citus: { type: 'string' },
  },
  allowPositionals: true,
})
// A story may be named by its line, such as `e2e/board.spec.ts:38`.
const named = positionals.map((path) => relative('.', path))
const missing = named.find((path) => !fs.statSync(path.replace(/:\d+$/, ''), { throwIfNoEntry: false })?.isFile())
if (missing !== undefined) {
  say(`There is no file ${missing}.`)
  process.exit(1)
}
const isBrowsers = (/** @type {string} */ path) => path.startsWith('e2e/')
const isWebs = (/** @type {string} */ path) => path.startsWith('web/') || path.endsWith('.test.tsx')
/** Outside of `test-results`, which Playwright empties. */
const results = 'node_modules/.cache/test-outcomes'
const statements = 'node_modules/.cache/test-statements'
/** Stories that fail at first and pass when they are repeated. More of them fail the run. */
const maxFlaky = 2

ensureInstalled()
// Servers that tests start would build it all at once.
if (named.length === 0) ensureBuilt()
fs.mkdirSync(results, { recursive: true })
if (values.citus !== undefined) await runAll([serverPart(named.length > 0 ? named : serverFiles(), ['--citus', values.citus])])
else if (named.length > 0) await runAll(partsNamed())
else if (values.all) await runAll(values.rest ? restParts() : allParts())
else {
  await runAll(quickParts())
  say('Not run: the other stories, processes and commands, query plans, and the short stress. `npm run test:all` runs them, too.')
}

function quickParts() {
  fs.rmSync(statements, { recursive: true, force: true })
  return [
    serverPart(serverFiles().filter((file) => !tagsOf(file).includes('@long'))),
    webPart(),
    browserPart(['--grep', '@quick']),
  ]
}

function allParts() {
  fs.rmSync(statements, { recursive: true, force: true })
  return [wholeServerPart(serverFiles()), webPart(), { ...browserPart([]), beside: plansPart() }]
}

/** Everything that `npm test` leaves out, which includes axe in its stories. The plans are those of its statements, too. */
function restParts() {
  if (!fs.existsSync(statements)) {
    say('`--rest` continues an `npm test`, which has not run here.')
    process.exit(2)
  }
  const files = serverFiles().filter((file) => tagsOf(file).some((tag) => ['@long', '@sampled'].includes(tag)))
  return [wholeServerPart(files), { ...browserPart([]), beside: plansPart() }]
}

function partsNamed() {
  const stories = named.filter(isBrowsers)
  const webs = named.filter((path) => !isBrowsers(path) && isWebs(path))
  const servers = named.filter((path) => !isBrowsers(path) && !isWebs(path))
  return [
    ...(servers.length > 0 ? [serverPart(servers)] : []),
    ...(webs.length > 0 ? [webPart(webs)] : []),
    ...(stories.length > 0 ? [browserPart(stories)] : []),
  ]
}

function serverFiles() {
  const files = ['contract/src', 'server/src', 'stress'].flatMap(filesIn)
  return files.filter((file) => file.endsWith('.test.ts'))
}

/**
 * The tags in a file's first line. `npm test` leaves out what is `@long`, and tries a sample of what is `@sampled`.
 * @param {string} file
 * @returns {string[]}
 */
function tagsOf(file) {
  const [first = ''] = fs.readFileSync(file, 'utf8').split('\n', 1)
  return first.startsWith('//') ? (first.match(/@\w+/g) ?? []) : []
}

/** @param {string[]} files */
function wholeServerPart(files) {
  const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31))
  say(`Random order and examples: SEED=${seed} repeats them.`)
  const part = serverPart(files, ['--shuffle', seed])
  return { ...part, env: { ...part.env, TEST_WHOLE: '1', SEED: seed } }
}

/**
 * @param {string[]} files
 * @param {string[]} options
 * @returns {Part}
 */
function serverPart(files, options = []) {
  const file = `${results}/server.json`
  return {
    name: 'contract and server',
    args: ['scripts/test-run.ts', '--results', file, ...options, ...files],
    env: named.length === 0 ? { TEST_STATEMENTS: statements } : {},
    results: file,
    read: JSON.parse,
  }
}

/**
 * @param {string[]} files
 * @returns {Part}
 */
function webPart(files = []) {
  const file = `${results}/web.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=../${file}`]
  const filters = files.map((path) => relative('web', path))
  return {
    name: 'web',
    args: [programOf('vitest'), 'run', '--root', 'web', ...reporters, ...filters],
    results: file,
    read: (text) => {
      const { testResults } = JSON.parse(text)
      return testResults.flatMap((/** @type {any} */ { name, assertionResults }) =>
        assertionResults.map((/** @type {any} */ { fullName, status, duration }) => ({
          name: `${relative('.', name)} › ${fullName}`,
          ms: duration ?? 0,
          status: status === 'passed' || status === 'failed' ? status : 'skipped',
        })),
      )
    },
  }
}

/**
 * @param {string[]} filters
 * @returns {Part}
 */
function browserPart(filters) {
  const chromium = ensureChromium()
  ensureBuilt()
  const file = `${results}/browser.json`
  const isQuick = filters.includes('@quick')
  return {
    name: 'browser',
    args: [programOf('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts', ...filters],
    env: {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      ...(!isQuick && { AXE: '1' }),
      ...(named.length > 0 && { RECORD_TRACE: '1' }),
    },
    results: file,
    read: (text) => storiesIn(JSON.parse(text)),
  }
}

/** @returns {Part} */
function plansPart() {
  const file = `${results}/plans.json`
  return {
    name: 'query plans',
    args: ['server/src/testing/plans.ts', statements, file],
    results: file,
    read: JSON.parse,
  }
}

/**
 * Flattens a suite of Playwright's report.
 * @param {any} suite
 * @returns {Outcome[]}
 */
function storiesIn({ suites = [], specs = [] }) {
  const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' }
  return [
    ...specs.map((/** @type {any} */ { title, file, line, tests: [test] }) => ({
      name: `e2e/${file}:${line} › ${title}`,
      ms: Math.max(0, ...test.results.map((/** @type {any} */ result) => result.duration)),
      status: statuses[/** @type {keyof typeof statuses} */ (test.status)],
    })),
    ...suites.flatMap(storiesIn),
  ]
}

/** @param {Part[]} parts */
async function runAll(parts) {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const children = new Set()
  let isStopping = false
  onStop((signal) => {
    isStopping = true
    for (const child of children) child.kill(signal)
  })
  /** @param {Part} part */
  async function run({ name, args, env, results, read }) {
    fs.rmSync(results, { force: true })
    const begin = Date.now()
    const child = startNode(args, { NODE_ENV: 'test', ...env })
    children.add(child)
    const [code, signal] = await once(child, 'exit')
    children.delete(child)
    const outcomes = fs.existsSync(results) ? read(fs.readFileSync(results, 'utf8')) : []
    // Nobody should have to look for why a part without a failed test has failed.
    if (code !== 0 && !outcomes.some(({ status }) => status === 'failed'))
      outcomes.push({ name: `${name}: ended with ${code ?? signal}, see above`, ms: 0, status: 'failed' })
    const flaky = outcomes.filter(({ status }) => status === 'flaky').length
    return { name, outcomes, hasPassed: code === 0 && flaky <= maxFlaky, seconds: (Date.now() - begin) / 1000 }
  }
  const done = []
  for (const part of parts) {
    if (isStopping) break
    const together = [part, ...(part.beside ? [part.beside] : [])]
    say(`\n— ${together.map(({ name }) => name).join(', beside it ')} —`)
    done.push(...(await Promise.all(together.map(run))))
  }
  report(done)
}

/** @param {{ name: string, outcomes: Outcome[], hasPassed: boolean, seconds: number }[]} parts */
function report(parts) {
  if (parts.length === 0) say('There is no such test.')
  const all = parts.flatMap(({ outcomes }) => outcomes)
  const statuses = /** @type {const} */ (['passed', 'failed', 'skipped', 'flaky'])
  /** @param {Outcome[]} outcomes @param {Outcome['status']} wanted */
  const count = (outcomes, wanted) => outcomes.filter(({ status }) => status === wanted).length
  say(`\n${'part'.padEnd(28)}${statuses.map((status) => status.padStart(8)).join('')} seconds`)
  for (const { name, outcomes, hasPassed, seconds } of parts) {
    const counts = statuses.map((status) => String(count(outcomes, status)).padStart(8)).join('')
    say(`${name.padEnd(20)} ${hasPassed ? 'passed ' : 'FAILED '}${counts}${seconds.toFixed(1).padStart(8)}`)
  }
  say('\nslowest')
  for (const { name, ms } of all.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    say(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name.slice(0, 150)}`)
  for (const wanted of /** @type {const} */ (['failed', 'flaky']))
    for (const { name } of all.filter(({ status }) => status === wanted)) say(`${wanted}: ${name}`)
  const passed = count(all, 'passed') + count(all, 'flaky')
  say(`\ntotal: ${passed} passed, ${count(all, 'failed')} failed, ${count(all, 'skipped')} skipped`)
  process.exitCode = parts.length > 0 && parts.every(({ hasPassed }) => hasPassed) ? 0 : 1
}
