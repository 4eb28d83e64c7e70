-- What somebody is told about what others did, kept until they look and afterwards.
create table notifications (
  tenant_id bigint not null,
  id bigint generated always as identity,
  person_id bigint not null,
  message text not null check (message <> ''),
  -- A page of the app. Two slashes, or a slash and a backslash, would lead a browser to another host.
  link text check (link ~ '^/([^/\\]|$)'),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index notifications_person on notifications (tenant_id, person_id, id desc);
create index notifications_unread on notifications (tenant_id, person_id) where not is_read;
call protect_tenant_table('notifications');
-- Once told, only whether it was read changes.
grant select, insert, update (is_read) on notifications to atrium_workspace;
-- Payments and coming ends are told by the platform, in the workspace's context.
grant select, insert on notifications to atrium_platform;
