-- A room is a project's, made with it, or two people's.
create table chat_rooms (
  tenant_id bigint not null references tenants,
  id bigint generated always as identity,
  room_type text not null check (room_type in ('PRIVATE', 'PROJECT')),
  project_id bigint,
  -- The two, the lower id first, so that they have one room whoever asked for it.
  first_person_id bigint,
  second_person_id bigint check (second_person_id > first_person_id),
  last_message_id bigint,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, project_id),
  unique (tenant_id, first_person_id, second_person_id),
  foreign key (tenant_id, project_id) references projects (tenant_id, id) on delete cascade,
  foreign key (tenant_id, first_person_id) references people (tenant_id, id),
  foreign key (tenant_id, second_person_id) references people (tenant_id, id),
  check ((room_type = 'PROJECT') = (project_id is not null)),
  check ((room_type = 'PRIVATE') = (first_person_id is not null and second_person_id is not null))
);
create index chat_rooms_second_person on chat_rooms (tenant_id, second_person_id);
call protect_tenant_table('chat_rooms');
grant select, insert, update (last_message_id) on chat_rooms to atrium_workspace;

-- Whoever writes holds the room until the commit, so within a room a later id was also committed later.
create table chat_messages (
  tenant_id bigint not null,
  id bigint generated always as identity,
  room_id bigint not null,
  sender_id bigint not null,
  content text not null check (content <> ''),
  -- The name that the sender's browser gave it, so that what is sent twice is stored once.
  temp_id text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, room_id, sender_id, temp_id),
  foreign key (tenant_id, room_id) references chat_rooms (tenant_id, id) on delete cascade,
  foreign key (tenant_id, sender_id) references people (tenant_id, id)
);
create index chat_messages_room on chat_messages (tenant_id, room_id, id desc) include (sender_id);
call protect_tenant_table('chat_messages');
grant select, insert on chat_messages to atrium_workspace;

-- Up to which message somebody has seen a room.
create table chat_seen (
  tenant_id bigint not null,
  room_id bigint not null,
  person_id bigint not null,
  message_id bigint not null,
  primary key (tenant_id, room_id, person_id),
  foreign key (tenant_id, room_id) references chat_rooms (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references people (tenant_id, id)
);
call protect_tenant_table('chat_seen');
grant select, insert, update (message_id) on chat_seen to atrium_workspace;

-- Of the projects that are there already. Their owner sees them while row security is not forced.
alter table projects no force row level security;
alter table chat_rooms no force row level security;
insert into chat_rooms (tenant_id, room_type, project_id) select tenant_id, 'PROJECT', id from projects order by id;
alter table chat_rooms force row level security;
alter table projects force row level security;
