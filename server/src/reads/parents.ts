// Joins from a row to what it belongs to. `limit 1` keeps PostgreSQL from starting with the parents: an estimate that is too low would
// let it read all tasks of the tenant.
import type { Viewer } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'

type Sql = RawBuilder<unknown>

/** The project `p`. */
export const withProject = ({ tenant }: Viewer, id: Sql, join = sql`cross join`) => sql`${join} lateral (
  select p.id, p.key, p.name, p.assigned_pm from projects p where p.tenant_id = ${tenant.id} and p.id = ${id} limit 1) p`

/** The task `t`. */
export const withTask = ({ tenant }: Viewer, id: Sql, join = sql`cross join`) => sql`${join} lateral (
  select t.id, t.title, t.project_id from tasks t where t.tenant_id = ${tenant.id} and t.id = ${id} limit 1) t`

/** The chat room `r`. */
export const withRoom = ({ tenant }: Viewer, id: Sql, join = sql`cross join`) => sql`${join} lateral (
  select r.id, r.project_id, r.first_person_id, r.second_person_id from chat_rooms r
  where r.tenant_id = ${tenant.id} and r.id = ${id} limit 1) r`

/** The person under this alias, with nulls if there is none. */
export const withPerson = ({ tenant }: Viewer, id: Sql, alias = sql`e`) => sql`left join lateral (
  select e.id, e.full_name from people e where e.tenant_id = ${tenant.id} and e.id = ${id} limit 1) ${alias} on true`
