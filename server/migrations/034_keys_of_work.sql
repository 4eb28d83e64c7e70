-- Short keys of projects, and permanent numbers of their tasks and subtasks: WEB-42. docs/decisions/064-keys-of-work.md

-- A project's present key. Null until a server that knows keys has given it one.
alter table projects add column key text check (key ~ '^[A-Z][A-Z0-9]{1,9}$');

-- Every key that a project has or had: an old address goes on leading to it, so no other project gets it.
create table project_keys (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  project_id bigint not null,
  key text not null check (key ~ '^[A-Z][A-Z0-9]{1,9}$'),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  unique (tenant_id, key)
);
create index project_keys_project on project_keys (tenant_id, project_id);
call protect_tenant_table('project_keys');
grant select, insert on project_keys to atrium_workspace, atrium_platform;

-- The last number that was given in a project. A row of its own, because changes of tasks share a lock on the project's row.
create table project_numbers (
  tenant_id bigint not null references tenants,
  project_id bigint not null,
  last_number integer not null default 0,
  primary key (tenant_id, project_id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade
);
call protect_tenant_table('project_numbers');
grant select, insert, update on project_numbers to atrium_workspace, atrium_platform;

-- Within the project. Null in rows that a server of an older release wrote after this migration, until the next night.
alter table tasks add column number integer;
alter table subtasks add column number integer;
create unique index tasks_number on tasks (tenant_id, project_id, number);
create index subtasks_number on subtasks (tenant_id, number);

-- The platform finds the workspaces whose work lacks them, from its own context only.
create index projects_without_key on projects (tenant_id) where key is null;
create index tasks_without_number on tasks (tenant_id) where number is null;
create index subtasks_without_number on subtasks (tenant_id) where number is null;
create policy platform_reads_unnumbered on projects for select to atrium_platform using (current_tenant() = 0 and key is null);
create policy platform_reads_unnumbered on tasks for select to atrium_platform using (current_tenant() = 0 and number is null);
create policy platform_reads_unnumbered on subtasks for select to atrium_platform using (current_tenant() = 0 and number is null);
grant select (tenant_id, key) on projects to atrium_platform;
grant select (tenant_id, number) on tasks to atrium_platform;
grant select (tenant_id, number) on subtasks to atrium_platform;
