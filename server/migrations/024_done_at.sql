-- When work was last set to done; null while it is open. What was done before this migration counts from the last change of its task.
alter table tasks add column done_at timestamptz;
alter table subtasks add column done_at timestamptz;

create function set_done_at() returns trigger language plpgsql as $$
begin
  if new.status <> 'done' then
    new.done_at := null;
  elsif tg_op = 'UPDATE' and old.status = 'done' then
    new.done_at := old.done_at;
  else
    -- What is restored from the trash comes with its moment.
    new.done_at := coalesce(new.done_at, now());
  end if;
  return new;
end $$;

-- The owner, who is no superuser, sees no tenant's rows.
alter table tasks no force row level security;
alter table subtasks no force row level security;
update tasks set done_at = coalesce(changed_at, created_at) where status = 'done';
update subtasks s set done_at = coalesce(t.changed_at, s.created_at)
from tasks t where t.tenant_id = s.tenant_id and t.id = s.task_id and s.status = 'done';
alter table tasks force row level security;
alter table subtasks force row level security;

create trigger done_at before insert or update of status on tasks for each row execute function set_done_at();
create trigger done_at before insert or update of status on subtasks for each row execute function set_done_at();
