-- Files of tasks and their comments: docs/decisions/065-files.md

-- What the store holds: identical bytes once for each workspace. The names of their objects are never used again.
create table file_contents (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  sha256 bytea not null check (octet_length(sha256) = 32),
  size integer not null check (size > 0),
  -- The media type that the content has, whatever the file is called.
  type text not null,
  -- The object in the store. Its previews are called like it, with the name of their size behind.
  object text not null check (object ~ '^[0-9a-f-]{36}$'),
  -- Pixels of the large preview. Null without previews.
  width integer,
  height integer,
  -- When its bytes last arrived.
  used_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, sha256),
  check ((width is null) = (height is null))
);
call protect_tenant_table('file_contents');
grant select, insert, update (used_at), delete on file_contents to atrium_workspace;

create table files (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  content_id bigint not null,
  -- Not a foreign key: the task may be in the trash, from where it comes back under its id.
  task_id bigint not null,
  -- The comment that it came with. Not a foreign key either.
  comment_id bigint,
  -- It waits for the comment that somebody is writing, and is seen by them alone.
  is_draft boolean not null default false,
  name text not null check (name <> ''),
  person_id bigint not null,
  -- When and by whom it was deleted by itself. They can undo that for a while.
  trashed_at timestamptz,
  trashed_by bigint,
  created_at timestamptz not null default now(),
  check (not (is_draft and comment_id is not null)),
  primary key (tenant_id, id),
  foreign key (tenant_id, content_id) references file_contents (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index files_task on files (tenant_id, task_id);
create index files_content on files (tenant_id, content_id);
call protect_tenant_table('files');
grant select, insert, update (comment_id, is_draft, trashed_at, trashed_by), delete on files to atrium_workspace;

-- A file that is arriving. Its parts are objects of the store.
create table uploads (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  task_id bigint not null,
  is_draft boolean not null default false,
  name text not null check (name <> ''),
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- What it has become. It is kept for a while, so that a last part that is sent again has the same answer.
  file_id bigint,
  -- When its last part arrived.
  touched_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
call protect_tenant_table('uploads');
grant select, insert, update (received, file_id, touched_at), delete on uploads to atrium_workspace;

-- The platform finds the workspaces that have something to sweep, from its own context only.
create policy platform_reads on file_contents for select to atrium_platform using (current_tenant() = 0);
create policy platform_reads on uploads for select to atrium_platform using (current_tenant() = 0);
grant select (tenant_id) on file_contents, uploads to atrium_platform;
