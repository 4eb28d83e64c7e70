-- Names are compared as `folded` of contract/src/folded.ts does, and search finds symbols, emoji and parts of words in scripts without
-- spaces: docs/decisions/042-search-by-words-that-name-their-tenant.md

-- The index has what the former function returned.
drop index tenants_by_name;

create or replace function folded(words text) returns text immutable parallel safe language sql as $$
  -- Most names are ASCII, and fifty times as quick.
  select case when octet_length(words) = length(words) then translate(lower(words collate "C"), '`', '''') else
    replace(replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, nfkd) collate "und-x-icu") collate "C",
        '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
        '', 'g'),
      'øđðłħŧıςيك’‘ʼʻʹ′`“”„‐‒–—―−', 'oddlhtiσیک''''''''''''''"""------'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
    end
$$;

create index tenants_by_name on tenants (folded(name), id) where id > 0;

-- The words of a text, with one space between them. Whatever is no letter, digit, mark, symbol or emoji separates words. Symbols and emoji
-- are words, and so is each character of a script without spaces. Two of them that follow each other are a word, too, and so are words
-- with the signs of names such as C++ and .NET.
create or replace function search_text(text text) returns text immutable parallel safe language sql return (
  select regexp_replace(concat_ws(' ',
    (select string_agg(pair[1], ' ') from (
      select regexp_matches(folded_text, unspaced || unspaced, 'g') pair
      union all
      select regexp_matches(regexp_replace(folded_text, '(^|' || replace(unspaced, '[', '[^') || ')' || unspaced, '\1', 'g'), unspaced || unspaced, 'g')
    ) pairs where folded_text ~ (unspaced || unspaced)),
    (select string_agg(sign[1], ' ') from regexp_matches(folded_text, '[a-z0-9]{1,20}[+#]{1,3}(?![a-z0-9+#])|\.[a-z][a-z0-9]{0,19}', 'g') sign),
    nullif(btrim(regexp_replace(
      regexp_replace(folded_text, '([\U0001f1e6-\U0001f1ff]{2}|' || unspaced || '|[\u00a2-\u00a7\u00a9\u00ac\u00ae\u00b0\u00b1\u00b6\u00d7\u00f7\u20a0-\u20cf\u2190-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff])', ' \1 ', 'g'),
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00a1\u00a8\u00aa\u00ab\u00ad\u00af\u00b2-\u00b5\u00b7-\u00bf\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u0f04-\u0f14\u104a-\u104f\u1361-\u1368\u166e\u1680\u16eb-\u16ed\u17d4-\u17da\u1800-\u180a\u2000-\u209f\u20d0-\u20ff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ua4fe\ua4ff\U0001f3fb-\U0001f3ff]+',
      ' ', 'g')), '')),
    '([^ ]{64})[^ ]+', '\1', 'g')
  from (select normalize(folded(text), nfc) collate "C" as folded_text,
    '[\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]'::text as unspaced) as parts);

-- A stored column keeps what the former function returned, so each is made again.
do $$
declare
  name text;
  words constant jsonb := '{
    "projects": "name || '' '' || description",
    "people": "full_name || '' '' || split_part(email, ''@'', 1)",
    "tasks": "title || '' '' || description",
    "subtasks": "title || '' '' || description",
    "comments": "text",
    "files": "name",
    "chat_messages": "content"}';
begin
  for name in select jsonb_object_keys(words)
  loop
    execute format('alter table %I drop column search', name);
    execute format('alter table %I add column search tsvector generated always as (search_vector(tenant_id, %s)) stored', name, words ->> name);
    execute format('create index %I on %I using gin (search)', name || '_search', name);
    execute format('grant select (tenant_id, id, search) on %I to atrium_search', name);
  end loop;
end $$;
