-- Files whose tasks were imported into a project.
create table imports (
  tenant_id bigint not null,
  id bigint not null default next_id(),
  project_id bigint not null,
  -- Who imported it.
  author_id bigint not null,
  format text not null check (format in ('csv', 'trello', 'asana', 'jira')),
  file_name text not null default '',
  tasks integer not null,
  subtasks integer not null,
  comments integer not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, author_id) references people (tenant_id, id)
);
create index imports_project on imports (tenant_id, project_id, id);
call protect_tenant_table('imports');
grant select, insert, update (undone_at), delete on imports to atrium_workspace;

-- What each row of those files became. The primary key lets a row in once, even if two people import the same file at the same time. The
-- ids have no foreign keys: a row stays known when somebody deletes its task, so that importing the file again does not bring it back.
create table imported_rows (
  tenant_id bigint not null,
  project_id bigint not null,
  format text not null,
  -- The id in the other tool; for a row without one, a hash of its content and its position among equal rows.
  external_id text not null,
  import_id bigint not null,
  kind text not null check (kind in ('task', 'subtask', 'comment')),
  row_id bigint not null,
  -- The task itself, or the one that the subtask or comment is in; its version when the import was done.
  task_id bigint not null,
  version integer not null,
  primary key (tenant_id, project_id, format, external_id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
create index imported_rows_import on imported_rows (tenant_id, import_id);
call protect_tenant_table('imported_rows');
grant select, insert, delete on imported_rows to atrium_workspace;

alter table trash drop constraint trash_kind_check;
alter table trash add constraint trash_kind_check check (kind in ('task', 'subtask', 'comment', 'label', 'import'));
