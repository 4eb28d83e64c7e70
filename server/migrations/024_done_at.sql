-- When work was last set to done; null while it is open. What was done before this migration counts from the last change of its task.
alter table tasks add column done_at timestamptz;
alter table subtasks add column done_at timestamptz;

-- The owner, who is no superuser, sees no tenant's rows.
alter table tasks no force row level security;
alter table subtasks no force row level security;
update tasks set done_at = coalesce(changed_at, created_at) where status = 'done';
update subtasks s set done_at = coalesce(t.changed_at, s.created_at)
from tasks t where t.tenant_id = s.tenant_id and t.id = s.task_id and s.status = 'done';
alter table tasks force row level security;
alter table subtasks force row level security;

alter table tasks add constraint done_at_check check (status = 'done' or done_at is null);
alter table subtasks add constraint done_at_check check (status = 'done' or done_at is null);
