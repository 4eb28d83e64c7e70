import { type Db, sql } from './db.ts'

/**
 * Lets one transaction of a workspace at a time go on from here, until its end: what it may do depends on other rows, such as those that
 * share a quota, or of which one is the default. A lock on the workspace's row in `tenants` would lock
 * the whole table on each node of a cluster, which has a copy.
 */
export const lockWorkspace = ({ db, tenant }: { db: Db; tenant: { id: number } }) =>
  sql`select pg_advisory_xact_lock(hashtextextended('workspace', ${tenant.id}))`.execute(db)
