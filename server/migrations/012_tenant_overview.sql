-- The list of tenants is searched, sorted and cut here. Case and accents make no difference, as in the web app's searches.
create function folded(words text) returns text immutable parallel safe language sql as $$
  select lower(regexp_replace(normalize(words, nfkd), '[\u0300-\u036f]', '', 'g'))
$$;
create index tenants_by_name on tenants (folded(name), id) where id > 0;
