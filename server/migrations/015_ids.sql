-- Ids that say nothing about other workspaces, as a counter that all of them share would: microseconds since 2026, of which the
-- lowest four bits are random. They grow with time, stay below 2^53 until the year 2311, and take neither a lock nor a round trip.
-- A transaction keeps its random bits and counts up from its last id, so that its rows have different ids in the order in which
-- they are inserted, even when the clock stands still or steps back. Two transactions that insert into one table of one
-- workspace in the same 16 microseconds get the same id once in 16 times. The primary key refuses the second, which is tried
-- again (isRetryable in kit/db/db.ts).
-- One expression, as only such a function is inlined. The setting, the last id, ends with the transaction.
create function next_id() returns bigint volatile language sql as $$
  select set_config('app.last_id', (
    greatest(
      (date_part('epoch', clock_timestamp()) * 62500)::bigint - 110451600000000,
      coalesce(nullif(current_setting('app.last_id', true), '')::bigint, 0) / 16 + 1
    ) * 16 + coalesce(nullif(current_setting('app.last_id', true), '')::bigint, floor(random() * 16)::bigint) % 16
  )::text, true)::bigint
$$;

-- Ids that nobody is shown (of sessions and links, which are named by random keys) and those of workspaces stay counters.
do $$
declare
  name text;
begin
  foreach name in array array['people', 'projects', 'members', 'labels', 'tasks', 'subtasks', 'comments', 'assignments',
    'notifications', 'chat_rooms', 'chat_messages']
  loop
    execute format('alter table %I alter column id drop identity', name);
    execute format('alter table %I alter column id set default next_id()', name);
  end loop;
end $$;
