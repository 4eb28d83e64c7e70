-- Rows that nothing needs any more are deleted once a day, by the platform's role, across tenants and from its own context
-- only. Across tenants it sees and deletes none that is younger than a month, whatever the statement says.
create policy platform_reads_old on notifications for select to atrium_platform
  using (current_tenant() = 0 and created_at < now() - interval '30 days');
create policy platform_sweeps on notifications for delete to atrium_platform
  using (current_tenant() = 0 and created_at < now() - interval '30 days');
grant delete on notifications to atrium_platform;
-- Rows come in the order of time: small, and enough to find the old ones.
create index notifications_created_at on notifications using brin (created_at);

create policy platform_reads_old on sessions for select to atrium_platform
  using (current_tenant() = 0 and coalesce(ended_at, expires_at) < now() - interval '30 days');
create policy platform_sweeps on sessions for delete to atrium_platform
  using (current_tenant() = 0 and coalesce(ended_at, expires_at) < now() - interval '30 days');

create policy platform_reads_old on password_links for select to atrium_platform
  using (current_tenant() = 0 and coalesce(ended_at, expires_at) < now() - interval '30 days');
create policy platform_sweeps on password_links for delete to atrium_platform
  using (current_tenant() = 0 and coalesce(ended_at, expires_at) < now() - interval '30 days');
grant delete on password_links to atrium_platform;
