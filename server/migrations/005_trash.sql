-- What was deleted a moment ago, with what went along, so that whoever deleted it can have it back. Deleting stays deleting:
-- no list has to leave anything out. A sweep empties it, so that what was deleted is gone soon after.
create table trash (
  tenant_id bigint not null references tenants,
  kind text not null check (kind in ('task', 'subtask', 'comment', 'label')),
  row_id bigint not null,
  deleted_by bigint not null,
  -- The moment itself: a deletion may have waited for somebody's change before.
  deleted_at timestamptz not null default clock_timestamp(),
  content json not null,
  primary key (tenant_id, kind, row_id),
  foreign key (tenant_id, deleted_by) references people (tenant_id, id)
);
create index trash_deleted_at on trash (deleted_at);
call protect_tenant_table('trash');
grant select, insert, delete on trash to atrium_workspace;
-- The sweep is the platform's, across tenants and from its own context only. It sees how old a row is, and not what is in it.
create policy platform_reads on trash for select to atrium_platform using (current_tenant() = 0);
create policy platform_sweeps on trash for delete to atrium_platform using (current_tenant() = 0);
grant select (tenant_id, deleted_at), delete on trash to atrium_platform;

-- Moves of one developer wait for each other, so the moment of the move, and not that of its transaction's begin, keeps their order.
alter table assignments alter column assigned_at set default clock_timestamp();
-- The history is read newest first: all of it, days of it, or one developer's.
create index assignments_newest on assignments (tenant_id, assigned_at desc, id desc);
create index assignments_newest_of_developer on assignments (tenant_id, developer_id, assigned_at desc, id desc);
drop index assignments_developer;
