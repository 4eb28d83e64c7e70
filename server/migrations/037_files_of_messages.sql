-- Files of chat messages: docs/decisions/065-files.md
alter table files
  alter column task_id drop not null,
  add column room_id bigint,
  -- The message that it came with.
  add column message_id bigint,
  add foreign key (tenant_id, room_id) references chat_rooms (tenant_id, id) on delete cascade,
  add check (num_nonnulls(task_id, room_id) = 1),
  -- What is uploaded to a room waits for its message.
  add check (case when room_id is null then message_id is null else is_draft = (message_id is null) end);
create index files_message on files (tenant_id, message_id) where message_id is not null;
grant update (message_id) on files to atrium_workspace;

alter table uploads
  alter column task_id drop not null,
  add column room_id bigint,
  add foreign key (tenant_id, room_id) references chat_rooms (tenant_id, id) on delete cascade,
  add check (num_nonnulls(task_id, room_id) = 1);

-- A message has text or files.
alter table chat_messages add column has_files boolean not null default false,
  drop constraint chat_messages_content_check,
  add constraint chat_messages_content_check check (content <> '' or has_files);
