-- Leave: docs/decisions/073-leave.md. Amounts are half days.

create table leave_types (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null check (name <> ''),
  color text not null check (color in ('teal', 'blue', 'iris', 'plum', 'rose', 'rust', 'green', 'slate')),
  needs_approval boolean not null default true,
  allows_half_days boolean not null default true,
  -- A proof that a request needs.
  proof text not null default 'none' check (proof in ('none', 'note', 'document')),
  is_archived boolean not null default false,
  primary key (tenant_id, id)
);
create unique index leave_types_name on leave_types (tenant_id, lower(name));
call protect_tenant_table('leave_types');
grant select, insert, update (name, color, needs_approval, allows_half_days, proof, is_archived) on leave_types to atrium_workspace;

-- The rules of a type from a year on.
create table leave_policies (
  tenant_id bigint not null references tenants,
  type_id bigint not null,
  year integer not null check (year between 2000 and 2100),
  -- For a whole year. Null: days are only counted.
  allowance integer check (allowance >= 0),
  granted text not null check (granted in ('yearly', 'monthly')),
  carry_limit integer check (carry_limit >= 0),
  carry_until text check (carry_until ~ '^\d\d-\d\d$'),
  overdraft integer not null default 0 check (overdraft >= 0),
  primary key (tenant_id, type_id, year)
);
call protect_tenant_table('leave_policies');
alter table leave_policies add foreign key (tenant_id, type_id) references leave_types (tenant_id, id);
grant select, insert, update (allowance, granted, carry_limit, carry_until, overdraft), delete on leave_policies to atrium_workspace;

create table leave_requests (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  type_id bigint not null,
  from_day date not null,
  starts_at_noon boolean not null default false,
  to_day date not null,
  ends_at_noon boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'cancelled')),
  -- The next step of the decision.
  stage text check (stage in ('manager', 'hr')),
  note text not null default '',
  -- The days that it costs, as in leave_days. It stays when the request is declined or cancelled.
  half_days integer not null default 0,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  check (to_day >= from_day),
  check ((status = 'pending') = (stage is not null)),
  primary key (tenant_id, id)
);
create index leave_requests_person on leave_requests (tenant_id, person_id, from_day);
create index leave_requests_pending on leave_requests (tenant_id, created_at) where status = 'pending';
create index leave_requests_approved on leave_requests (tenant_id, to_day) where status = 'approved';
call protect_tenant_table('leave_requests');
alter table leave_requests add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table leave_requests add foreign key (tenant_id, type_id) references leave_types (tenant_id, id);
alter table leave_requests add foreign key (tenant_id, created_by) references people (tenant_id, id);
grant select, insert, update (status, stage, half_days) on leave_requests to atrium_workspace;

-- Never changed.
create table leave_decisions (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  leave_id bigint not null,
  stage text not null check (stage in ('manager', 'hr')),
  is_approved boolean not null,
  decided_by bigint not null,
  decided_at timestamptz not null default now(),
  reason text not null default '',
  primary key (tenant_id, id)
);
create index leave_decisions_request on leave_decisions (tenant_id, leave_id);
call protect_tenant_table('leave_decisions');
alter table leave_decisions add foreign key (tenant_id, leave_id) references leave_requests (tenant_id, id);
alter table leave_decisions add foreign key (tenant_id, decided_by) references people (tenant_id, id);
grant select, insert on leave_decisions to atrium_workspace;

-- The half days that pending and approved requests cost: the key counts none twice. Days off and holidays have no rows.
create table leave_days (
  tenant_id bigint not null references tenants,
  person_id bigint not null,
  day date not null,
  -- 0 is the morning, 1 the afternoon.
  half integer not null check (half in (0, 1)),
  leave_id bigint not null,
  primary key (tenant_id, person_id, day, half)
);
create index leave_days_request on leave_days (tenant_id, leave_id);
call protect_tenant_table('leave_days');
alter table leave_days add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table leave_days add foreign key (tenant_id, leave_id) references leave_requests (tenant_id, id);
grant select, insert, delete on leave_days to atrium_workspace;

-- Only ever added to: a balance on a day is the sum of the entries up to it.
create table leave_ledger (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  type_id bigint not null,
  kind text not null check (kind in ('grant', 'expiry', 'correction', 'taken', 'returned')),
  -- The subject of the entry, such as `grant 2026` or `request 17`. Null for corrections.
  key text,
  day date not null,
  half_days integer not null check (half_days <> 0),
  leave_id bigint,
  reason text not null,
  -- Null: the rules.
  by_id bigint,
  created_at timestamptz not null default now(),
  check ((kind = 'correction') = (key is null)),
  primary key (tenant_id, id)
);
create index leave_ledger_person on leave_ledger (tenant_id, person_id, type_id, day) include (kind, half_days);
call protect_tenant_table('leave_ledger');
alter table leave_ledger add foreign key (tenant_id, person_id) references people (tenant_id, id);
alter table leave_ledger add foreign key (tenant_id, type_id) references leave_types (tenant_id, id);
alter table leave_ledger add foreign key (tenant_id, by_id) references people (tenant_id, id);
alter table leave_ledger add foreign key (tenant_id, leave_id) references leave_requests (tenant_id, id);
grant select, insert on leave_ledger to atrium_workspace;

-- Secret addresses of calendars. The server signs their keys.
create table leave_feeds (
  tenant_id bigint not null references tenants,
  person_id bigint not null,
  key uuid not null default gen_random_uuid(),
  primary key (tenant_id, person_id)
);
call protect_tenant_table('leave_feeds');
alter table leave_feeds add foreign key (tenant_id, person_id) references people (tenant_id, id);
grant select, insert, update (key), delete on leave_feeds to atrium_workspace;

alter table tenants add column leave_approval text not null default 'manager_then_hr' check (leave_approval in ('manager_then_hr', 'hr'));
grant update (leave_approval) on tenants to atrium_workspace;

alter table documents
  -- The request for leave that it belongs to.
  add column leave_id bigint,
  -- It waits for the request, and is seen by its uploader alone.
  add column is_draft boolean not null default false,
  add foreign key (tenant_id, leave_id) references leave_requests (tenant_id, id),
  add check (not (is_draft and leave_id is not null));
create index documents_request on documents (tenant_id, leave_id) where leave_id is not null;
grant update (owner_id, leave_id, is_draft) on documents to atrium_workspace;

-- The platform finds the workspaces whose ledgers go on at night, from its own context only.
create policy platform_reads on leave_types for select to atrium_platform using (current_tenant() = 0);
grant select (tenant_id) on leave_types to atrium_platform;
