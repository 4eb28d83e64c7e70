// Digests of what the answers to reads depend on. The database computes them.
import { type RawBuilder, sql } from '../kit/db/db.ts'

/** The digest of rows in the order of their ids. Null without any. */
export const digestOf = (row: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<string | null>`encode(sha256(convert_to(string_agg(${row}::text, ',' order by ${id}), 'UTF8')), 'base64')`

/** All that answers show of the workspace's people. Their rows have no version. */
export const peopleDigest = (tenant_id: number) => sql`(
  select ${digestOf(sql`row(e.id, e.full_name, e.email, e.role, e.is_active)`, sql`e.id`)}
  from people e where e.tenant_id = ${tenant_id})`

/** All labels of the workspace. Renaming one does not change the version of its tasks. */
export const labelsDigest = (tenant_id: number) => sql`(
  select ${digestOf(sql`row(l.id, l.name, l.color)`, sql`l.id`)}
  from labels l where l.tenant_id = ${tenant_id})`
