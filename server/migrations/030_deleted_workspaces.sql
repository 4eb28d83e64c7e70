-- When an administrator has deleted the workspace: from then on it is gone for everybody, and a job erases its rows.
alter table tenants add column deleted_at timestamptz;
-- The policy on a workspace's own row allows it.
grant update (deleted_at) on tenants to atrium_workspace;
-- An administrator exports the workspace under row security, with all that the command exports.
grant select on payments, ending_notices, migrations to atrium_workspace;
