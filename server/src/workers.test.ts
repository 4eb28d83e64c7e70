// @long: The real server in several processes, one of which is killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ensureBuilt, root } from '../../scripts/setup.js'
import { freePort } from './testing/free-port.ts'
import { type Name, people, projects, rooms, testApp } from './testing/world.ts'
import { openSocket } from './testing/world-sockets.ts'

ensureBuilt()
const world = await testApp()
const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-workers-'))

type Line = { pid: number; msg: string }

/** Starts the real server, and reads its log. */
async function startServer(environment: NodeJS.ProcessEnv) {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/src/main.ts'], {
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
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let notice = () => {}
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      notice()
    })
  const ended = once(child, 'exit').then(([code]) => {
    notice()
    return Number(code)
  })
  world.closeFirst(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines = () =>
    output.split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Line] : []))
  const until = async <T>(find: () => T | false | undefined) => {
    for (;;) {
      const found = find()
      if (found) return found
      if (child.exitCode !== null) assert.fail(`The server has ended:\n${output}`)
      await new Promise<void>((resolve) => {
        notice = resolve
      })
    }
  }
  return {
    port,
    child,
    ended,
    until,
    output: () => output,
    /** The ids of all processes that have served, including ended ones. */
    serving: () => lines().flatMap(({ pid, msg }) => (msg.startsWith('Server listening') ? [pid] : [])),
    answering: () => new Set(lines().flatMap(({ pid, msg }) => (msg === 'answered' ? [pid] : []))),
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('several processes are one server, also when one of them is killed', async () => {
  const server = await startServer({ WORKERS: '2' })
  const { port, until, serving } = server
  await until(() => server.output().includes('Atrium is ready'))
  const host = `acme.localhost:${port}`
  const headersOf = async (who: Name) => ({ host, cookie: await world.cookiesOf(who) })

  /** Over a connection of its own, as the next process gets it. */
  const send = async (who: Name, route: string, body?: object) => {
    const [method, url] = route.split(' ')
    const headers = { ...(await headersOf(who)), ...(body && { 'content-type': 'application/json' }) }
    const sentRequest = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
    sentRequest.end(body && JSON.stringify(body))
    const [answer] = await once(sentRequest, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode as number
  }
  const connect = async (who: Name, address: string) => {
    const opened = openSocket({ port, path: address, headers: await headersOf(who) })
    world.closeFirst(async () => opened.client.terminate())
    await opened.settled()
    return { who, address, ...opened }
  }
  const [inbox, website] = ['/ws/notifications/', `/ws/chat/${rooms.website}/`]
  /** Asserts presence in two browsers, one on each process. */
  const everybodySees = async (...online: Name[]) => {
    const [first, second] = [await connect('ann', inbox), await connect('ann', inbox)]
    for (const connection of [first, second]) {
      connection.send({ action: 'watch', topics: ['presence'] })
      const { people: initial } = await connection.frame(({ type }) => type === 'here')
      for (const who of online)
        if (!initial.includes(people[who].id))
          await connection.frame(({ type, came }) => type === 'presence' && came.includes(people[who].id))
      connection.close()
    }
  }

  while (server.answering().size < 2) assert.equal(await send('pam', 'GET /api/me/'), 200)
  assert.deepEqual(server.answering(), new Set(serving()))

  const tabs = [
    await connect('dana', inbox),
    await connect('dana', inbox),
    await connect('dev', website),
    await connect('dev', website),
    await connect('dev', inbox),
    await connect('pam', inbox),
  ]
  const pam = await connect('pam', website)
  await everybodySees('dana', 'dev', 'pam')
  await send('pam', 'POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  pam.send({ message: 'Good morning', temp_id: 'a' })
  for (const { who, address, frame } of tabs) {
    if (who === 'dana') await frame(({ message }) => message?.includes('Website'))
    if (address === website) await frame(({ message }) => message === 'Good morning')
  }

  const [killed = 0] = serving()
  const cut = new Set<(typeof tabs)[number]>()
  for (const tab of [...tabs, pam]) void tab.ended.then(() => cut.add(tab))
  process.kill(killed, 'SIGKILL')
  await until(() => serving().length === 3)
  assert.match(server.output(), new RegExp(`process ${killed} ended with SIGKILL; another one takes its place`))
  assert.ok(cut.size > 0 && cut.size < 7, `${cut.size} of 7 were cut`)
  const back = []
  for (const { who, address } of cut) back.push(await connect(who, address))
  await everybodySees('dana', 'dev', 'pam')
  assert.equal(await send('pam', 'GET /api/me/'), 200)

  const open = [...tabs, pam].filter((tab) => !cut.has(tab)).concat(back)
  server.child.kill('SIGTERM')
  for (const tab of open) assert.equal(await tab.ended, 1012)
  assert.equal(await server.ended, 0)
  assert.deepEqual(serving().filter(isAlive), [])
})

test('where no process can serve, the server ends and says so once', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const { ended, output } = await startServer({
    WORKERS: '3',
    PORT: String(typeof address === 'object' && address ? address.port : 0),
  })
  assert.equal(await ended, 1)
  assert.equal(output().split('EADDRINUSE').length, 2)
  assert.match(output(), /The server does not start: process \d+ ended with code 1\.\n$/)
  blocker.close()
})

test('more processes than the database has connections for are refused in one line', async () => {
  const { ended, output } = await startServer({ WORKERS: '64' })
  assert.equal(await ended, 1)
  assert.match(output(), /^Configuration: WORKERS 64 opens up to \d+ connections, and the database takes \d+: raise .*\n$/)
})

test.after(() => rmSync(data_dir, { recursive: true, force: true }))
