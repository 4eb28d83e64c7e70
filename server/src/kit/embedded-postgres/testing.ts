// For tests of the embedded PostgreSQL: folders, servers and processes that use one. All of them are gone after the tests.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import pg from 'pg'
import { discardEmbedded } from './home.ts'
import { startEmbedded } from './start.ts'

const throwaway = { fsync: 'off' }
const dirs: string[] = []
const children: ChildProcess[] = []
const servers: { stop: () => Promise<void> }[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const dir of dirs) discardEmbedded(dir)
})

/** Discards a folder after the tests, before those that contain it. */
export const discardLater = (dir: string) => dirs.unshift(dir)

/** Kills a process after the tests, if it still runs. */
export function killLater(child: ChildProcess) {
  children.push(child)
  return child
}

export function emptyDir() {
  const dir = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'atrium-test-'))
  discardLater(dir)
  return dir
}

export async function start(dir: string, settings: Record<string, string> = throwaway) {
  const server = await startEmbedded({ dir, settings })
  servers.push(server)
  return server
}

export async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const starter = `
    import { startEmbedded } from '${import.meta.resolve('./start.ts')}'
    const server = await startEmbedded({ dir: process.argv[1], settings: { fsync: 'off' } })
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => server.stop().then(() => process.exit()))
    process.send?.({ url: server.url('postgres'), adopted: server.adopted })`

/** Starts a process that uses the server of a folder until it is killed. At SIGTERM it stops the server first. */
export const spawnStarter = (dir: string) =>
  killLater(
    spawn(process.execPath, ['--input-type=module', '-e', starter, dir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )

/** Resolves once the server of that process has started. */
export async function startProcess(dir: string) {
  const child = spawnStarter(dir)
  const [started] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  assert.ok(typeof started === 'object', 'the process ended before its server started')
  const { url, adopted } = started
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'exit')
  }
  return { url: String(url), adopted: Boolean(adopted), end }
}
