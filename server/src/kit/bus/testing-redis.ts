// For tests: starts a Redis server if one is installed.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { createClient } from '@redis/client'
import { freePort } from '../../testing/free-port.ts'

/** The reason to skip a test that needs Redis, or false. */
export const lacksRedis = spawnSync('redis-server', ['--version']).status !== 0 && 'no redis-server on this machine'

/** Prepares a server without persistence, which is started later and stopped after the test file. */
export async function testRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const runs: { stop: () => Promise<void>; admin: Awaited<ReturnType<typeof adminOf>> }[] = []
  const stop = async () => {
    for (const run of runs.splice(0)) await run.stop()
  }
  after(stop)

  return {
    url,
    stop,
    /** Resolves once the server answers. */
    async start() {
      const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
      const child = spawn('redis-server', options, { cwd: '/', stdio: 'ignore' })
      const ended = once(child, 'exit')
      const admin = await adminOf(url, () => child.exitCode !== null)
      runs.push({
        admin,
        async stop() {
          admin.destroy()
          child.kill('SIGKILL')
          await ended
        },
      })
    },
    /** Sends a command over an open connection. */
    command: (...command: string[]) => runs[0]?.admin.sendCommand<string>(command),
  }
}

async function adminOf(url: string, hasFailed: () => boolean) {
  for (;;) {
    const client = createClient({ url, socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (hasFailed()) throw error
    }
  }
}
