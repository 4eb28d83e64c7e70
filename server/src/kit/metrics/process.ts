import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { Pools } from '../context.ts'

/** The process itself and its database connections. */
export function countProcess(registry: Registry, { version, pools, waitingForShare }: ProcessFigures) {
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'atrium_build_info',
    help: 'Always 1. The labels name the versions of the server and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  new Gauge({
    name: 'atrium_event_loop_utilization_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
  countConnections(registry, pools)
  new Gauge({
    name: 'atrium_database_share_waiting',
    help: 'Requests that wait for their workspace’s share of the database connections.',
    registers,
    collect() {
      this.set(waitingForShare())
    },
  })
}

export type ProcessFigures = { version: string; pools: Pools; waitingForShare: () => number }

function countConnections(registry: Registry, pools: Pools) {
  const all = Object.entries(pools)
  const registers = [registry]
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Open database connections, by pool and state.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of all) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'in use' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'atrium_database_connections_max',
    help: 'Database connections that a pool may open.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { options }] of all) this.set({ pool }, options.max ?? 0)
    },
  })
  new Gauge({
    name: 'atrium_database_connections_waiting',
    help: 'Transactions that wait for a database connection, by pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of all) this.set({ pool }, waitingCount)
    },
  })
}
