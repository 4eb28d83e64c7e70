import type { ChildProcess } from 'node:child_process'
import type { Order, Orders } from './live-said.ts'
import type { Crowd } from './live-scene.ts'
import type { Overheard } from './live-spy.ts'
import type { Place } from './scene.ts'
import { end, freePort, startChild, startServer } from './stage.ts'
import { stopped } from './stopping.ts'
import type { Window } from './window.ts'

export type Stage = Place & { cleaning: AsyncDisposableStack; folder: string; postmaster: number | undefined }
export type Live = Stage & { scene: Crowd; crowd: Crew; window: Window }
type Crew = Awaited<ReturnType<typeof startCrowd>>

const patience = 120_000
type Answer = { answer: never } | { error: string }

/** A process full of browsers. It does one thing after another. */
export async function startCrowd(cleaning: AsyncDisposableStack) {
  const child = startChild(['bench/live-crowd.ts'])
  cleaning.defer(() => end(child))
  const order = async <Name extends keyof Orders>(name: Name, asked: Orders[Name]['asks']): Promise<Orders[Name]['answers']> => {
    const answered = nextFrom<Answer>(child, (said) => 'answer' in said || 'error' in said)
    child.send({ order: name, ...asked } as Order)
    const answer = await answered
    if ('error' in answer) throw new Error(answer.error)
    return answer.answer
  }
  return { order, pid: child.pid }
}

/** The next thing of this kind that a process says. */
function nextFrom<Said>(child: ChildProcess, isIt: (said: Said) => boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<Said>()
  const hear = (said: Said) => {
    if (isIt(said)) resolve(said)
  }
  const leave = () => reject(new Error('A process of the bench has ended.'))
  const stop = () => reject(new Error('Stopped.'))
  const impatience = setTimeout(() => reject(new Error('A process of the bench did not answer.')), patience)
  child.on('message', hear).on('exit', leave)
  stopped.addEventListener('abort', stop)
  return promise.finally(() => {
    clearTimeout(impatience)
    child.off('message', hear).off('exit', leave)
    stopped.removeEventListener('abort', stop)
  })
}

/** The product's own server, on a port of its own. One that is spied on tells commits and memory. */
export const startAnother = async (live: Stage, { isSpied = false, port }: { isSpied?: boolean; port?: number } = {}) =>
  startServer({
    ...live,
    port: port ?? (await freePort()),
    nodeOptions: isSpied ? ['--expose-gc', '--import', './bench/live-spy.ts'] : [],
  })

/** The floor of the sockets. */
export async function startBareSockets({ cleaning }: Stage, port = 0) {
  const child = startChild(['--expose-gc', 'bench/live-bare.ts', String(port)])
  cleaning.defer(() => end(child))
  const said = await nextFrom<{ port: number }>(child, () => true)
  return { port: said.port, pid: child.pid, child, stop: () => end(child) }
}

/** In bytes, of a server that is spied on or a bare one, with everything thrown away that can be. */
export async function memoryOf(child: ChildProcess) {
  type Memory = Extract<Overheard, { rss: number }>
  const told = nextFrom<Memory>(child, (said) => 'rss' in said)
  child.send('memory')
  return told
}
