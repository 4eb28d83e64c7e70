-- Administrators change how their workspace is called and looks. The first day of a week is 0 for Sunday, 1 for Monday, 6 for Saturday.
alter table tenants
  add column first_day integer not null default 1 check (first_day in (0, 1, 6)),
  add column accent text not null default 'teal'
    check (accent in ('teal', 'blue', 'iris', 'plum', 'rose', 'rust', 'green', 'slate'));
create policy own_settings on tenants for update to atrium_workspace
  using (id = nullif(current_setting('app.tenant_id', true), '')::bigint)
  with check (id = nullif(current_setting('app.tenant_id', true), '')::bigint);
-- Whether it is paid for or blocked, and where it is found, is the platform's to say.
grant update (name, name_key, timezone, first_day, accent) on tenants to atrium_workspace;
