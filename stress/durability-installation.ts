// A whole installation with its own embedded PostgreSQL, whose processes are killed one after another.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, root } from '../scripts/setup.js'
import { discardEmbedded, prepareHome } from '../server/src/kit/embedded-postgres/home.ts'
import { isProcess, postmasterOf, urlOf } from '../server/src/kit/embedded-postgres/state.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { waitUntil } from '../server/src/testing/processes.ts'

export type Victim = 'a worker' | 'the database' | 'the first process' | 'the only process'

type Line = { pid: number; level: number; msg: string; err?: { message: string } }
const levelOfErrors = 50

/** Installs Atrium in a temporary folder. It starts with `start`, and is gone after the tests. */
export async function install(environment: NodeJS.ProcessEnv) {
  ensureBuilt()
  const data_dir = mkdtempSync(path.join(realpathSync(tmpdir()), 'atrium-durability-'))
  const database_dir = path.join(data_dir, 'postgres')
  const { home } = await prepareHome(database_dir)
  const port = await freePort()
  const errors: Line[] = []
  let server: Awaited<ReturnType<typeof startServer>> | undefined

  async function start(workers: number) {
    server = await startServer({ ...environment, PORT: String(port), DATA_DIR: data_dir, WORKERS: String(workers) }, errors)
    await server.ready
  }

  after(async () => {
    await server?.end('SIGTERM')
    discardEmbedded(database_dir)
    rmSync(data_dir, { recursive: true, force: true })
  })

  return {
    port,
    data_dir,
    start,
    errors,
    owner_url: () => urlOf(home)('postgres'),

    /** Kills a process by SIGKILL. Resolves once it has been replaced, and returns how long nobody was served. */
    async kill(victim: Victim, isServed: () => Promise<unknown>) {
      const begin = performance.now()
      const database = postmasterOf(home) ?? 0
      const workers = server?.serving().filter(isProcess) ?? []
      const isReplaced = () => {
        const replacement = postmasterOf(home)
        if (victim === 'the database') return replacement !== undefined && replacement !== database
        return victim !== 'a worker' || server?.serving().filter(isProcess).length === workers.length
      }
      if (victim === 'a worker') process.kill(workers[Math.floor(Math.random() * workers.length)] ?? 0, 'SIGKILL')
      else if (victim === 'the database') process.kill(database, 'SIGKILL')
      else await server?.end('SIGKILL')
      const starting = victim === 'the first process' ? start(1) : victim === 'the only process' ? start(2) : undefined
      if (victim === 'the database') await waitUntil(isReplaced, () => 'Another PostgreSQL takes its place.')
      await isServed()
      const milliseconds = performance.now() - begin
      await starting
      await waitUntil(isReplaced, () => `Another one takes the place of ${victim}.`)
      return milliseconds
    },
  }
}

/** Starts the real server. `ready` resolves once all of its processes serve. Adds what it logs as errors to `errors`. */
async function startServer(environment: NodeJS.ProcessEnv, errors: Line[]) {
  const serving: number[] = []
  const { PORT } = environment
  const settings = { NODE_ENV: 'test', PUBLIC_URL: `http://localhost:${PORT}`, DATABASE_URL: '', DEMO: '0', RATE_LIMIT: '0' }
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, LOG_LEVEL: 'info', ...environment },
    // The channel ends the server if this process dies.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let rest = ''
  let isReady = false
  const read = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.includes('Atrium is ready')) isReady = true
      if (!line.startsWith('{')) continue
      const said: Line = JSON.parse(line)
      if (said.msg.startsWith('Server listening')) serving.push(said.pid)
      if (said.level >= levelOfErrors) errors.push(said)
    }
  }
  child.stdout?.setEncoding('utf8').on('data', read)
  child.stderr?.setEncoding('utf8').on('data', read)
  const ready = async () => {
    while (!isReady) {
      if (child.exitCode !== null) assert.fail(`The server does not start.\n${rest}`)
      await sleep(10)
    }
  }
  return {
    ready: ready(),
    /** The ids of all processes that have served, including ended ones. */
    serving: () => serving,
    async end(signal: NodeJS.Signals) {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
