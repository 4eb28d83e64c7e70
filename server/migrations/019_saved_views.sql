-- The filters of a project's page under a name: the query string of its address. A view is its author's alone, or the whole project's.
create table saved_views (
  tenant_id bigint not null,
  id bigint not null default next_id(),
  project_id bigint not null,
  -- The author.
  person_id bigint not null,
  is_shared boolean not null default false,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references people (tenant_id, id) on delete cascade
);
-- A list is the rows of both indexes. The person comes first in theirs, because all their private views go when they leave.
create unique index saved_views_shared_name on saved_views (tenant_id, project_id, lower(name)) where is_shared;
create unique index saved_views_private_name on saved_views (tenant_id, person_id, project_id, lower(name)) where not is_shared;
call protect_tenant_table('saved_views');
grant select, insert, update (is_shared, name, query), delete on saved_views to atrium_workspace;
