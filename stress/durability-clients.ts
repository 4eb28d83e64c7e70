// Clients that write while processes are killed. Each write is repeated under its key until it is acknowledged.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { waitUntil } from '../server/src/testing/processes.ts'
import type { openRoom } from '../server/src/testing/world-browsers.ts'

/** Without an agent, each request has a connection of its own. */
type Target = { port: number; headers: Record<string, string>; agent?: Agent }
const betweenAttempts = 20
const patience = 5000
const betweenMessages = 20
const mostUnderWay = 10

/** Sends a request, with bytes as they are and other bodies as JSON. The status is 0 if there was no whole answer. */
export function ask({ port, headers, agent }: Target, route: string, body?: object, key?: string) {
  const [method, path] = route.split(' ')
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>()
  const failed = () => resolve({ status: 0, text: '' })
  const isFile = body instanceof Uint8Array
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const all = { ...headers, ...(body && { 'content-type': type }), ...(key && { 'idempotency-key': key }) }
  const options = { host: '127.0.0.1', port, method, path, headers: all, agent: agent ?? false, timeout: patience }
  const sent = request(options, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part) => (text += part))
    answer.on('error', failed)
    answer.on('close', () => (answer.complete ? resolve({ status: answer.statusCode ?? 0, text }) : failed()))
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', failed)
  sent.end(isFile ? body : body && JSON.stringify(body))
  return promise
}

/** Creates tasks and comments on them, one after another, until it is stopped. */
export function keepWriting(name: string, target: Target, project: number) {
  const titles: string[] = []
  let [repeated, hung, slowest] = [0, 0, 0]
  let isStopped = false
  let isAbandoned = false

  async function write(route: string, body: object) {
    const key = randomUUID()
    const start = performance.now()
    while (!isAbandoned) {
      const begin = performance.now()
      const { status, text } = await ask(target, route, body, key)
      if (status === 0 && performance.now() - begin >= patience) hung++
      if (status === 201) {
        slowest = Math.max(slowest, performance.now() - start)
        return Number(JSON.parse(text).id)
      }
      assert.ok(status === 0 || status === 503, `${status} ${text}`)
      repeated++
      await sleep(betweenAttempts)
    }
    throw new Error(`${name} was abandoned.`)
  }

  const done = (async () => {
    while (!isStopped) {
      const title = `${name} ${titles.length}`
      const task = await write('POST /api/tasks/', { project, title, description: 'To be done once.' })
      await write('POST /api/comments/', { content_type: 'task', object_id: task, text: title })
      titles.push(title)
    }
  })()
  let failure: unknown
  done.catch((error) => (failure = error))
  return {
    titles,
    mustNotHaveFailed() {
      if (failure) throw failure
    },
    repeated: () => repeated,
    hung: () => hung,
    /** Milliseconds from a write's first attempt until it was acknowledged. */
    slowest: () => slowest,
    /** Ends after the present write has been acknowledged. */
    stop() {
      isStopped = true
      return done
    },
    /** Ends at once. */
    abandon() {
      isStopped = true
      isAbandoned = true
    },
  }
}

/**
 * Lets people talk in their rooms until it is stopped, once all are connected: a room that is opened later begins with its newest
 * messages. Nobody has more than a few messages under way.
 */
export async function keepTalking(talkers: readonly ReturnType<typeof openRoom>[]) {
  await waitUntil(
    () => talkers.every((talker) => talker.isReady()),
    () => 'Everybody is connected.',
  )
  const timer = setInterval(() => {
    for (const talker of talkers) if (talker.unconfirmed.size < mostUnderWay) talker.say(`No. ${talker.sentCount()}`)
  }, betweenMessages)
  return { stop: () => clearInterval(timer) }
}

/** Invites a person. An attempt that was not acknowledged may have succeeded, and then the address is taken. */
export async function invite(target: Target, email: string) {
  const person = { full_name: 'New Comer', email, job_title: 'Job', department: 'IT', role: 'developer' }
  for (;;) {
    const { status, text } = await ask(target, 'POST /api/employees/', person)
    if (status === 201 || (status === 400 && text.includes('email'))) return
    assert.ok(status === 0 || status === 503, `${status} ${text}`)
    await sleep(betweenAttempts)
  }
}

/** A mail server that notes the ids of the mails to each address. */
export async function startMailServer() {
  const received = new Map<string, Set<string>>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    onData: async (stream, _session, done) => {
      const { messageId = '', to = [] } = await PostalMime.parse(new Response(ReadableStream.from(stream)).body ?? '')
      for (const { address = '' } of to) received.set(address, (received.get(address) ?? new Set()).add(messageId))
      done()
    },
  }).on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  after(() => new Promise<void>((closed) => server.close(closed)))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}
