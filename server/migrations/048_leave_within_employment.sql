-- Leave before the first day of work, or after the last one, costs nothing. Ledgers follow in the next night.

-- The owner of the database, who is no superuser, sees no tenant's rows.
alter table people no force row level security;
alter table leave_requests no force row level security;
alter table leave_days no force row level security;
delete from leave_days d using people p
where p.tenant_id = d.tenant_id and p.id = d.person_id and (d.day < p.starts_on or d.day > p.ends_on);
update leave_requests r set half_days = (
  select count(*) from leave_days d where d.tenant_id = r.tenant_id and d.leave_id = r.id)
from people p
where p.tenant_id = r.tenant_id and p.id = r.person_id and r.status in ('pending', 'approved')
  and (r.from_day < p.starts_on or r.to_day > p.ends_on);
alter table people force row level security;
alter table leave_requests force row level security;
alter table leave_days force row level security;
