-- How changes were answered, by the key that the browser gave each one. A repeated request gets the same answer and changes nothing.
create table answers (
  tenant_id bigint not null,
  person_id bigint not null,
  key text not null,
  -- A hash of the request. Another request with the same key is a mistake.
  request text not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, person_id, key)
);
call protect_tenant_table('answers');
grant select, insert on answers to atrium_workspace;
-- Across tenants, the platform sees and deletes no answer that a browser may still ask for.
create policy platform_reads_old on answers for select to atrium_platform
  using (current_tenant() = 0 and created_at < now() - interval '8 days');
create policy platform_sweeps on answers for delete to atrium_platform
  using (current_tenant() = 0 and created_at < now() - interval '8 days');
grant select, delete on answers to atrium_platform;
create index answers_created_at on answers using brin (created_at);
