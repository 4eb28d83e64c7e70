-- What a token names. Ids are counters, and come again where a database is restored or made anew under the same SESSION_SECRET;
-- a random key never does. With SESSION_SECRET a key opens a door, so it leaves the database only inside a signed token.
-- docs/decisions/022-tokens-name-random-keys.md
alter table sessions add column key uuid not null default gen_random_uuid();
create unique index sessions_key on sessions (tenant_id, key);

alter table password_links add column key uuid not null default gen_random_uuid();
create unique index password_links_key on password_links (tenant_id, key);

alter table signup_codes add column key uuid not null default gen_random_uuid();
create unique index signup_codes_key on signup_codes (key);

-- Names the person in the cookie of a known device. It is compared with the person who was found by e-mail, never looked up.
alter table people add column device_key uuid not null default gen_random_uuid();
