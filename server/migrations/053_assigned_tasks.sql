-- An assigned task is work like an assigned subtask: its assignee's page and the workload look it up.
create index tasks_assigned_to on tasks (tenant_id, assigned_to_id) where assigned_to_id is not null;
