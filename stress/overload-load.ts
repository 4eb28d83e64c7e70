// A process that sends more requests than a server can serve. It has the lowest priority, so that it takes no time from the server.
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'

/** `connections` send their next request once they are answered. `rate` requests are sent each second, whatever is answered. */
export type Load = { route: string; headers: Record<string, string>[]; body?: string; seconds: number } & (
  | { connections: number }
  | { rate: number }
)
type Order = Load & { port: number }

export type Report = {
  sent: number
  /** How many were answered with each status. 0 stands for none. */
  statuses: Record<string, number>
  /** Refusals that are not as specified, up to ten. */
  odd: string[]
  /** How many were served each second while the load lasted. */
  served_per_second: number
}

const mostOdd = 10
const stepMilliseconds = 5
/**
 * More than are in flight at once. They are opened beforehand, as a proxy has them: a busy server accepts one connection at each turn of its
 * event loop, so that new ones would wait for seconds.
 */
const openConnections = 400
const agent = new Agent({ keepAlive: true, maxFreeSockets: 1024 })

setPriority(19)
process.on('message', (order: Order) => void load(order).then((report) => process.send?.(report)))
process.on('disconnect', () => process.exit())

async function load(order: Order): Promise<Report> {
  const { port, headers } = order
  const health = { port, headers, route: 'GET /healthz', seconds: 0, connections: 0 }
  await Promise.all(Array.from({ length: openConnections }, () => sendOne(health, { number: 0, odd: [] })))
  const report: Report = { sent: 0, statuses: {}, odd: [], served_per_second: 0 }
  const end = performance.now() + order.seconds * 1000
  let served = 0
  const send = async () => {
    const status = await sendOne(order, { number: report.sent++, odd: report.odd })
    report.statuses[status] = (report.statuses[status] ?? 0) + 1
    if (status < 300 && performance.now() < end) served++
  }
  if ('connections' in order) {
    const sendInTurn = async () => {
      while (performance.now() < end) await send()
    }
    await Promise.all(Array.from({ length: order.connections }, sendInTurn))
  } else await sendAtRate(order.rate, end, send)
  return { ...report, served_per_second: served / order.seconds }
}

async function sendAtRate(rate: number, end: number, send: () => Promise<void>) {
  const pending = new Set<Promise<void>>()
  const begin = performance.now()
  let count = 0
  while (performance.now() < end) {
    for (const due = ((performance.now() - begin) / 1000) * rate; count < due; count++) {
      const sent = send()
      pending.add(sent)
      void sent.finally(() => pending.delete(sent))
    }
    await new Promise((resolve) => setTimeout(resolve, stepMilliseconds))
  }
  await Promise.all(pending)
}

type Sending = { number: number; odd: string[] }

function sendOne({ port, route, headers, body }: Order, { number, odd }: Sending) {
  const [method, path] = route.split(' ')
  const { promise, resolve } = Promise.withResolvers<number>()
  const own = headers[number % headers.length] ?? {}
  const sent = request({ host: '127.0.0.1', port, agent, method, path, headers: own, timeout: 30_000 }, (answer) => {
    const status = answer.statusCode ?? 0
    let text = ''
    if (status < 300) answer.resume()
    else answer.setEncoding('utf8').on('data', (part) => (text += part))
    answer.on('error', () => resolve(0))
    answer.on('end', () => {
      const isRefusal = status === 429 || status === 503
      const isAsSpecified = Number(answer.headers['retry-after']) > 0 && /^\{"detail":".+"/.test(text)
      if (isRefusal && !isAsSpecified && odd.length < mostOdd) odd.push(`${status} ${JSON.stringify(answer.headers)} ${text}`)
      resolve(status)
    })
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => resolve(0))
  sent.end(body)
  return promise
}
