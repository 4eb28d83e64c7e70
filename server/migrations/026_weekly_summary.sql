-- Administrators and managers get a summary of their projects by mail every Monday, unless they don't want it.
alter table people add column gets_weekly_summary boolean not null default true;
-- The Monday, in the workspace's time zone, of the last summary.
alter table tenants add column summarised_on date;
