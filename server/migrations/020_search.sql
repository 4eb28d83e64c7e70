-- Search: docs/decisions/042-search-by-words-that-name-their-tenant.md
-- The extensions unaccent and pg_trgm are created before the migrations, by kit/db/migrate.ts.

-- The words of a text, without case and accents, with one space between them. Whatever is no letter, digit or mark separates words, so
-- a word has no character that means anything in a tsquery. Chinese and Japanese have no spaces: each character is a word there. The
-- body is parsed here, so that it depends on no search path.
create function search_text(text text) returns text immutable parallel safe language sql return
  regexp_replace(
    btrim(regexp_replace(
      regexp_replace(
        lower(unaccent('unaccent', normalize(text, nfkc))) collate "C",
        '([\u3041-\u30fa\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g'),
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+', ' ', 'g')),
    '([^ ]{64})[^ ]+', '\1', 'g');

-- Each word names its tenant, such as '17/website', so that a tenant has its own part of an index that all of them share.
create function search_vector(tenant_id bigint, text text) returns tsvector immutable parallel safe language sql return
  array_to_tsvector(array_remove(
    string_to_array(tenant_id || '/' || replace(search_text(text), ' ', ' ' || tenant_id || '/'), ' '),
    tenant_id || '/'));

-- All of these words, in the transaction's tenant. An element may be several words, of which one suffices. `is_prefix` lets the last
-- element be the beginning of a word.
create function search_query(words text[], is_prefix boolean) returns tsquery stable language plpgsql as $$
begin
  return (select string_agg('(' || (
    select string_agg('''' || current_tenant() || '/' || replace(replace(word, '\', '\\'), '''', '''''') || ''''
      || case when is_prefix and n = cardinality(words) then ':*' else '' end, '|')
    from unnest(string_to_array(either, ' ')) word) || ')', '&')::tsquery
  from unnest(words) with ordinality as elements (either, n));
end $$;

alter table projects add column search tsvector generated always as (search_vector(tenant_id, name || ' ' || description)) stored;
-- An address is found by what is before its @: the rest is the same for everybody.
alter table people add column search tsvector
  generated always as (search_vector(tenant_id, full_name || ' ' || split_part(email, '@', 1))) stored;
alter table tasks add column search tsvector generated always as (search_vector(tenant_id, title || ' ' || description)) stored;
alter table subtasks add column search tsvector generated always as (search_vector(tenant_id, title || ' ' || description)) stored;
alter table comments add column search tsvector generated always as (search_vector(tenant_id, text)) stored;
alter table chat_messages add column search tsvector generated always as (search_vector(tenant_id, content)) stored;

create index projects_search on projects using gin (search);
create index people_search on people using gin (search);
create index tasks_search on tasks using gin (search);
create index subtasks_search on subtasks using gin (search);
create index comments_search on comments using gin (search);
create index chat_messages_search on chat_messages using gin (search);

-- Under row security PostgreSQL uses no index by @@, because that operator may show its operands in an error. So a function looks up
-- ids as a role that logs in nowhere, sees only ids and words, and is not restricted to a tenant by row security. What the ids stand
-- for is read outside of the function, under row security.
do $$
declare
  name text;
begin
  foreach name in array array['projects', 'people', 'tasks', 'subtasks', 'comments', 'chat_messages']
  loop
    execute format('grant select (tenant_id, id, search) on %I to atrium_search', name);
    execute format('create policy searched on %I for select to atrium_search using (true)', name);
  end loop;
end $$;

-- Up to `most` ids in no order. The tenant is named twice, by the words and by the predicate. The predicate is outside of the limit,
-- because PostgreSQL would otherwise read all rows of a tenant that it takes for small.
create function search_rows(name text, words text[], is_prefix boolean, most integer) returns setof bigint
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
    when 'chat_messages' then
      return query select f.id from (select r.tenant_id, r.id from chat_messages r where r.search @@ wanted limit most) f
        where f.tenant_id = current_tenant();
  end case;
end $$;
revoke execute on function search_rows from public;
grant execute on function search_rows to atrium_workspace;
-- Its owner needs the right to create in the schema at this moment only, and nobody may stay a member of that role: its policies apply
-- to members, too.
grant atrium_search to current_user;
grant create on schema public to atrium_search;
alter function search_rows owner to atrium_search;
revoke create on schema public from atrium_search;
revoke atrium_search from current_user;
