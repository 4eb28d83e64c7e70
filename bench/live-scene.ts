import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import type { Seat } from './live-said.ts'
import { asTenant, type Place } from './scene.ts'

export type Crowd = Awaited<ReturnType<typeof makeCrowd>>

/** Numbers of listeners, without the speaker. */
export const audiences = [1, 50, 1000] as const
export type Audience = (typeof audiences)[number]
const pairs = 100

/** Session keys are derived from the person's number, so that pgbench can compute them, too. */
const keyStart = '00000000-0000-4000-8000-'
export const sessionKeyOf = (n: number) => `${keyStart}${String(n).padStart(12, '0')}`
export const sessionKeyInSql = (n: string) => `('${keyStart}' || lpad(${n}::text, 12, '0'))`

/**
 * Creates a workspace of 5,001 people, each with 50 notifications and a session. The first person manages a project of 1,001
 * members and one of 51. 100 pairs have a private room.
 */
export async function makeCrowd({ owner_url, secret }: Place) {
  const tenant_id = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, async (ask) => {
    const { id } = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
      values ('Crowd', 'crowd', 'crowd', 'crowd', current_date + 30) returning id`)
    return Number(id)
  })

  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const firstOf = async (text: string) => Number((await ask(`with made as (${text}) select min(id) as first from made`)).first)
    const person = await firstOf(`insert into people (tenant_id, email, full_name, role, job_title, department, accepted_at)
      select ${tenant_id}, 'person' || n || '@crowd.test', 'Person ' || n, case n when 0 then 'project_manager' else 'developer' end,
        'Engineer', 'Engineering', now()
      from generate_series(0, 5000) n returning id`)
    await ask(`insert into sessions (tenant_id, person_id, key, expires_at)
      select ${tenant_id}, ${person} + n, ${sessionKeyInSql('n')}::uuid, now() + interval '1 day' from generate_series(0, 5000) n`)
    const project = await firstOf(`insert into projects (tenant_id, name, assigned_pm)
      select ${tenant_id}, name, ${person} from unnest(array['Hall', 'Room']) name returning id`)
    await ask(`insert into members (tenant_id, project_id, person_id, role)
      select ${tenant_id}, ${project} + p, e.id, e.role
      from generate_series(0, 1) p join people e on e.tenant_id = ${tenant_id} and e.id <= ${person} + case p when 0 then 1000 else 50 end`)
    const room = await firstOf(`insert into chat_rooms (tenant_id, room_type, project_id)
      select ${tenant_id}, 'PROJECT', ${project} + n from generate_series(0, 1) n returning id`)
    const pair = await firstOf(`insert into chat_rooms (tenant_id, room_type, first_person_id, second_person_id)
      select ${tenant_id}, 'PRIVATE', ${person} + 2 * n, ${person} + 2 * n + 1 from generate_series(0, ${pairs - 1}) n returning id`)
    await ask(`insert into notifications (tenant_id, person_id, message, link, created_at)
      select ${tenant_id}, ${person} + n, 'Person ' || i || ' commented on “Task ' || n || ' of the project”.', '/project_manager/tasks/' || i,
        now() - (51 - i) * interval '1 hour'
      from generate_series(0, 5000) n, generate_series(1, 50) i order by i, n`)

    const expires = Math.floor(Date.now() / 1000) + 86_400
    const cookieOf = (n: number) =>
      `${cookieName('access', true)}=${tokensFor(secret).sign('access', tenant_id, sessionKeyOf(n), expires)}`
    const cookies = Array.from({ length: 5001 }, (_, n) => cookieOf(n))
    const rooms = { 1000: room, 50: room + 1, 1: pair }
    return {
      tenant_id,
      person,
      pair,
      pairs,
      rooms,
      /** A person's socket to the server on this port. */
      seat: (n: number, port: number, path = '/ws/notifications/'): Seat => ({
        port,
        path,
        host: `crowd.localhost:${port}`,
        cookie: cookies[n] ?? '',
      }),
    }
  })
}
