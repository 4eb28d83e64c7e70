import cluster, { type Worker } from 'node:cluster'

/** A worker that ends sooner has failed to start. */
const steadyMilliseconds = 1000
const pauseMilliseconds = 100
const longestPause = 10_000
const mostFailures = 6
/** How long a worker may take to finish its requests. */
const stopMilliseconds = 30_000

type Options = { count: number; environment: Record<string, string>; onGivenUp: (reason: string) => void }

/**
 * Starts `count` workers of this program, which share its port. `serving` resolves once all of them serve. A worker that ends
 * is replaced. If none lives long enough to serve, `onGivenUp` is called with the reason.
 */
export function startWorkers({ count, environment, onGivenUp }: Options) {
  const servingSince = new Map<Worker, number>()
  const pauses = new Set<NodeJS.Timeout>()
  let failures = 0
  let hasServed = false
  let isOver = false

  cluster.on('listening', (worker) => {
    servingSince.set(worker, performance.now())
    hasServed = true
  })
  cluster.on('exit', (worker, code, signal) => {
    const since = servingSince.get(worker)
    servingSince.delete(worker)
    if (isOver) return
    const isSteady = since !== undefined && performance.now() - since > steadyMilliseconds
    failures = isSteady ? 0 : failures + 1
    const how = `process ${worker.process.pid} ended with ${signal || `code ${code}`}`
    if (!hasServed || (failures >= mostFailures && !servingSince.size)) {
      isOver = true
      return onGivenUp(`The server does not start: ${how}.`)
    }
    const pause = isSteady ? 0 : Math.min(longestPause, pauseMilliseconds * 2 ** failures)
    process.stderr.write(`Server ${how}; another one takes its place.\n`)
    const timer = setTimeout(() => {
      pauses.delete(timer)
      cluster.fork(environment)
    }, pause)
    pauses.add(timer)
  })

  /** Also resolves if the worker ends before it serves, which the `exit` listener above handles. */
  const fork = () =>
    new Promise<void>((resolve) => {
      const worker = cluster.fork(environment)
      worker.once('listening', () => resolve())
      worker.once('exit', () => resolve())
    })
  async function forkAll() {
    // One worker starts first, so that an error that keeps all from starting is printed once.
    await fork()
    if (!isOver) await Promise.all(Array.from({ length: count - 1 }, fork))
    if (isOver) await new Promise(() => {})
  }

  return {
    serving: forkAll(),
    /** Resolves once all workers have finished their requests and ended. */
    async stop() {
      isOver = true
      for (const timer of pauses) clearTimeout(timer)
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && stopped(worker)))
    },
  }
}

async function stopped(worker: Worker) {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopMilliseconds)
  await ended
  clearTimeout(timer)
}
