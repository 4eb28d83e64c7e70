// The superuser's password of an embedded server, kept beside its data folder.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Cluster, env, inside, type SystemAccount } from './state.ts'

/** Writes a new password to a file and deletes the old one. `keepPassword` keeps it once the server has it. */
export function makePassword({ home, account }: Pick<Cluster, 'home' | 'account'>) {
  const { password } = inside(home)
  const file = `${password}.new`
  fs.rmSync(password, { force: true })
  write(file, randomBytes(32).toString('base64url'), { account })
  return file
}

export function keepPassword(home: string) {
  const { password } = inside(home)
  fs.renameSync(`${password}.new`, password)
  syncFolder(home)
}

/**
 * Sets the password of a stopped server that trusted every local account, or whose password is lost. The kept file is written last, so
 * that a start which was killed in between is repeated. Single-user mode accepts no connections.
 */
export async function demandPassword(cluster: Cluster) {
  const { home, account, programs, sync } = cluster
  const { data, password } = inside(home)
  const rules = join(data, 'pg_hba.conf')
  const trusting = fs.readFileSync(rules, 'utf8')
  const demanding = trusting.replace(/^([ \t]*(?:local|host)[^#\n]*[ \t])trust[ \t]*$/gm, '$1scram-sha-256')
  if (demanding === trusting && fs.existsSync(password)) return

  const file = makePassword(cluster)
  const options = ['exit_on_error=on', 'password_encryption=scram-sha-256', ...(sync ? [] : ['fsync=off'])]
  const child = spawn(
    join(programs, 'postgres'),
    ['--single', '-D', data, ...options.flatMap((option) => ['-c', option]), 'postgres'],
    { ...account, env, cwd: home, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  // A server that can't start exits before it has read the statement.
  child.stdin.on('error', () => undefined).end(statement(file))
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`PostgreSQL did not take a password: ${/(?:ERROR|FATAL|PANIC): *(.*)/.exec(errors)?.[1]}`)
  write(`${rules}.new`, demanding, { account })
  fs.renameSync(`${rules}.new`, rules)
  syncFolder(data)
  keepPassword(home)
}

const statement = (file: string) => `alter role postgres password '${fs.readFileSync(file, 'utf8')}'\n`

/** Writes a file and syncs its content to the disk. */
function write(file: string, content: string, { account: { uid, gid } }: { account: SystemAccount }) {
  fs.rmSync(file, { force: true })
  const fd = fs.openSync(file, 'wx', 0o600)
  if (uid !== undefined && gid !== undefined) fs.fchownSync(fd, uid, gid)
  fs.writeSync(fd, content)
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}

/** Syncs a folder's entries: without them, a synced file can still be lost. */
export function syncFolder(folder: string) {
  const fd = fs.openSync(folder, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}
