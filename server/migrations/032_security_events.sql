-- Events that concern the security of a workspace, and of the platform (tenant 0). Nobody changes or deletes a row: the running product
-- may add and read them, and they leave with their workspace.
create table security_events (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  happened_at timestamptz not null default now(),
  kind text not null,
  -- The person who did it. Null for strangers, for the platform's owner in a workspace, and for what happened by itself.
  person_id bigint,
  -- Their name at that time.
  actor text,
  -- The person or thing that it was done to.
  about text not null default '',
  address text,
  -- The browser's own description of itself.
  agent text,
  request_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index security_events_person on security_events (tenant_id, person_id);
call protect_tenant_table('security_events');
grant select, insert on security_events to atrium_workspace, atrium_platform;

-- The origin of a session, so that its person recognises it.
alter table sessions add column address text;
alter table sessions add column agent text;

-- Also finds the earlier sessions of a person who logs in.
drop index sessions_person;
create index sessions_person on sessions (tenant_id, person_id);
