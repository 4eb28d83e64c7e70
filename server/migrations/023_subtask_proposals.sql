-- Subtasks that developers propose. A row is gone once the manager has accepted or declined it.
create table subtask_proposals (
  tenant_id bigint not null,
  id bigint not null default next_id(),
  -- Its task's, which never changes.
  project_id bigint not null,
  task_id bigint not null,
  -- The proposer.
  person_id bigint not null,
  title text not null,
  description text not null default '',
  estimated_hours numeric(6, 1) check (estimated_hours >= 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index subtask_proposals_project on subtask_proposals (tenant_id, project_id, id);
create index subtask_proposals_task on subtask_proposals (tenant_id, task_id);
call protect_tenant_table('subtask_proposals');
grant select, insert, delete on subtask_proposals to atrium_workspace;
