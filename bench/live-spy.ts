// Preloaded into a server: reports the commit of each chat message to the bench, and the memory on request.
import pg from 'pg'
import { now } from './live-clock.ts'

export type Overheard = { committed: number; at: number } | { rss: number; heap: number; outside: number }

const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
const messages = new WeakMap<pg.Client, number>()
const tell = (overheard: Overheard) => process.send?.(overheard)

Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...args: unknown[]) {
    const answer = query.apply(this, args)
    const [first] = args
    const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
    if (!(answer instanceof Promise)) return answer
    if (text.startsWith('insert into "chat_messages"'))
      answer.then(
        ({ rows: [row] }: { rows: { id: number }[] }) => row && messages.set(this, row.id),
        () => undefined,
      )
    if (text === 'commit' && messages.has(this))
      answer.then(
        () => {
          tell({ committed: messages.get(this) ?? 0, at: now() })
          messages.delete(this)
        },
        () => undefined,
      )
    return answer
  },
})

process.on('message', (request) => {
  if (request !== 'memory') return
  for (let times = 0; times < 3; times++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  tell({ rss, heap: heapUsed, outside: external })
})
