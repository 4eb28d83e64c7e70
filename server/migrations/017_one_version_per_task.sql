-- A task, its labels, subtasks and comments have one version: that of the task.
alter table subtasks drop column version;
-- Rows in the trash still name the column. Nobody can undo a deletion from before a restart: that takes longer than the time to undo.
delete from trash;

-- What transactions have published and their processes have not sent yet. Another process sends what is left behind. If PostgreSQL
-- crashes, every server reads everything again anyway, so nothing here needs the write-ahead log.
create unlogged table outbox (
  tenant_id bigint not null,
  key uuid not null,
  -- The moment itself, which is near the commit.
  created_at timestamptz not null default clock_timestamp(),
  notices json not null,
  primary key (tenant_id, key)
);
create index outbox_created_at on outbox (created_at);
call protect_tenant_table('outbox');
grant insert on outbox to atrium_workspace, atrium_platform;
-- The platform sends what any tenant left behind, from its own context only.
create policy platform_reads on outbox for select to atrium_platform using (current_tenant() = 0);
create policy platform_sends on outbox for delete to atrium_platform using (current_tenant() = 0);
grant select, delete on outbox to atrium_platform;
