// The two locks between tenants, and how a test takes one of them away: the predicates in statements, and row security.
import pg from 'pg'
import type { testApp } from '../server/src/testing/world.ts'

/** Which of the two locks hold. */
export type Locks = { predicates: boolean; rowSecurity: boolean }

const predicate = /(?:"?\w+"?\.)?"?tenant_id"? = \$\d+/g
const open = (text: string) => text.replace(predicate, '($& or true)')

/** A prepared statement's name belongs to one text. */
function withoutPredicates(query: unknown) {
  if (typeof query === 'string') return open(query)
  if (typeof query !== 'object' || query === null || !('text' in query)) return query
  const { text, name } = query as { text: string; name?: string }
  return { ...query, text: open(text), ...(name && { name: `open ${name}` }) }
}

/**
 * Sets the locks of this process's workspaces. Predicates are made true in the statements as they are sent. The platform keeps
 * its own, because row security lets it see every tenant.
 */
export function locksOf({ pools, asOwner }: Pick<Awaited<ReturnType<typeof testApp>>, 'pools' | 'asOwner'>) {
  const workspace = new URL(pools.workspace.options.connectionString ?? '').username
  const { query } = pg.Client.prototype
  let opened = 0
  return {
    /** How many statements have lost predicates. */
    opened: () => opened,

    async set({ predicates, rowSecurity }: Locks) {
      pg.Client.prototype.query = predicates
        ? query
        : function (this: pg.Client, ...[sent, ...rest]: unknown[]) {
            const isWorkspaces = (this as pg.Client & { user?: string }).user === workspace
            const stripped = isWorkspaces && !(sent as { submit?: unknown }).submit ? withoutPredicates(sent) : sent
            if (stripped !== sent) opened++
            return Reflect.apply(query, this, [stripped, ...rest])
          }
      await asOwner(async (client) => {
        const { rows } = await client.query(
          `select oid::regclass::text as name from pg_class
           where relkind = 'r' and relforcerowsecurity and relrowsecurity <> $1 and relnamespace = 'public'::regnamespace`,
          [rowSecurity],
        )
        for (const { name } of rows)
          await client.query(`alter table ${name} ${rowSecurity ? 'enable' : 'disable'} row level security`)
      })
    },
  }
}
