create table projects (
  tenant_id bigint not null references tenants,
  id bigint generated always as identity,
  name text not null,
  description text not null default '',
  start_date date,
  end_date date,
  status text not null default 'planning' check (status in ('planning', 'in_progress', 'completed', 'on_hold')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  is_active boolean not null default true,
  assigned_pm bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, assigned_pm) references people (tenant_id, id),
  check (end_date >= start_date)
);
create index projects_assigned_pm on projects (tenant_id, assigned_pm);
call protect_tenant_table('projects');
grant select, insert, update on projects to atrium_workspace;

create table members (
  tenant_id bigint not null,
  id bigint generated always as identity,
  project_id bigint not null,
  person_id bigint not null,
  role text not null check (role in ('project_manager', 'developer')),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, project_id, person_id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id),
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
create index members_person on members (tenant_id, person_id);
-- A project has one manager.
create unique index members_manager on members (tenant_id, project_id) where role = 'project_manager';
call protect_tenant_table('members');
grant select, insert, update, delete on members to atrium_workspace;

create table labels (
  tenant_id bigint not null references tenants,
  id bigint generated always as identity,
  name text not null,
  color text not null default '#00C4B4' check (color ~ '^#[0-9A-Fa-f]{6}$'),
  primary key (tenant_id, id)
);
create unique index labels_name on labels (tenant_id, lower(name));
call protect_tenant_table('labels');
grant select, insert, update, delete on labels to atrium_workspace;

create table tasks (
  tenant_id bigint not null,
  id bigint generated always as identity,
  project_id bigint not null,
  title text not null,
  description text not null default '',
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'done')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  due_date date,
  assigned_to_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id),
  foreign key (tenant_id, assigned_to_id) references people (tenant_id, id)
);
create index tasks_project on tasks (tenant_id, project_id, id);
call protect_tenant_table('tasks');
grant select, insert, update, delete on tasks to atrium_workspace;

create table task_labels (
  tenant_id bigint not null,
  task_id bigint not null,
  label_id bigint not null,
  primary key (tenant_id, task_id, label_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, label_id) references labels (tenant_id, id) on delete cascade
);
create index task_labels_label on task_labels (tenant_id, label_id);
call protect_tenant_table('task_labels');
grant select, insert, delete on task_labels to atrium_workspace;

create table subtasks (
  tenant_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  title text not null,
  description text not null default '',
  status text not null default 'todo' check (status in ('todo', 'in_progress', 'done')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  due_date date,
  estimated_hours numeric(6, 1) check (estimated_hours >= 0),
  assigned_to_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, assigned_to_id) references people (tenant_id, id)
);
create index subtasks_task on subtasks (tenant_id, task_id, id);
create index subtasks_assigned_to on subtasks (tenant_id, assigned_to_id) where assigned_to_id is not null;
call protect_tenant_table('subtasks');
grant select, insert, update, delete on subtasks to atrium_workspace;

create table comments (
  tenant_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  author_id bigint not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade,
  foreign key (tenant_id, author_id) references people (tenant_id, id)
);
create index comments_task on comments (tenant_id, task_id, id);
call protect_tenant_table('comments');
grant select, insert, delete on comments to atrium_workspace;

-- Which developer went from which manager to which, and by whom. Rows are only ever added.
create table assignments (
  tenant_id bigint not null,
  id bigint generated always as identity,
  developer_id bigint not null,
  previous_manager_id bigint,
  new_manager_id bigint,
  assigned_by_id bigint not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, developer_id) references people (tenant_id, id),
  foreign key (tenant_id, previous_manager_id) references people (tenant_id, id),
  foreign key (tenant_id, new_manager_id) references people (tenant_id, id),
  foreign key (tenant_id, assigned_by_id) references people (tenant_id, id)
);
create index assignments_developer on assignments (tenant_id, developer_id, id);
call protect_tenant_table('assignments');
grant select, insert on assignments to atrium_workspace;
