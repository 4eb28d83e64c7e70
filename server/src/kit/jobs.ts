import { fromKysely, type JobResult, PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import { type Db, patience } from './db/db.ts'

/** The queues and how long each keeps trying. A mail is tried for about a week, ever more rarely. */
export const queues = {
  mail: {
    retryLimit: 1000,
    retryBackoff: true,
    retryDelay: 2,
    retryDelayMax: 600,
    // Five mails at a time, each of which may wait for the mail server as long as the mailer's patience.
    expireInSeconds: 120,
    // A job under way says so every few seconds. One that has been silent for this long was its server's last: it is tried again.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3600,
  },
  forgotten_password: { retryLimit: 5, retryDelay: 2, heartbeatSeconds: 10, deleteAfterSeconds: 60 },
  housekeeping: { retryLimit: 5, retryDelay: 600, expireInSeconds: 600, deleteAfterSeconds: 24 * 3600 },
} satisfies Record<string, Omit<Queue, 'name'>>
export type QueueName = keyof typeof queues

export type Jobs = Awaited<ReturnType<typeof openJobs>>

/** Jobs are rows: enqueued in the transaction that causes them, and done at least once after it has committed. */
export async function openJobs(url: string, onError: (error: Error) => void, max = 3) {
  const boss = new PgBoss({
    ...patience,
    connectionString: url,
    application_name: 'atrium jobs',
    max,
    migrate: false,
    createSchema: false,
    // How often the jobs of servers that died are looked for.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Looks at the schedules twice a minute. A queue of its own is made by the migration.
    schedule: true,
    // Rebuilding indexes needs the owner's rights, which the running server has not got.
    reindex: false,
  })
  boss.on('error', onError)
  await boss.start()

  return {
    /** Adds a job to what this transaction does. Its data must hold no secret: ids from which the worker makes what it needs. */
    async enqueue(db: Db, queue: QueueName, data: object) {
      await boss.send(queue, data, { db: fromKysely(db) })
    },

    /** Does the jobs of a queue, one after another. A job whose work rejects is tried again later. `id` is the same at every try. */
    work: <T extends object>(queue: QueueName, work: (data: T, id: string) => Promise<void>) =>
      boss.work<T, unknown, WorkOptions & { perJobResults: true }>(
        queue,
        { pollingIntervalSeconds: 0.5, batchSize: 5, burstWhenBatchFull: true, perJobResults: true, heartbeatRefreshSeconds: 3 },
        async (jobs) => {
          const results: JobResult[] = []
          for (const { data, id } of jobs)
            results.push(await work(data, id).then(() => ({ id, status: 'completed' }), failed(id)))
          return results
        },
      ),

    /** Does something once a day, by one of the servers that share the database. `time` is a cron expression, in UTC. */
    async daily(queue: QueueName, time: string, work: () => Promise<void>) {
      await boss.schedule(queue, time)
      await this.work(queue, work)
    },

    /** Waits for the job at hand, then lets go of the database. */
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

const failed =
  (id: string) =>
  (error: unknown): JobResult => ({
    id,
    status: 'failed',
    output: { message: error instanceof Error ? error.message : String(error) },
  })
