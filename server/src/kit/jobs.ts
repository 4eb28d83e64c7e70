import { fromKysely, type JobResult, PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import type { Log } from './context.ts'
import { type Db, patience } from './db/db.ts'
import { observer } from './observer.ts'
import { tracer } from './tracer.ts'

/** The queues and their retry policies. A mail is retried for about a week, with growing delays. */
export const queues = {
  mail: {
    retryLimit: 3500,
    retryBackoff: true,
    retryDelay: 2,
    retryDelayMax: 180,
    // A worker takes five mails at a time, each of which may take the mailer's whole time-out.
    expireInSeconds: 120,
    // A running job sends a heartbeat every few seconds. After this long without one, its server is considered dead and the job is retried.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
  },
  forgotten_password: { retryLimit: 5, retryDelay: 2, heartbeatSeconds: 10, deleteAfterSeconds: 60 },
  // Erasing half a million rows takes a minute, and the mail at its end is retried like the others.
  delete_workspace: {
    retryLimit: 1000,
    retryBackoff: true,
    retryDelay: 5,
    retryDelayMax: 600,
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
  },
  // A night's backup that no server has taken for a day is not made up for.
  backup: {
    retryLimit: 3,
    retryDelay: 600,
    expireInSeconds: 6 * 3600,
    heartbeatSeconds: 10,
    retentionSeconds: 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
  },
  housekeeping: { retryLimit: 5, retryDelay: 600, expireInSeconds: 600, deleteAfterSeconds: 24 * 3600 },
} satisfies Record<string, Omit<Queue, 'name'>>
export type QueueName = keyof typeof queues

/** For a person who waits for it: it goes before the others, and is retried soon as long as it lasts. */
const urgent = { priority: 1, retryBackoff: false, retryDelay: 3 }

export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** Opens the job queue. Jobs are rows: enqueued in the transaction that causes them, and run at least once after it has committed. */
export async function openJobs(url: string, onError: (error: Error) => void, max = 3) {
  const boss = new PgBoss({
    ...patience,
    // Nobody waits for a job as for an answer, so a busy machine need not alarm anybody.
    connectionTimeoutMillis: 20_000,
    connectionString: url,
    application_name: 'atrium jobs',
    max,
    migrate: false,
    createSchema: false,
    // Seconds between two searches for the jobs of dead servers.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Evaluates the schedules twice a minute. The migration creates the queue that this needs.
    schedule: true,
    // Rebuilding indexes needs the owner's rights, which the running server does not have.
    reindex: false,
  })
  boss.on('error', onError)
  await boss.start()

  return {
    /** Enqueues a job in this transaction. Its data must hold no secrets: only ids from which the worker derives what it needs. */
    async enqueue(db: Db, queue: QueueName, data: object, { isUrgent = false } = {}) {
      await boss.send(queue, data, { ...(isUrgent && urgent), db: fromKysely(db) })
    },

    /** Enqueues many jobs by one statement. */
    async enqueueAll(db: Db, queue: QueueName, all: readonly object[]) {
      const jobs = all.map((data) => ({ data }))
      await boss.insert(queue, jobs, { db: fromKysely(db) })
    },

    /** Runs the jobs of a queue one after another. A rejected job is retried later, with the same `id`, after a line in the log if there is one. */
    work: <T extends object>(queue: QueueName, work: (data: T, id: string) => Promise<void>, log?: Pick<Log, 'error'>) =>
      boss.work<T, unknown, WorkOptions & { perJobResults: true }>(
        queue,
        { pollingIntervalSeconds: 0.5, batchSize: 5, burstWhenBatchFull: true, perJobResults: true, heartbeatRefreshSeconds: 3 },
        async (jobs) => {
          const results: JobResult[] = []
          for (const { data, id } of jobs) results.push(await attempt(queue, () => work(data, id), { id, log }))
          return results
        },
      ),

    /** Runs work once a day in one of the servers that share the database. `time` is a cron expression, in UTC. */
    async daily(queue: QueueName, time: string, work: () => Promise<void>, log: Pick<Log, 'error'>) {
      await boss.schedule(queue, time)
      await this.work(queue, work, log)
    },

    /** How many jobs of each queue are in the database, by state, and the age in seconds of the oldest one that waits. */
    async backlog(): Promise<Backlog[]> {
      const { rows } = await boss.getDb().executeSql(backlogQuery, [Object.keys(queues)])
      return rows
    },

    /** Waits for the current job, then closes the connections. */
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

type Backlog = { queue: string; waiting: number; retrying: number; active: number; oldest_seconds: number }

const backlogQuery = `
  select
    q.name as queue,
    count(*) filter (where state = 'created')::int as waiting,
    count(*) filter (where state = 'retry')::int as retrying,
    count(*) filter (where state = 'active')::int as active,
    coalesce(extract(epoch from now() - min(j.created_on) filter (where state < 'active')), 0)::float as oldest_seconds
  from unnest($1::text[]) as q (name) left join pgboss.job j on j.name = q.name and j.state < 'completed'
  group by q.name`

type Attempted = { id: string; log: Pick<Log, 'error'> | undefined }

async function attempt(queue: QueueName, work: () => Promise<void>, { id, log }: Attempted): Promise<JobResult> {
  const start = performance.now()
  try {
    await (tracer.inJob ? tracer.inJob(`job ${queue}`, { 'atrium.job.id': id }, work) : work())
    observer.jobEnded?.(queue, 'done', performance.now() - start)
    return { id, status: 'completed' }
  } catch (error) {
    observer.jobEnded?.(queue, 'failed', performance.now() - start)
    log?.error({ err: error, queue, job: id }, 'job failed')
    return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}
