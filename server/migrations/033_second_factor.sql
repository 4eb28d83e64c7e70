-- A second factor of people who want one, or whose workspace requires it.

-- Authenticators, by which people prove themselves after their password: an app that shows codes, or a passkey.
create table authenticators (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  kind text not null check (kind in ('app', 'passkey')),
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- The app's secret, encrypted: a leaked database alone gives no codes.
  secret text,
  -- The period of the last code that was accepted, so that none is accepted twice.
  last_period bigint,
  -- The passkey's id and public key in base64url, how often it has been used, and how a browser reaches it, separated by commas.
  credential_id text,
  public_key text,
  counter bigint,
  transports text,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id),
  unique (tenant_id, credential_id),
  check (case kind when 'app' then secret is not null else credential_id is not null and public_key is not null and counter is not null end)
);
create index authenticators_person on authenticators (tenant_id, person_id);
call protect_tenant_table('authenticators');
grant select, insert, update, delete on authenticators to atrium_workspace, atrium_platform;

-- Codes that replace an authenticator once each. They are random, so that a plain hash suffices.
create table recovery_codes (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  person_id bigint not null,
  hash text not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index recovery_codes_person on recovery_codes (tenant_id, person_id);
call protect_tenant_table('recovery_codes');
grant select, insert, update, delete on recovery_codes to atrium_workspace, atrium_platform;

-- Log-ins whose password was right, and which wait for the second factor.
create table open_log_ins (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  key uuid not null default gen_random_uuid(),
  person_id bigint not null,
  -- The bytes that a passkey has to sign, in base64url.
  challenge text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index open_log_ins_key on open_log_ins (tenant_id, key);
create index open_log_ins_person on open_log_ins (tenant_id, person_id);
call protect_tenant_table('open_log_ins');
grant select, insert, update, delete on open_log_ins to atrium_workspace, atrium_platform;

-- True if the person has an authenticator. Each request reads it.
alter table people add column has_second_factor boolean not null default false;

-- For tenant 0: whether super admins need one, as they do in production.
alter table tenants add column requires_second_factor boolean not null default false;
grant update (requires_second_factor) on tenants to atrium_workspace;
