// @long: The processes of `npm start`, and how they end.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, nodePath, root } from '../../scripts/setup.js'
import { testDatabase } from './kit/db/testing.ts'
import { freePort } from './testing/free-port.ts'

// Builds once, so that no start in these tests does.
ensureBuilt()
const database = await testDatabase()
const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-start-'))
after(() => rmSync(data_dir, { recursive: true, force: true }))
const skip = process.platform !== 'linux' && 'reads /proc'

async function startNpm(environment: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...{ PATH, HOME, NODE_COMPILE_CACHE },
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: database.owner_url,
      SESSION_SECRET: database.secret,
      DATA_DIR: data_dir,
      DEMO: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(npm, 'exit').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null }))
  /** Resolves once npm's pipes are closed, which its descendants share. */
  const allEnded = once(npm, 'close')
  after(async () => {
    for (const pid of childrenOf(npm.pid ?? 0)) process.kill(pid, 'SIGKILL')
    npm.kill('SIGKILL')
    await allEnded
  })
  const ready = async () => {
    while (!output.includes('Atrium is ready')) {
      if (npm.exitCode !== null) assert.fail(`npm has ended:\n${output}`)
      await sleep(20)
    }
    const [server = 0, ...others] = childrenOf(npm.pid ?? 0)
    assert.deepEqual(others, [])
    return server
  }
  return { npm, port, ended, allEnded, ready, output: () => output }
}

const fieldsOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []

function isRunning(pid: number) {
  try {
    return fieldsOf(pid)[0] !== 'Z'
  } catch {
    return false
  }
}

function childrenOf(parent: number) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.map(Number).filter((pid) => {
    try {
      return Number(fieldsOf(pid)[1]) === parent
    } catch {
      return false // it has just ended
    }
  })
}

test('nothing but npm and the server runs, on the Node that comes along', { skip }, async () => {
  const { npm, ready, ended } = await startNpm()
  const server = await ready()
  assert.deepEqual(readFileSync(`/proc/${server}/cmdline`, 'utf8').split('\0').slice(0, 2), [nodePath(), 'server/src/main.ts'])
  assert.match(readFileSync(`/proc/${server}/environ`, 'utf8'), /\0NODE_COMPILE_CACHE=[^\0]/)
  assert.deepEqual(childrenOf(server), [])
  npm.kill('SIGTERM')
  await ended
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`the server ends in order when it is sent ${signal}, and npm with the same code`, { skip }, async () => {
    const { ready, ended, output } = await startNpm()
    process.kill(await ready(), signal)
    assert.deepEqual(await ended, { code: 0, signal: null }, output())
  })

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)
  test(`the server ends when npm is sent ${signal}`, { skip }, async () => {
    const { npm, ready, allEnded } = await startNpm()
    const server = await ready()
    npm.kill(signal)
    await allEnded
    // A process closes its pipes a moment before it is gone.
    while (isRunning(server)) await sleep(20)
  })

test('a request that never arrives in full does not keep the server from ending', { skip }, async () => {
  const { port, ready, ended } = await startNpm()
  const server = await ready()
  const client = connect(port, '127.0.0.1').on('error', () => undefined)
  await new Promise<void>((sent) => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n', () => sent()))
  // The answer on another connection shows that the server has read the first one.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  process.kill(server, 'SIGTERM')
  assert.deepEqual(await ended, { code: 0, signal: null })
  client.destroy()
})

test('a server that is killed ends npm with a failure', { skip }, async () => {
  const { ready, ended } = await startNpm()
  process.kill(await ready(), 'SIGKILL')
  const { code, signal } = await ended
  assert.ok(code !== 0 || signal !== null, `${code} ${signal}`)
})

test('a wrong setting ends npm with code 1, and is said in one line', async () => {
  const { ended, allEnded, output } = await startNpm({ WORKERS: 'many' })
  assert.deepEqual(await ended, { code: 1, signal: null })
  await allEnded
  assert.equal(
    output()
      .split('\n')
      .filter((line) => line.startsWith('Configuration: WORKERS')).length,
    1,
  )
})

test('an old Node is refused in one line, before anything is installed', async () => {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v18.20.4' })`
  const child = spawn(nodePath(), ['--import', `data:text/javascript,${pretend}`, 'scripts/build.js'], { cwd: root })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  assert.deepEqual([code, output], [1, 'Atrium needs Node.js 20.19, 22.12 or newer. This is v18.20.4.\n'])
})
