-- Tasks that come again: docs/decisions/069-work-that-comes-again.md
alter table tasks
  add column recurrence text check (recurrence in ('daily', 'weekdays', 'weekly', 'monthly')),
  -- The day of the month that monthly due dates keep to, where a month is long enough for it.
  add column recurrence_day integer check (recurrence_day between 1 and 31),
  -- The task that came after this one was done. Not a foreign key: it may be in the trash, and come back under its id.
  add column next_task_id bigint;

-- Projects saved as templates for others: docs/decisions/070-templates.md
create table templates (
  tenant_id bigint not null references tenants,
  id bigint not null default next_id(),
  name text not null,
  -- The project's.
  description text not null,
  author_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, author_id) references people (tenant_id, id)
);
create unique index templates_name on templates (tenant_id, lower(name));
call protect_tenant_table('templates');
grant select, insert, delete on templates to atrium_workspace;

-- Its tasks and subtasks.
create table template_work (
  tenant_id bigint not null references tenants,
  template_id bigint not null,
  -- From 1, each task before its subtasks.
  position integer not null,
  -- The task's; null for a task itself.
  parent_position integer,
  title text not null,
  description text not null,
  priority text not null check (priority in ('low', 'medium', 'high')),
  estimated_hours numeric(6, 1),
  recurrence text check (recurrence in ('daily', 'weekdays', 'weekly', 'monthly')),
  -- Days from the start of the project to the due date.
  due_after integer,
  primary key (tenant_id, template_id, position),
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade
);
call protect_tenant_table('template_work');
grant select, insert, delete on template_work to atrium_workspace;

create table template_labels (
  tenant_id bigint not null references tenants,
  template_id bigint not null,
  position integer not null,
  label_id bigint not null,
  primary key (tenant_id, template_id, position, label_id),
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade,
  foreign key (tenant_id, label_id) references labels (tenant_id, id) on delete cascade
);
create index template_labels_label on template_labels (tenant_id, label_id);
call protect_tenant_table('template_labels');
grant select, insert, delete on template_labels to atrium_workspace;

create table template_blockers (
  tenant_id bigint not null references tenants,
  template_id bigint not null,
  position integer not null,
  blocker_position integer not null,
  primary key (tenant_id, template_id, position, blocker_position),
  foreign key (tenant_id, template_id) references templates (tenant_id, id) on delete cascade
);
call protect_tenant_table('template_blockers');
grant select, insert, delete on template_blockers to atrium_workspace;
