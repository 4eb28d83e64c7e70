// For tests: counts what sign-ups have created.
import type { testApp } from '../testing/world.ts'

type Look = Awaited<ReturnType<typeof testApp>>['look']

/** Returns a function that counts what sign-ups have created since. */
export async function countSignups(look: Look) {
  const before = await readCounts(look)
  return async () =>
    Object.fromEntries(Object.entries(await readCounts(look)).map(([name, n]) => [name, n - (before[name] ?? 0)]))
}

async function readCounts(look: Look) {
  const [row] = await look(
    `select (select count(*)::int from tenants) as tenants, (select count(*)::int from people) as people,
       (select count(*)::int from pgboss.job where data->>'template' = 'login_link') as mails,
       (select count(*)::int from signup_codes where used_at is not null) as used`,
  )
  return row as Record<string, number>
}
