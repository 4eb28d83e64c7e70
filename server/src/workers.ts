import cluster, { type Worker } from 'node:cluster'

/** One that ends sooner than this has failed at its start. */
const steadyMilliseconds = 1000
const pauseMilliseconds = 100
const longestPause = 10_000
const mostFailures = 6
/** What a process gets to finish what it is doing. */
const stopMilliseconds = 30_000

type Options = { count: number; environment: Record<string, string>; onGivenUp: (reason: string) => void }

/**
 * Starts `count` processes of this program, which share its port; `serving` resolves once they all do. One that ends has another
 * in its place. Where none lives long enough to serve, it gives up and says why.
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

  /** Resolves also where it ends before it serves, which the listener above looks after. */
  const begin = () =>
    new Promise<void>((resolve) => {
      const worker = cluster.fork(environment)
      worker.once('listening', () => resolve())
      worker.once('exit', () => resolve())
    })
  async function beginAll() {
    // What keeps one from starting is said once.
    await begin()
    if (!isOver) await Promise.all(Array.from({ length: count - 1 }, begin))
    if (isOver) await new Promise(() => {})
  }

  return {
    serving: beginAll(),
    /** Lets them all finish. */
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
