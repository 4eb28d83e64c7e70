import { randomUUID } from 'node:crypto'
import http from 'node:http'
import autocannon from 'autocannon'
import type { Bytes } from './bare.ts'
import type { Call, Sent } from './calls.ts'
import { opened, type Processes, tally, type Window } from './window.ts'

type Target = { port: number; processes: Processes; connections: number; window: Window }

export async function measureHttp(call: Call, { port, processes, connections, window }: Target) {
  const counts = tally()
  let isOpen = false
  let connection = 0
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const load = autocannon(
    {
      url: `http://127.0.0.1:${port}`,
      connections,
      // A fallback: the load is stopped when the window closes.
      duration: window.warm + window.seconds + 30,
      timeout: 20,
      sampleInt: 100,
      setupClient: (client) => client.setRequests(call.variantsOf(connection++).map((variant) => withKey(call.request(variant)))),
    },
    (error) => (error ? reject(error) : resolve()),
  )
  load.on('response', (_client, status, _bytes, milliseconds) => {
    if (!isOpen) return
    if (isSuccess(status)) counts.add(milliseconds)
    else counts.fail()
  })
  load.on('reqError', () => {
    if (isOpen) counts.fail()
  })
  try {
    const read = await opened(window, processes, (open) => {
      isOpen = open
    })
    return counts.figures(read)
  } finally {
    load.stop()
    await ended
  }
}

/** Gives each change a key of its own, as our pages do. */
const withKey = (sent: Sent): autocannon.Request =>
  sent.method === 'GET'
    ? sent
    : { ...sent, setupRequest: (request) => ({ ...request, headers: { ...sent.headers, 'idempotency-key': randomUUID() } }) }

const isSuccess = (status: number) => (status >= 200 && status < 300) || status === 304

/** Sends a request and throws unless it succeeds. */
export async function succeed(port: number, sent: Sent) {
  const { status, body } = await ask(port, sent)
  if (!isSuccess(status)) throw new Error(`${sent.method} ${sent.path} was answered ${status}: ${Buffer.from(body, 'base64')}`)
}

/** Sends a request and returns the answer. */
export function ask(port: number, { method, path, headers, body }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>()
  const request = http.request({ host: '127.0.0.1', port, method, path, headers, timeout: 20_000 }, async (response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const {
      date: _d,
      connection: _c,
      'keep-alive': _k,
      'content-length': _l,
      'transfer-encoding': _t,
      ...rest
    } = response.headers
    const sent = Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    resolve({ status: response.statusCode ?? 0, headers: sent, body: Buffer.concat(chunks).toString('base64') })
  })
  request.on('error', reject)
  request.on('timeout', () => request.destroy(new Error(`${method} ${path} was not answered.`)))
  request.end(body)
  return promise
}
