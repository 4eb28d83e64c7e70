import { AggregatorRegistry, type MetricObjectWithValues, type MetricValueWithName, Registry } from 'prom-client'
import { type Jobs, queues } from '../jobs.ts'
import { countLive } from './live.ts'
import { countProcess, type ProcessFigures } from './process.ts'
import { countRequests } from './requests.ts'
import { countQueues, countWork } from './work.ts'

type Metrics = MetricObjectWithValues<MetricValueWithName<string>>[]
/** The figures of one process, and those that all processes share, if it was asked for them. */
export type Collected = { own: Metrics; shared: Metrics }
export type Collect = (options: { isShared: boolean }) => Promise<Collected>

export type Figures = ProcessFigures & { requestsInFlight: () => number; jobs: Pick<Jobs, 'backlog'>; socketRoutes: string[] }

/** Starts to count, and returns the function that collects the counts. */
export function startCounting(figures: Figures): Collect {
  const [own, shared] = [new Registry(), new Registry()]
  const queueNames = Object.keys(queues)
  countProcess(own, figures)
  countRequests(own, figures)
  countLive(own, figures.socketRoutes)
  countWork(own, queueNames)
  const readQueues = countQueues(shared, figures.jobs)
  return async ({ isShared }) => {
    if (isShared) await readQueues()
    return { own: await metricsOf(own), shared: isShared ? await metricsOf(shared) : [] }
  }
}

/** A process sends its figures to another one as JSON, which has no NaN. */
async function metricsOf(registry: Registry): Promise<Metrics> {
  const metrics = (await registry.getMetricsAsJSON()) as Metrics
  return metrics.map((metric) => ({ ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }))
}

/**
 * The text that Prometheus reads. Each worker's figures are labelled instead of summed: a sum would fall when a worker is replaced,
 * which Prometheus takes for a restart of all.
 */
export function render(workers: { worker: string; collected: Collected }[]) {
  const all = workers.map(({ worker, collected }) => [
    ...collected.own.map((metric) => ({
      ...metric,
      // Without it, the library would omit what makes no sense as a sum.
      aggregator: 'sum' as const,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } })),
    })),
    ...collected.shared,
  ])
  return AggregatorRegistry.aggregate(all).metrics()
}
