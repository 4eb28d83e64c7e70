// For tests: the real server, started by `main.ts`, on the database of a world.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../../scripts/setup.js'
import { freePort } from './free-port.ts'
import { waitUntil } from './processes.ts'
import type { Name, testApp } from './world.ts'

type World = Awaited<ReturnType<typeof testApp>>

/** Starts the real server, and resolves once it serves. `within` is a command that starts it elsewhere, such as on another machine. */
export async function startMainProcess(world: World, environment: NodeJS.ProcessEnv = {}, within: readonly string[] = []) {
  const port = await freePort()
  const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-main-'))
  const [program = '', ...rest] = [...within, process.execPath, 'server/src/main.ts']
  const child = spawn(program, rest, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: world.owner_url,
      DATA_DIR: data_dir,
      SESSION_SECRET: world.secret,
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  world.closeFirst(async () => {
    await end('SIGKILL')
    rmSync(data_dir, { recursive: true, force: true })
  })
  await waitUntil(
    () => output.includes('Atrium is ready') || child.exitCode !== null,
    () => output,
  )
  assert.equal(child.exitCode, null, output)

  /** Sends a request over a connection of its own. Returns the status, and the cookies that it sets, as a browser sends them. */
  async function ask(cookie: string, route: string, body?: object, more: Record<string, string> = {}) {
    const [method, url] = route.split(' ')
    const headers = { host: `acme.localhost:${port}`, cookie, ...(body && { 'content-type': 'application/json' }), ...more }
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
    sent.end(body && JSON.stringify(body))
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    const set: string[] = answer.headers['set-cookie'] ?? []
    return { status: answer.statusCode as number, cookie: set.map((line) => line.split(';')[0]).join('; ') }
  }

  /** Sends a request of this person, and returns the status. */
  const send = async (who: Name, route: string, body?: object, more?: Record<string, string>) =>
    (await ask(await world.cookiesOf(who), route, body, more)).status
  return { pid: child.pid, port, output: () => output, ask, send, stop: () => end('SIGTERM') }
}
