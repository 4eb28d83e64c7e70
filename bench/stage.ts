import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Group, migrate, urlAs } from '../server/src/kit/db/migrate.ts'
import { discardEmbedded } from '../server/src/kit/embedded-postgres/home.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'
import { isProcess } from '../server/src/kit/embedded-postgres/state.ts'
import { sleep } from './stopping.ts'
import { postmasterOf } from './window.ts'

const root = path.dirname(import.meta.dirname)
const prefix = 'atrium-bench-'

/** Creates the bench's folder. Not in /tmp, which is often in memory, where commits cost nothing. */
export function makeFolder(cleaning: AsyncDisposableStack) {
  const parent = process.platform === 'linux' && !process.env.TMPDIR ? '/var/tmp' : tmpdir()
  // Removes the folders of runs that were killed.
  for (const name of fs.readdirSync(parent).filter((entry) => entry.startsWith(prefix)))
    if (!isProcess(Number(name.slice(prefix.length)))) discard(path.join(parent, name))
  const folder = path.join(parent, prefix + process.pid)
  // PostgreSQL runs under another account if we are root, and must traverse the folder.
  fs.mkdirSync(folder, { mode: 0o711 })
  cleaning.defer(() => discard(folder))
  return folder
}

function discard(folder: string) {
  discardEmbedded(path.join(folder, 'postgres'))
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Creates a migrated, temporary database on the embedded server or that of DATABASE_URL. */
export async function makeDatabase(cleaning: AsyncDisposableStack, folder: string) {
  let url = process.env.DATABASE_URL
  if (!url) {
    // Enough for the connections of the server and the load.
    const embedded = await startEmbedded({ dir: path.join(folder, 'postgres'), settings: { max_connections: '200' } })
    cleaning.defer(() => embedded.stop())
    url = embedded.url('postgres', 'postgres')
  }
  const secret = randomBytes(32).toString('hex')
  const database = `atrium_bench_${randomBytes(4).toString('hex')}`
  const named = new URL(url)
  named.pathname = `/${database}`
  const owner_url = named.href

  const owner = new pg.Client({ connectionString: url })
  owner.on('error', () => undefined)
  await owner.connect()
  cleaning.defer(() => owner.end())
  await owner.query(`create database ${database}`)
  cleaning.defer(async () => {
    await owner.query(`drop database ${database} with (force)`)
    const groups: Group[] = ['atrium_workspace', 'atrium_platform', 'atrium_jobs']
    for (const group of groups) await owner.query(`drop role if exists ${new URL(urlAs(owner_url, group, secret)).username}`)
  })
  await migrate(owner_url, { key: secret })
  return { owner_url, secret, ...(await serverOf(owner_url, database)) }
}

/** The version of the database server, and its postmaster's process id if it runs on this machine. */
async function serverOf(url: string, database: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select pg_backend_pid() as pid, current_setting('server_version') as version`)
    return { postmaster: postmasterOf(rows[0].pid, database), version: String(rows[0].version) }
  } finally {
    await client.end()
  }
}

type Server = {
  cleaning: AsyncDisposableStack
  owner_url: string
  secret: string
  port: number
  folder: string
  nodeOptions: string[]
  environment?: NodeJS.ProcessEnv
}

/** Starts the product's server as in production, but without a TLS proxy. */
export async function startServer({ cleaning, owner_url, secret, port, folder, nodeOptions, environment }: Server) {
  const child = startChild([...nodeOptions, 'server/src/main.ts'], {
    ...process.env,
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${port}`,
    TRUST_PROXY: 'none',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: owner_url,
    DATA_DIR: path.join(folder, 'data'),
    SESSION_SECRET: secret,
    // A placeholder: no measured call sends a mail.
    SMTP_URL: 'smtp://127.0.0.1:9',
    // A placeholder: no measured call pays.
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    // The load comes from few sessions, so rate limits are off.
    RATE_LIMIT: '0',
    ...environment,
  })
  cleaning.defer(() => end(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
    })
  // The start numbers all work of the scene, which takes up to a minute for hundreds of thousands of rows, and longer on a busy machine.
  for (let tries = 0; !(await isReady(port)); tries++) {
    if (child.exitCode !== null || child.signalCode !== null || tries > 6000)
      throw new Error(`The server did not start: ${output.trim()}`)
    await sleep(100)
  }
  return { port, pid: child.pid, child, said: () => output.trim(), stop: () => end(child) }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a Node process that exits when its IPC channel to us closes. */
export const startChild = (args: string[], env = process.env) =>
  spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Stops a process gracefully, and kills it after 15 s. */
export async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}
