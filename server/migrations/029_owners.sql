-- Exactly one administrator owns a workspace. In one that exists already, it is the first who is active.
alter table people add column is_owner boolean not null default false;

-- The owner of the database, who is no superuser, sees no tenant's rows.
alter table people no force row level security;
update people p set is_owner = true
from (select tenant_id, min(id) as id from people where role = 'tenant_admin' and is_active group by tenant_id) first
where p.tenant_id = first.tenant_id and p.id = first.id;
alter table people force row level security;

-- An owner is neither deleted nor given another role: first, the ownership goes to somebody else.
alter table people add constraint owner_check check (not is_owner or (is_active and role = 'tenant_admin'));
create unique index people_owner on people (tenant_id) where is_owner;
