import cluster from 'node:cluster'
import { sockets } from 'contract'
import type { Config } from './config.ts'
import type { Pools } from './kit/context.ts'
import type { Jobs } from './kit/jobs.ts'

type Options = { jobs: Jobs; pools: Pools; figures: { requestsInFlight: () => number; waitingForShare: () => number } }

/** Counts what this process does, and serves the figures, or hands them to the primary process. Does nothing unless they are configured. */
export async function startMetrics({ metrics, version }: Config, { jobs, pools, figures }: Options) {
  if (!metrics) return
  const { startCounting } = await import('./kit/metrics/collect.ts')
  const socketRoutes = Object.values(sockets).map(({ route }) => route)
  const collect = startCounting({ ...figures, version, jobs, pools, socketRoutes })
  if (cluster.isWorker) return (await import('./kit/metrics/workers.ts')).answerPrimary(collect)
  const { serveMetrics } = await import('./kit/metrics/endpoint.ts')
  return serveMetrics(metrics, async () => [{ worker: '1', collected: await collect({ isShared: true }) }])
}

/** Serves the figures of all workers from the primary process. */
export async function serveWorkersMetrics({ metrics }: Config) {
  if (!metrics) return
  const { serveMetrics } = await import('./kit/metrics/endpoint.ts')
  const { askingWorkers } = await import('./kit/metrics/workers.ts')
  return serveMetrics(metrics, askingWorkers())
}
