// The jobs that a backup holds: those that nobody would ask for again. The library makes them anew, because its tables change with its version.
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { QueueName } from '../kit/jobs.ts'

export type QueuedJob = { id: string; queue: QueueName; data: object; start_after: string }

const kept: QueueName[] = ['mail', 'forgotten_password', 'delete_workspace']

export async function listJobs(client: pg.ClientBase) {
  const { rows } = await client.query<QueuedJob>(
    `select id::text, name::text as queue, data, start_after::text from pgboss.job
     where name = any($1) and state::text in ('created', 'retry', 'active') order by created_on`,
    [kept],
  )
  return rows
}

/** Enqueues the jobs in the transaction of this client, under their ids, by which mail servers recognise a mail sent twice. */
export async function enqueueJobs(client: pg.ClientBase, owner_url: string, jobs: QueuedJob[]) {
  const boss = new PgBoss({ connectionString: owner_url, max: 1, supervise: false, schedule: false, migrate: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const db = { executeSql: async (text: string, values?: unknown[]) => client.query(text, values) }
    for (const queue of kept) {
      const own = jobs.filter((job) => job.queue === queue)
      const inserted = own.map(({ id, data, start_after }) => ({ id, data, startAfter: new Date(start_after) }))
      if (inserted.length) await boss.insert(queue, inserted, { db })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
