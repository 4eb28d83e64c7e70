/** Tables of all tenants that a distributed database copies to each node: those that tenants' tables refer to. */
export const referenceTables: ReadonlySet<string> = new Set(['tenants'])

/** Tables that stay on the coordinator. */
export const localTables: ReadonlySet<string> = new Set(['signup_codes', 'limits', 'migrations'])
