-- An assigned task is work like an assigned subtask: its assignee's page and the workload look it up, and time is spent on it.
create index tasks_assigned_to on tasks (tenant_id, assigned_to_id) where assigned_to_id is not null;

-- The sum of the entries on the task itself.
alter table tasks add column spent_minutes integer not null default 0;
-- Null for time on the task itself.
alter table time_entries alter column subtask_id drop not null;
alter table timers alter column subtask_id drop not null;
create index time_entries_task on time_entries (tenant_id, task_id, day) where subtask_id is null;
create index timers_task on timers (tenant_id, task_id) where subtask_id is null;
