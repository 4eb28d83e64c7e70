-- Work that waits for other work of its project: docs/decisions/068-dependencies.md
create table dependencies (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  project_id bigint not null,
  -- What waits: a subtask, or without one the task.
  task_id bigint not null,
  subtask_id bigint,
  -- What it waits for. None of these is a foreign key: it may be in the trash, and come back under its id.
  blocker_task_id bigint not null,
  blocker_subtask_id bigint,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, task_id, subtask_id, blocker_task_id, blocker_subtask_id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade
);
create index dependencies_project on dependencies (tenant_id, project_id);
create index dependencies_blocker on dependencies (tenant_id, blocker_task_id);
call protect_tenant_table('dependencies');
grant select, insert, delete on dependencies to atrium_workspace;

-- For the nightly sweep, as in 038_history.sql.
grant select (tenant_id, task_id, subtask_id, blocker_task_id, blocker_subtask_id), delete on dependencies to atrium_platform;
