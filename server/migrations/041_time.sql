-- The time that people spend on subtasks, and its approval week by week: docs/decisions/071-time.md
create table time_entries (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  project_id bigint not null,
  -- Neither is a foreign key: the work may be in the trash, or gone for good. Its hours stay.
  task_id bigint not null,
  subtask_id bigint not null,
  -- The subtask's, for the time after it is gone.
  number integer,
  title text not null,
  -- In the workspace's time zone.
  day date not null,
  minutes integer not null check (minutes between 1 and 1440),
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index time_entries_person on time_entries (tenant_id, person_id, day);
create index time_entries_subtask on time_entries (tenant_id, subtask_id, day);
call protect_tenant_table('time_entries');
alter table time_entries add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table time_entries add foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade;
grant select, insert, update (title, day, minutes, note), delete on time_entries to atrium_workspace;

-- The key keeps a person from running two at once.
create table timers (
  tenant_id bigint not null references tenants,
  person_id bigint not null,
  project_id bigint not null,
  task_id bigint not null,
  subtask_id bigint not null,
  number integer,
  title text not null,
  started_at timestamptz not null default now(),
  primary key (tenant_id, person_id)
);
create index timers_subtask on timers (tenant_id, subtask_id);
call protect_tenant_table('timers');
alter table timers add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table timers add foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade;
grant select, insert, update (title), delete on timers to atrium_workspace;

-- The week of a person in a project. There is no row while it is open.
create table time_sheets (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  -- Its Monday.
  week date not null check (extract(isodow from week) = 1),
  project_id bigint not null,
  status text not null default 'submitted' check (status in ('submitted', 'approved', 'returned')),
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by bigint,
  -- Why it was returned.
  reason text not null default '',
  check ((status = 'submitted') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  primary key (tenant_id, id),
  unique (tenant_id, person_id, week, project_id)
);
create index time_sheets_week on time_sheets (tenant_id, week);
call protect_tenant_table('time_sheets');
alter table time_sheets add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table time_sheets add foreign key (tenant_id, decided_by) references people (tenant_id, id);
alter table time_sheets add foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade;
grant select, insert, update (status, submitted_at, decided_at, decided_by, reason), delete on time_sheets to atrium_workspace;

-- The sum of its entries, which every list of tasks shows.
alter table subtasks add column spent_minutes integer not null default 0;
