-- Two roles hold the rights of the running product; its log-in roles are members of one of them and own nothing.
-- They are made before the first migration, as roles belong to the whole database server.
--   atrium_workspace  serves a workspace: sees the rows of the tenant named by app.tenant_id, and no others
--   atrium_platform   serves the main domain: sign-up and the platform owner's pages

-- '' is what a custom setting reads after the transaction that set it, hence nullif.
create function current_tenant() returns bigint stable language sql as $$
  select nullif(current_setting('app.tenant_id', true), '')::bigint
$$;

-- Timestamps leave the database in one form, whoever writes the JSON.
create function iso(moment timestamptz) returns text stable language sql as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Every table with a tenant_id goes through here: forced, so that not even the owner of the table passes by.
create procedure protect_tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::bigint)', name);
end $$;

-- Global uniqueness (subdomain, organisation name, storage key) lives here, in a table without a tenant_id.
create table tenants (
  id bigint generated always as identity primary key,
  name text not null,
  -- The name without regard to case and white space.
  name_key text not null unique,
  subdomain text not null unique,
  -- The immutable storage key, derived from the first subdomain.
  schema text not null unique,
  timezone text not null default 'UTC',
  on_trial boolean not null default true,
  trial_ends_on date,
  paid_until date,
  is_blocked boolean not null default false,
  created_at timestamptz not null default now()
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy own on tenants for select to atrium_workspace using (id = nullif(current_setting('app.tenant_id', true), '')::bigint);
create policy platform on tenants to atrium_platform using (true) with check (true);
grant select on tenants to atrium_workspace;
grant select, insert, update on tenants to atrium_platform;

-- The platform itself is tenant 0: its people are the super admins, so that sessions, passwords and profiles
-- have one set of tables. No host name can lead to it but the main domain's.
alter table tenants no force row level security;
insert into tenants (id, name, name_key, subdomain, schema, on_trial, paid_until)
  overriding system value values (0, 'Atrium', ':platform', ':platform', ':platform', false, 'infinity');
alter table tenants force row level security;

create table people (
  tenant_id bigint not null references tenants,
  id bigint generated always as identity,
  email text not null check (email = lower(email)),
  full_name text not null,
  role text not null check (role in ('super_admin', 'tenant_admin', 'project_manager', 'hr', 'developer')),
  job_title text not null default '',
  department text not null default '',
  password_hash text,
  -- The invitation is accepted once the person has set a password or logged in.
  accepted_at timestamptz,
  is_active boolean not null default true,
  date_joined timestamptz not null default now(),
  -- A developer's present project manager.
  manager_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, manager_id) references people (tenant_id, id),
  -- Super admins belong to the platform and nobody else does.
  check ((tenant_id = 0) = (role = 'super_admin')),
  check (manager_id is null or role = 'developer')
);
-- A deleted person keeps the row, for the history, but frees the address.
create unique index people_email on people (tenant_id, email) where is_active;
-- The main domain's log-in finds the workspaces of an address, to say where to log in.
create index people_address on people (email) where is_active;
create index people_manager on people (tenant_id, manager_id) where manager_id is not null;
call protect_tenant_table('people');
-- The platform counts people across tenants, from its own context only.
create policy platform_reads on people for select to atrium_platform using (current_tenant() = 0);
grant select, insert, update on people to atrium_workspace, atrium_platform;

create table sessions (
  tenant_id bigint not null,
  id bigint generated always as identity,
  person_id bigint not null,
  -- Counts rotations of the refresh token; tokens are signed, none is stored.
  generation integer not null default 1,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index sessions_person on sessions (tenant_id, person_id) where ended_at is null;
call protect_tenant_table('sessions');
grant select, insert, update, delete on sessions to atrium_workspace, atrium_platform;

-- Links to set a password: by invitation, or because it was forgotten. The token is signed, not stored.
create table password_links (
  tenant_id bigint not null,
  id bigint generated always as identity,
  person_id bigint not null,
  purpose text not null check (purpose in ('invitation', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when the link was used, replaced, or made void by a password change.
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index password_links_person on password_links (tenant_id, person_id) where ended_at is null;
call protect_tenant_table('password_links');
grant select, insert, update on password_links to atrium_workspace, atrium_platform;

-- Codes mailed at sign-up, before there is a tenant. The code is derived from the id and the server's secret.
create table signup_codes (
  id bigint generated always as identity primary key,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  verified_at timestamptz,
  -- One verification serves one sign-up.
  used_at timestamptz
);
create index signup_codes_email on signup_codes (email, created_at);
grant select, insert, update, delete on signup_codes to atrium_platform;

-- Counters of attempts. The key names what is limited and for whom.
create table limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index limits_resets_at on limits (resets_at);
grant select, insert, update, delete on limits to atrium_workspace, atrium_platform;
