-- When a project, or a task with anything in it, last changed. Null until it has changed since this column exists.
alter table projects add column changed_at timestamptz;
alter table tasks add column changed_at timestamptz;
