-- Search finds files by their names, as 020_search.sql does other things by their texts.
alter table files add column search tsvector generated always as (search_vector(tenant_id, name)) stored;
create index files_search on files using gin (search);
grant select (tenant_id, id, search) on files to atrium_search;
create policy searched on files for select to atrium_search using (true);
-- Only a member of the function's owner may replace it, and nobody may stay one.
grant atrium_search to current_user;
create or replace function search_rows(name text, words text[], is_prefix boolean, most integer) returns setof bigint
stable security definer rows 100 set search_path = public set enable_seqscan = off language plpgsql as $$
declare
  wanted tsquery := search_query(words, is_prefix);
begin
  case name
    when 'projects' then
      return query select f.id from (select r.tenant_id, r.id from projects r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'people' then
      return query select f.id from (select r.tenant_id, r.id from people r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'tasks' then
      return query select f.id from (select r.tenant_id, r.id from tasks r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'subtasks' then
      return query select f.id from (select r.tenant_id, r.id from subtasks r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'comments' then
      return query select f.id from (select r.tenant_id, r.id from comments r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'files' then
      return query select f.id from (select r.tenant_id, r.id from files r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
    when 'chat_messages' then
      return query select f.id from (select r.tenant_id, r.id from chat_messages r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
  end case;
end $$;
revoke atrium_search from current_user;
