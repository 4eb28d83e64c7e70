// For tests: counts what sign-ups have created.
import type { testApp } from '../testing/world.ts'

type Query = Awaited<ReturnType<typeof testApp>>['query']

/** Returns a function that counts what sign-ups have created since. */
export async function countSignups(query: Query) {
  const before = await readCounts(query)
  return async () =>
    Object.fromEntries(Object.entries(await readCounts(query)).map(([name, n]) => [name, n - (before[name] ?? 0)]))
}

async function readCounts(query: Query) {
  const [row] = await query(
    `select (select count(*)::int from tenants) as tenants, (select count(*)::int from people) as people,
       (select count(*)::int from pgboss.job where data->>'template' = 'login_link') as mails,
       (select count(*)::int from signup_codes where used_at is not null) as used`,
  )
  return row as Record<string, number>
}
