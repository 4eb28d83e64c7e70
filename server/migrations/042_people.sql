-- The people of a workspace as HR keeps them: docs/decisions/072-people.md

create table locations (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null check (name <> ''),
  -- Of the calendar of public holidays. Null where HR enters all of them.
  country text,
  region text,
  timezone text not null,
  -- For people who have none of their own.
  is_default boolean not null default false,
  -- The last year for which public holidays have been filled in.
  filled_through integer,
  check (region is null or country is not null),
  primary key (tenant_id, id)
);
create unique index locations_name on locations (tenant_id, lower(name));
create unique index locations_default on locations (tenant_id) where is_default;
call protect_tenant_table('locations');
grant select, insert, update (name, country, region, timezone, is_default, filled_through), delete on locations to atrium_workspace;

create table holidays (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  location_id bigint not null,
  day date not null,
  name text not null check (name <> ''),
  -- The afternoon is off.
  is_half boolean not null default false,
  -- Entered or changed by HR: it stays when the location gets another calendar.
  is_own boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, location_id, day)
);
call protect_tenant_table('holidays');
alter table holidays add foreign key (tenant_id, location_id) references locations (tenant_id, id) on delete cascade;
grant select, insert, update (day, name, is_half, is_own), delete on holidays to atrium_workspace;

alter table people
  -- The number at work.
  add column phone text not null default '',
  add column location_id bigint,
  -- Null for developers, who report to their project manager.
  add column reports_to_id bigint,
  add column starts_on date,
  -- The last day of work.
  add column ends_on date,
  add check (ends_on >= starts_on),
  add check (reports_to_id <> id),
  add foreign key (tenant_id, location_id) references locations (tenant_id, id),
  add foreign key (tenant_id, reports_to_id) references people (tenant_id, id);
create index people_location on people (tenant_id, location_id) where location_id is not null;
create index people_reports_to on people (tenant_id, reports_to_id) where reports_to_id is not null;

create table schedules (
  tenant_id bigint not null references tenants,
  person_id bigint not null,
  -- It holds from this day until the next one begins.
  from_day date not null,
  -- From Monday to Sunday.
  minutes integer[] not null check (array_length(minutes, 1) = 7 and 0 <= all (minutes) and 1440 >= all (minutes)),
  primary key (tenant_id, person_id, from_day)
);
call protect_tenant_table('schedules');
alter table schedules add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (minutes), delete on schedules to atrium_workspace;

-- Only HR and the person see these two.
create table private_data (
  tenant_id bigint not null references tenants,
  person_id bigint not null,
  birthday date,
  address text not null default '',
  phone text not null default '',
  emergency_contact text not null default '',
  primary key (tenant_id, person_id)
);
call protect_tenant_table('private_data');
alter table private_data add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (birthday, address, phone, emergency_contact) on private_data to atrium_workspace;

create table documents (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  -- Whom it is about.
  owner_id bigint not null,
  content_id bigint not null,
  name text not null check (name <> ''),
  -- The last day on which it is valid.
  expires_on date,
  -- The latest reminder of that: how many days before it is due.
  reminded_days integer,
  -- Who has uploaded it.
  person_id bigint not null,
  -- When and by whom it was deleted. They can undo that for a while.
  trashed_at timestamptz,
  trashed_by bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index documents_owner on documents (tenant_id, owner_id);
create index documents_content on documents (tenant_id, content_id);
create index documents_expiry on documents (tenant_id, expires_on) where expires_on is not null;
call protect_tenant_table('documents');
alter table documents add foreign key (tenant_id, owner_id) references people (tenant_id, id);
alter table documents add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table documents add foreign key (tenant_id, content_id) references file_contents (tenant_id, id);
grant select, insert, update (name, expires_on, reminded_days, trashed_at, trashed_by), delete on documents to atrium_workspace;

alter table uploads
  -- Whom a document is about. It becomes one instead of a file, under the id in file_id.
  add column owner_id bigint,
  add foreign key (tenant_id, owner_id) references people (tenant_id, id),
  drop constraint uploads_check1,
  add check (num_nonnulls(task_id, room_id, owner_id) = 1);

create table checklist_templates (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null check (name <> ''),
  kind text not null check (kind in ('joiner', 'leaver')),
  primary key (tenant_id, id)
);
create unique index checklist_templates_name on checklist_templates (tenant_id, kind, lower(name));
call protect_tenant_table('checklist_templates');
grant select, insert, update (name, kind), delete on checklist_templates to atrium_workspace;

create table checklist_template_items (
  tenant_id bigint not null references tenants,
  template_id bigint not null,
  position integer not null,
  title text not null check (title <> ''),
  owner text not null check (owner in ('hr', 'manager', 'person')),
  -- From the first day of a joiner, or the last one of a leaver.
  days integer not null,
  primary key (tenant_id, template_id, position)
);
call protect_tenant_table('checklist_template_items');
alter table checklist_template_items
  add foreign key (tenant_id, template_id) references checklist_templates (tenant_id, id) on delete cascade;
grant select, insert, delete on checklist_template_items to atrium_workspace;

create table checklists (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  -- As the template was when it began.
  name text not null check (name <> ''),
  kind text not null check (kind in ('joiner', 'leaver')),
  day date not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index checklists_person on checklists (tenant_id, person_id);
call protect_tenant_table('checklists');
alter table checklists add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, delete on checklists to atrium_workspace;

create table checklist_items (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  checklist_id bigint not null,
  position integer not null,
  title text not null check (title <> ''),
  owner text not null check (owner in ('hr', 'manager', 'person')),
  due_on date not null,
  done_at timestamptz,
  done_by bigint,
  check ((done_at is null) = (done_by is null)),
  primary key (tenant_id, id)
);
create index checklist_items_checklist on checklist_items (tenant_id, checklist_id, position);
create index checklist_items_open on checklist_items (tenant_id, owner, due_on) where done_at is null;
call protect_tenant_table('checklist_items');
alter table checklist_items add foreign key (tenant_id, checklist_id) references checklists (tenant_id, id) on delete cascade;
alter table checklist_items add foreign key (tenant_id, done_by) references people (tenant_id, id);
grant select, insert, update (done_at, done_by) on checklist_items to atrium_workspace;

-- The platform finds the workspaces with something to do at night, from its own context only.
create policy platform_reads on locations for select to atrium_platform using (current_tenant() = 0);
grant select (tenant_id, id, country, region, filled_through) on locations to atrium_platform;
create policy platform_reads on documents for select to atrium_platform using (current_tenant() = 0);
grant select (tenant_id, expires_on, reminded_days, trashed_at) on documents to atrium_platform;
