-- The lowest bits of an id came from chance, so that two transactions could get the same id in the same 16 microseconds. From now on
-- they name the connection: the last six bits of its process number, which two connections of a pool hardly ever share. An id is a
-- moment in units of 64 microseconds. A connection remembers its last id beyond its transactions: rows that were inserted faster
-- than the clock ticks are ahead of it, and the ids of the next transaction must be higher still.
create or replace function next_id() returns bigint volatile language sql as $$
  select set_config('app.last_id', (
    greatest(
      (date_part('epoch', clock_timestamp()) * 15625)::bigint - 27612900000000,
      coalesce(nullif(current_setting('app.last_id', true), '')::bigint, 0) / 64 + 1
    ) * 64 + pg_backend_pid() % 64
  )::text, false)::bigint
$$;
