-- The demonstration of a server in production, which strangers share and which is made new every night. Its name and subdomain don't tell:
-- somebody may have signed up a workspace with them.
alter table tenants add column is_public_demo boolean not null default false;
create unique index tenants_public_demo on tenants (is_public_demo) where is_public_demo;
