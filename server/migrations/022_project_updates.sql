-- What its manager or an administrator says about how a project stands. Rows never change.
create table project_updates (
  tenant_id bigint not null,
  id bigint not null default next_id(),
  project_id bigint not null,
  author_id bigint not null,
  state text not null check (state in ('on_track', 'at_risk', 'late')),
  text text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, author_id) references people (tenant_id, id)
);
create index project_updates_newest on project_updates (tenant_id, project_id, id desc);
call protect_tenant_table('project_updates');
grant select, insert, delete on project_updates to atrium_workspace;
