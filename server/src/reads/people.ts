// Facts about a person `p` that several parts of the product need.
import { type RawBuilder, sql } from '../kit/db/db.ts'

/** The manager: a developer's project manager, or the one that HR has entered while they can be one. */
export const reportsTo = (
  tenant_id: number,
): RawBuilder<number | null> => sql`case when p.role = 'developer' then p.manager_id else (
  select b.id from people b
  where b.tenant_id = ${tenant_id} and b.id = p.reports_to_id and b.is_active and b.role <> 'developer') end`

/** The location, or the default one. */
export const locationOf = (tenant_id: number): RawBuilder<number | null> => sql`coalesce(p.location_id, (
  select l.id from locations l where l.tenant_id = ${tenant_id} and l.is_default))`

/** Today's date where the person is. */
export const todayOf = (tenant_id: number): RawBuilder<string> => sql`(now() at time zone coalesce(
  (select l.timezone from locations l where l.tenant_id = ${tenant_id} and l.id = ${locationOf(tenant_id)}),
  (select t.timezone from tenants t where t.id = ${tenant_id})))::date`

/** Approved leave of these days, read once for all people. `awayUntil` needs this `with` clause. */
export const withAway = (tenant_id: number) => sql`with away as materialized (
  select r.person_id, r.from_day, r.to_day from leave_requests r
  where r.tenant_id = ${tenant_id} and r.status = 'approved' and r.to_day >= current_date - 1 and r.from_day <= current_date + 1)`

/** Whether the person is employed on a day. Without a first day of work, they have always been. */
export const isEmployedOn = (day: RawBuilder<string>): RawBuilder<boolean> => sql`(
  coalesce(p.starts_on, '-infinity') <= ${day} and coalesce(p.ends_on, 'infinity') >= ${day})`

/** The last day of the leave on which the person is today, where they are. Null for those who are there, and who are not employed today. */
export const awayUntil = (tenant_id: number): RawBuilder<string | null> => sql`(
  select least(max(a.to_day), p.ends_on) from away a
  where a.person_id = p.id and a.from_day <= ${todayOf(tenant_id)} and a.to_day >= ${todayOf(tenant_id)}
  having max(a.to_day) is not null and ${isEmployedOn(todayOf(tenant_id))})`
