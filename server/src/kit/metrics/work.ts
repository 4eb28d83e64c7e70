import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Jobs } from '../jobs.ts'
import { observer } from '../observer.ts'
import { waitingHashes } from '../security/passwords.ts'

const waits = [0.001, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]
const jobDurations = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

/** Password hashes, mails and jobs of this process. */
export function countWork(registry: Registry, queues: readonly string[]) {
  const registers = [registry]
  new Gauge({
    name: 'atrium_password_hashes_waiting',
    help: 'Password hashes that wait for a core, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const { kind, waiting } of waitingHashes()) this.set({ kind }, waiting)
    },
  })
  const hashWait = new Histogram({
    name: 'atrium_password_hash_wait_seconds',
    help: 'Time that a password hash has waited for a core, by kind.',
    labelNames: ['kind'],
    buckets: waits,
    registers,
  })
  const jobs = new Counter({
    name: 'atrium_jobs_total',
    help: 'Attempts at jobs that have ended, by queue and outcome. A failed one is tried again.',
    labelNames: ['queue', 'outcome'],
    registers,
  })
  const jobDuration = new Histogram({
    name: 'atrium_job_duration_seconds',
    help: 'Time that an attempt at a job took, by queue.',
    labelNames: ['queue'],
    buckets: jobDurations,
    registers,
  })
  const mails = new Counter({
    name: 'atrium_mails_total',
    help: 'Attempts at mails that have ended, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  observer.hashStarted = (kind, waited) => hashWait.observe({ kind }, waited / 1000)
  observer.jobEnded = (queue, outcome, milliseconds) => {
    jobs.inc({ queue, outcome })
    jobDuration.observe({ queue }, milliseconds / 1000)
  }
  observer.mailEnded = (outcome) => mails.inc({ outcome })
  for (const { kind } of waitingHashes()) hashWait.zero({ kind })
  for (const queue of queues) for (const outcome of ['done', 'failed']) jobs.inc({ queue, outcome }, 0)
  for (const outcome of ['sent', 'failed', 'refused', 'not needed', 'dropped']) mails.inc({ outcome }, 0)
}

/** A scrape must not ask the database more often, nor wait longer for it. */
const freshMilliseconds = 5000
const answerMilliseconds = 1000

/**
 * The queues in the database, which all processes share. While it is away the figures are missing, so that none is taken for current,
 * and `atrium_database_up` says why.
 */
export function countQueues(registry: Registry, jobs: Pick<Jobs, 'backlog'>) {
  const registers = [registry]
  const up = new Gauge({ name: 'atrium_database_up', help: 'Whether the database told the queues in time.', registers })
  const labelNames = ['queue', 'state'] as const
  const waiting = new Gauge({
    name: 'atrium_jobs_queued',
    help: 'Jobs in the database, by queue and state.',
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: 'atrium_job_oldest_waiting_seconds',
    help: 'Age of the oldest job that waits for its first or next attempt, by queue.',
    labelNames: ['queue'],
    registers,
  })
  let reading: Promise<Awaited<ReturnType<Jobs['backlog']>> | null> = Promise.resolve(null)
  let isReading = false
  let readAt = Number.NEGATIVE_INFINITY

  function read() {
    if (isReading || performance.now() - readAt < freshMilliseconds) return
    isReading = true
    readAt = performance.now()
    reading = jobs
      .backlog()
      .catch(() => null)
      .finally(() => {
        isReading = false
      })
  }

  return async () => {
    read()
    const backlog = await Promise.race([reading, late()])
    up.set(backlog ? 1 : 0)
    waiting.reset()
    oldest.reset()
    for (const { queue, oldest_seconds, ...states } of backlog ?? []) {
      for (const [state, count] of Object.entries(states)) waiting.set({ queue, state }, count)
      oldest.set({ queue }, oldest_seconds)
    }
  }
}

const late = () =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, answerMilliseconds, null).unref()
  })
