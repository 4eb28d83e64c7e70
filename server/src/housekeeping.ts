// What the server does once a night, such as deleting expired rows. See docs/decisions/015-what-is-kept-how-long.md.

import { remindOfDocuments } from './directory/reminders.ts'
import { sweepFiles } from './files/sweep.ts'
import { fillNextYear } from './holidays/fill.ts'
import type { Log, Pools, Services } from './kit/context.ts'
import { type Db, inTenant, sql } from './kit/db/db.ts'
import { continueLedgers } from './leave/nightly.ts'
import { completeAllKeys } from './projects/keys.ts'
import { removeRejected } from './recruiting/removal.ts'
import { sweepGoneWork } from './tasks/sweep.ts'

/** Retention in days, from writing a notification or an answer, and from the end of a session, log-in, link or code. */
export const keptDays = {
  notifications: 180,
  sessions: 30,
  password_links: 90,
  signup_codes: 30,
  open_log_ins: 1,
  answers: 9,
} as const

const before = (days: number) => sql`now() - ${days} * interval '1 day'`

const sweeps = [
  sql`delete from notifications where created_at < ${before(keptDays.notifications)} /* across tenants */`,
  sql`delete from sessions where coalesce(ended_at, expires_at) < ${before(keptDays.sessions)} /* across tenants */`,
  sql`delete from password_links where coalesce(ended_at, expires_at) < ${before(keptDays.password_links)} /* across tenants */`,
  sql`delete from open_log_ins where expires_at < ${before(keptDays.open_log_ins)} /* across tenants */`,
  sql`delete from answers where created_at < ${before(keptDays.answers)} /* across tenants */`,
  sql`delete from signup_codes where expires_at < ${before(keptDays.signup_codes)}`,
]

/** Deletes expired rows of every workspace, and returns their number. */
export async function deleteExpiredRows(pools: Pools) {
  let deleted = 0
  for (const sweep of sweeps) {
    const work = async (db: Db) => Number((await sweep.execute(db)).numAffectedRows ?? 0)
    deleted += await inTenant(pools.platform, 0, 'read write', work)
  }
  return deleted
}

/** Schedules the nightly work on one of the servers that share the database. */
export const scheduleHousekeeping = (
  services: Pick<Services, 'jobs' | 'store' | 'channels' | 'tokens'>,
  pools: Pools,
  log: Log,
) =>
  services.jobs.daily(
    'housekeeping',
    '17 3 * * *',
    async () => {
      // A server of an older release may have written work without numbers.
      await completeAllKeys(pools)
      const [deleted, files, references] = [
        await deleteExpiredRows(pools),
        await sweepFiles(pools, services.store),
        await sweepGoneWork(pools),
      ]
      const [locations, documents] = [await fillNextYear({ pools, log }), await remindOfDocuments({ pools, services, log })]
      const ledgers = await continueLedgers({ pools, log })
      const applicants = await removeRejected({ pools, services, log })
      log.info({ deleted, files, references, locations, documents, ledgers, applicants }, 'housekeeping')
    },
    log,
  )
