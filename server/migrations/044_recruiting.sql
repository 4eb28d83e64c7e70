-- Recruiting: docs/decisions/075-recruiting.md

create table openings (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  title text not null check (title <> ''),
  department text not null,
  location_id bigint,
  -- Markdown.
  description text not null default '',
  -- The last day on which people can apply.
  closes_on date,
  status text not null default 'draft' check (status in ('draft', 'published', 'closed')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index openings_published on openings (tenant_id, id) where status = 'published';
create index openings_location on openings (tenant_id, location_id) where location_id is not null;
call protect_tenant_table('openings');
alter table openings add foreign key (tenant_id, location_id) references locations (tenant_id, id);
grant select, insert, update (title, department, location_id, description, closes_on, status), delete on openings to atrium_workspace;

create table opening_questions (
  tenant_id bigint not null references tenants,
  opening_id bigint not null,
  position integer not null,
  text text not null check (text <> ''),
  is_required boolean not null,
  -- Answered in several lines.
  is_long boolean not null,
  primary key (tenant_id, opening_id, position)
);
call protect_tenant_table('opening_questions');
alter table opening_questions add foreign key (tenant_id, opening_id) references openings (tenant_id, id) on delete cascade;
grant select, insert, delete on opening_questions to atrium_workspace;

create table recruiting_stages (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null check (name <> ''),
  kind text not null check (kind in ('open', 'hired', 'rejected')),
  position integer not null,
  primary key (tenant_id, id)
);
create unique index recruiting_stages_kind on recruiting_stages (tenant_id, kind) where kind <> 'open';
call protect_tenant_table('recruiting_stages');
grant select, insert, update (name, position), delete on recruiting_stages to atrium_workspace;

create table applications (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  opening_id bigint not null,
  stage_id bigint not null,
  stage_since timestamptz not null default now(),
  -- Empty, as what follows, once the applicant's data has been removed.
  full_name text not null,
  email text not null,
  phone text not null default '',
  -- Addresses, one in each line.
  links text not null default '',
  cv_content_id bigint,
  cv_name text,
  -- The form that was sent: sent twice, it is one application.
  form_key text not null default gen_random_uuid()::text,
  created_at timestamptz not null default now(),
  rejected_at timestamptz,
  removed_at timestamptz,
  -- The employee.
  hired_id bigint,
  check ((cv_content_id is null) = (cv_name is null)),
  primary key (tenant_id, id),
  unique (tenant_id, form_key)
);
create index applications_opening on applications (tenant_id, opening_id, created_at);
create index applications_stage on applications (tenant_id, stage_id);
create index applications_email on applications (tenant_id, email) where removed_at is null;
create index applications_content on applications (tenant_id, cv_content_id) where cv_content_id is not null;
create index applications_rejected on applications (tenant_id, rejected_at) where rejected_at is not null and removed_at is null;
call protect_tenant_table('applications');
alter table applications add foreign key (tenant_id, opening_id) references openings (tenant_id, id);
alter table applications add foreign key (tenant_id, stage_id) references recruiting_stages (tenant_id, id);
alter table applications add foreign key (tenant_id, cv_content_id) references file_contents (tenant_id, id);
alter table applications add foreign key (tenant_id, hired_id) references people (tenant_id, id);
grant select, insert, update (stage_id, stage_since, full_name, email, phone, links, cv_content_id, cv_name, rejected_at, removed_at, hired_id)
  on applications to atrium_workspace;

-- The questions are kept as they were asked.
create table application_answers (
  tenant_id bigint not null references tenants,
  application_id bigint not null,
  position integer not null,
  question text not null,
  answer text not null,
  primary key (tenant_id, application_id, position)
);
call protect_tenant_table('application_answers');
alter table application_answers add foreign key (tenant_id, application_id) references applications (tenant_id, id);
grant select, insert, delete on application_answers to atrium_workspace;

-- What has happened with an application. Notes and mails go with the applicant's data.
create table application_entries (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  application_id bigint not null,
  event text not null check (event in ('applied', 'moved', 'note', 'mail', 'hire', 'hired', 'withdrawn', 'removed')),
  -- Null: the applicant, or the rule that removes data.
  person_id bigint,
  at timestamptz not null default now(),
  -- The name of the stage, as it was then.
  stage text,
  subject text not null default '',
  text text not null default '',
  primary key (tenant_id, id)
);
create index application_entries_application on application_entries (tenant_id, application_id);
create index application_entries_removed on application_entries (tenant_id, at) where event = 'removed';
call protect_tenant_table('application_entries');
alter table application_entries add foreign key (tenant_id, application_id) references applications (tenant_id, id);
alter table application_entries add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, delete on application_entries to atrium_workspace;

create table application_ratings (
  tenant_id bigint not null references tenants,
  application_id bigint not null,
  person_id bigint not null,
  stars integer not null check (stars between 1 and 5),
  comment text not null default '',
  at timestamptz not null default now(),
  primary key (tenant_id, application_id, person_id)
);
call protect_tenant_table('application_ratings');
alter table application_ratings add foreign key (tenant_id, application_id) references applications (tenant_id, id);
alter table application_ratings add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (stars, comment, at), delete on application_ratings to atrium_workspace;

create table interviews (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  application_id bigint not null,
  starts_at timestamptz not null,
  minutes integer not null check (minutes > 0),
  -- A room or a link.
  place text not null default '',
  agenda text not null default '',
  -- Counts its changes, as calendars do.
  sequence integer not null default 0,
  -- The organizer, to whom the applicant answers.
  person_id bigint not null,
  cancelled_at timestamptz,
  primary key (tenant_id, id)
);
create index interviews_application on interviews (tenant_id, application_id);
call protect_tenant_table('interviews');
alter table interviews add foreign key (tenant_id, application_id) references applications (tenant_id, id);
alter table interviews add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (starts_at, minutes, place, agenda, sequence, person_id, cancelled_at), delete on interviews to atrium_workspace;

create table interviewers (
  tenant_id bigint not null references tenants,
  interview_id bigint not null,
  person_id bigint not null,
  primary key (tenant_id, interview_id, person_id)
);
create index interviewers_person on interviewers (tenant_id, person_id);
call protect_tenant_table('interviewers');
alter table interviewers add foreign key (tenant_id, interview_id) references interviews (tenant_id, id) on delete cascade;
alter table interviewers add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, delete on interviewers to atrium_workspace;

-- Applicants who wait for an administrator's invitation.
create table hires (
  tenant_id bigint not null references tenants,
  application_id bigint not null,
  job_title text not null,
  department text not null,
  starts_on date not null,
  location_id bigint,
  person_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, application_id)
);
create index hires_location on hires (tenant_id, location_id) where location_id is not null;
call protect_tenant_table('hires');
alter table hires add foreign key (tenant_id, application_id) references applications (tenant_id, id);
alter table hires add foreign key (tenant_id, location_id) references locations (tenant_id, id);
alter table hires add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (location_id), delete on hires to atrium_workspace;

create table mail_templates (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null check (name <> ''),
  subject text not null,
  text text not null,
  primary key (tenant_id, id)
);
create unique index mail_templates_name on mail_templates (tenant_id, lower(name));
call protect_tenant_table('mail_templates');
grant select, insert, update (name, subject, text), delete on mail_templates to atrium_workspace;

-- Days after a rejection until an applicant's data is removed.
alter table tenants add column retention_days integer not null default 180 check (retention_days between 1 and 3650);
grant update (retention_days) on tenants to atrium_workspace;

-- The platform finds the workspaces whose applicants' data is due to be removed at night, from its own context only.
create policy platform_reads on applications for select to atrium_platform using (current_tenant() = 0);
grant select (tenant_id, rejected_at, removed_at) on applications to atrium_platform;
