// Preloaded into a server: reports every statement of its requests to the bench.
import pg from 'pg'

/** `connection`: its number. `rides`: sent while another statement of the connection was in flight, so in the same round trip. */
export type Report =
  | { kind: 'sent'; n: number; text: string; values: unknown[] | null; rides: boolean; connection: number }
  | { kind: 'done'; n: number; row: Record<string, unknown> | null }
  /** Answers any message: all earlier reports have been sent. */
  | { kind: 'caught up' }

const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
const outstanding = new WeakMap<object, number>()
const connections = new WeakMap<object, number>()
let connected = 0
let count = 0

Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...args: unknown[]) {
    const { user, connectionParameters } = this as pg.Client & { connectionParameters?: { application_name?: string } }
    // Events to other servers are sent separately, after the commit.
    if (!/^atrium_(workspace|platform)/.test(user ?? '') || connectionParameters?.application_name === 'atrium bus')
      return query.apply(this, args)
    const n = count++
    const busy = outstanding.get(this) ?? 0
    outstanding.set(this, busy + 1)
    const connection = connections.get(this) ?? connected++
    connections.set(this, connection)
    tell({ kind: 'sent', n, ...statementOf(args), rides: busy > 0, connection })
    const done = (row: Record<string, unknown> | null) => {
      outstanding.set(this, (outstanding.get(this) ?? 1) - 1)
      tell({ kind: 'done', n, row })
    }

    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        done(rowOf(result))
        callback(error, result)
      }
      return query.apply(this, args)
    }
    const answer = query.apply(this, args)
    if (answer instanceof Promise)
      answer.then(
        (result) => done(rowOf(result)),
        () => done(null),
      )
    return answer
  },
})

const tell = (report: Report) => process.send?.(report)
process.on('message', () => tell({ kind: 'caught up' }))

function statementOf([first, second]: unknown[]) {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : null }
  const { text, values } = first as { text: string; values?: unknown[] }
  return { text, values: values ?? [] }
}

function rowOf(result: unknown) {
  const rows = (result as { rows?: Record<string, unknown>[] } | undefined)?.rows
  return rows?.length === 1 ? (rows[0] ?? null) : null
}
