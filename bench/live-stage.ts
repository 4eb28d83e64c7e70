import type { ChildProcess } from 'node:child_process'
import { freePort } from '../server/src/testing/free-port.ts'
import type { Order, Orders } from './live-said.ts'
import type { Crowd } from './live-scene.ts'
import type { Overheard } from './live-spy.ts'
import type { Place } from './scene.ts'
import { end, startChild, startServer } from './stage.ts'
import { stopped } from './stopping.ts'
import type { Window } from './window.ts'

export type Stage = Place & { cleaning: AsyncDisposableStack; folder: string; postmaster: number | undefined }
export type Live = Stage & { scene: Crowd; crowd: Crew; window: Window }
type Crew = Awaited<ReturnType<typeof startCrowd>>

const patience = 120_000
type Answer = { answer: never } | { error: string }

/** Starts a process of many browsers, which executes one order at a time. */
export async function startCrowd(cleaning: AsyncDisposableStack) {
  const child = startChild(['bench/live-crowd.ts'])
  cleaning.defer(() => end(child))
  const order = async <Name extends keyof Orders>(
    name: Name,
    parameters: Orders[Name]['asks'],
  ): Promise<Orders[Name]['answers']> => {
    const answered = nextFrom<Answer>(child, (message) => 'answer' in message || 'error' in message)
    child.send({ order: name, ...parameters } as Order)
    const answer = await answered
    if ('error' in answer) throw new Error(answer.error)
    return answer.answer
  }
  return { order, pid: child.pid }
}

/** Resolves to the next matching message of a process. Rejects if the process ends or takes too long. */
function nextFrom<Message>(child: ChildProcess, matches: (message: Message) => boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const hear = (message: Message) => {
    if (matches(message)) resolve(message)
  }
  const leave = () => reject(new Error('A process of the bench has ended.'))
  const stop = () => reject(new Error('Stopped.'))
  const timer = setTimeout(() => reject(new Error('A process of the bench did not answer.')), patience)
  child.on('message', hear).on('exit', leave)
  stopped.addEventListener('abort', stop)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', hear).off('exit', leave)
    stopped.removeEventListener('abort', stop)
  })
}

/** Starts another of the product's servers. With `isSpied`, it reports commits and memory. */
export const startAnother = async (live: Stage, { isSpied = false, port }: { isSpied?: boolean; port?: number } = {}) =>
  startServer({
    ...live,
    port: port ?? (await freePort()),
    nodeOptions: isSpied ? ['--expose-gc', '--import', './bench/live-spy.ts'] : [],
  })

/** Starts the socket baseline. */
export async function startBareSockets({ cleaning }: Stage, port = 0) {
  const child = startChild(['--expose-gc', 'bench/live-bare.ts', String(port)])
  cleaning.defer(() => end(child))
  const message = await nextFrom<{ port: number }>(child, () => true)
  return { port: message.port, pid: child.pid, child, stop: () => end(child) }
}

/** Bytes of memory of a spied or bare server after a garbage collection. */
export async function memoryOf(child: ChildProcess) {
  type Memory = Extract<Overheard, { rss: number }>
  const memory = nextFrom<Memory>(child, (message) => 'rss' in message)
  child.send('memory')
  return memory
}
