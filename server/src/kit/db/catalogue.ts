// Rules that the catalogue of a migrated database keeps, so that no tenant sees another's rows. The tests and the doctor check them.

const tenantTable = `c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`

const first = (columns: string, table: string) =>
  `(select a.attname from pg_attribute a where a.attrelid = ${table} and a.attnum = ${columns})`

export type CatalogueRule = {
  rule: string
  /** Selects the `name` of whatever breaks the rule. */
  sql: string
}

export const catalogueRules: readonly CatalogueRule[] = [
  {
    rule: 'every table of a tenant has row security that even its owner obeys',
    sql: `select relname as name from pg_class c where ${tenantTable} and not (relrowsecurity and relforcerowsecurity)`,
  },
  {
    rule: 'every policy names the tenant for reading and for writing',
    sql: `select c.relname as name from pg_class c where ${tenantTable} and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polroles = '{0}'
        and pg_get_expr(p.polqual, c.oid) like '%app.tenant_id%' and pg_get_expr(p.polwithcheck, c.oid) like '%app.tenant_id%')`,
  },
  {
    rule: "a tenant's unique indexes begin with tenant_id",
    sql: `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where ${tenantTable} and i.indisunique and ${first('i.indkey[0]', 'c.oid')} <> 'tenant_id'`,
  },
  {
    rule: "a tenant's foreign keys begin with tenant_id",
    sql: `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where ${tenantTable} and k.contype = 'f' and (${first('k.conkey[1]', 'c.oid')} <> 'tenant_id'
        or k.confdeltype in ('n', 'd')
        or (${first('k.confkey[1]', 'k.confrelid')} <> 'tenant_id' and k.confrelid <> 'tenants'::regclass))`,
  },
  {
    rule: 'every table of a tenant has a primary key',
    sql: `select c.relname as name from pg_class c where ${tenantTable}
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  },
  {
    rule: 'no id that a workspace is shown comes from a counter that all workspaces share',
    sql: `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
      where ${tenantTable} and c.relname not in ('password_links', 'sessions')
        and not exists (select from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum
          and pg_get_expr(d.adbin, c.oid) = 'next_id()')`,
  },
  {
    rule: 'tenant tables have no triggers',
    sql: `select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  },
  { rule: 'there are no views', sql: `select viewname as name from pg_views where schemaname = 'public'` },
  {
    rule: 'the running server owns nothing',
    sql: `select c.relname as name from pg_class c where c.relowner in (
      select oid from pg_roles where rolname ~ '^atrium_(workspace|platform|jobs|search)')`,
  },
  {
    rule: 'the running server may not truncate, reference or trigger',
    sql: `select r.rolname || ' on ' || c.relname as name from pg_class c, pg_roles r
      where r.rolname in ('atrium_workspace', 'atrium_platform', 'atrium_jobs') and c.relkind = 'r'
        and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))
        and (has_table_privilege(r.oid, c.oid, 'truncate') or has_table_privilege(r.oid, c.oid, 'references')
          or has_table_privilege(r.oid, c.oid, 'trigger'))`,
  },
  {
    rule: "the running server's role has no rights beyond its tables",
    sql: `select rolname as name from pg_roles where rolname = current_user
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or has_schema_privilege('public', 'create'))`,
  },
]
