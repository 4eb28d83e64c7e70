import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'

/**
 * The members of a person's projects, as a query of their ids. The memberships of the workspace are read once: looking up those of each
 * project reads more pages than there are. The role is read so that PostgreSQL doesn't look up each row from an index without it.
 */
export const mates = ({ tenant }: { tenant: Pick<Ctx['tenant'], 'id'> }, person_id: number): RawBuilder<number> => sql`
  with m as materialized (select m.project_id, m.person_id, m.role from members m where m.tenant_id = ${tenant.id})
  select m.person_id from m where m.project_id in (select o.project_id from m o where o.person_id = ${person_id})`
