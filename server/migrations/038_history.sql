-- Who changed what, and reactions to comments: docs/decisions/067-history.md

-- One row for each field that a request has changed. The server can only add rows and read them: neither a bug nor a person can rewrite
-- what happened.
create table history (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  at timestamptz not null default now(),
  person_id bigint not null,
  project_id bigint not null,
  -- Null if it is the project itself that changed. None of these is a foreign key: it may be in the trash, and come back under its id.
  task_id bigint,
  subtask_id bigint,
  comment_id bigint,
  field text not null,
  before text,
  after text,
  check (task_id is not null or num_nonnulls(subtask_id, comment_id) = 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade
);
create index history_task on history (tenant_id, task_id, id) where task_id is not null and comment_id is null;
create index history_project on history (tenant_id, project_id, id) where task_id is null;
create index history_comment on history (tenant_id, comment_id, id) where comment_id is not null;
call protect_tenant_table('history');
grant select, insert on history to atrium_workspace;

create table comment_reactions (
  tenant_id bigint not null references tenants,
  -- Not foreign keys, for the same reason.
  comment_id bigint not null,
  task_id bigint not null,
  person_id bigint not null,
  reaction text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, comment_id, person_id, reaction),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index comment_reactions_task on comment_reactions (tenant_id, task_id);
call protect_tenant_table('comment_reactions');
grant select, insert, delete on comment_reactions to atrium_workspace;

alter table comments add column edited_at timestamptz;
grant update (text, edited_at) on comments to atrium_workspace;

-- The nightly sweep forgets what is gone for good. It is the platform's, in the context of each workspace, and sees no text.
grant select (tenant_id, task_id, subtask_id, comment_id), delete on history to atrium_platform;
grant select (tenant_id, task_id, comment_id), delete on comment_reactions to atrium_platform;
grant select (tenant_id, id) on tasks, subtasks, comments to atrium_platform;
grant select (tenant_id, kind, row_id) on trash to atrium_platform;
