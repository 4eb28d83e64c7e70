-- The faces of people and the workspace's logo, as they were drawn again from what was uploaded.
create table pictures (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  -- Null for the workspace's logo.
  person_id bigint,
  -- A digest of the image, which is part of its address.
  version text not null,
  width integer not null,
  height integer not null,
  -- The ground that a transparent logo needs to be seen on.
  ground text check (ground in ('light', 'dark')),
  image bytea not null check (octet_length(image) <= 512 * 1024),
  primary key (tenant_id, id),
  -- One for each person, and one logo.
  unique nulls not distinct (tenant_id, person_id),
  foreign key (tenant_id, person_id) references people (tenant_id, id) on delete cascade
);
call protect_tenant_table('pictures');
-- It is compressed already.
alter table pictures alter column image set storage external;
grant select, insert, update (version, width, height, ground, image), delete on pictures to atrium_workspace;
