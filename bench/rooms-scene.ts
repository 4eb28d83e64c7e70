import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { sessionKeyInSql, sessionKeyOf } from './live-scene.ts'
import { asTenant, type Place } from './scene.ts'

const counts = { rooms: 20, people: 18, hall: 1000 }

/**
 * Creates a workspace whose first 18 people share 20 project rooms, while 1,000 others share one. Each room has 30 messages,
 * of which everybody has seen 25.
 */
export async function makeRooms({ owner_url, secret, domain }: Place) {
  const tenant_id = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, async (ask) => {
    const { id } = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
      values ('Rooms', 'rooms', 'rooms', 'rooms', current_date + 30) returning id`)
    return Number(id)
  })
  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const firstOf = async (text: string) =>
      Number((await ask(`with made as (${text} returning id) select min(id) as first from made`)).first)
    const person = await firstOf(`insert into people (tenant_id, email, full_name, role, job_title, department, accepted_at)
      select ${tenant_id}, 'person' || n || '@rooms.test', 'Person ' || n,
        case when n in (0, ${counts.people}) then 'project_manager' else 'developer' end, 'Engineer', 'Engineering', now()
      from generate_series(0, ${counts.people + counts.hall - 1}) n`)
    const project = await firstOf(`insert into projects (tenant_id, name, assigned_pm)
      select ${tenant_id}, 'Project ' || n, ${person} + case n when ${counts.rooms} then ${counts.people} else 0 end
      from generate_series(0, ${counts.rooms}) n`)
    await ask(`insert into members (tenant_id, project_id, person_id, role)
      select ${tenant_id}, ${project} + p, e.id, e.role
      from generate_series(0, ${counts.rooms}) p
      join people e on e.tenant_id = ${tenant_id} and (p = ${counts.rooms}) = (e.id >= ${person + counts.people})`)
    await ask(`insert into chat_rooms (tenant_id, room_type, project_id)
      select ${tenant_id}, 'PROJECT', id from projects where tenant_id = ${tenant_id} order by id`)
    await ask(`insert into chat_messages (tenant_id, room_id, sender_id, content)
      select ${tenant_id}, r.id, p.assigned_pm + n % 5, 'Has anybody looked at the export yet? It takes two minutes.'
      from chat_rooms r join projects p on p.id = r.project_id, generate_series(1, 30) n order by n, r.id`)
    await ask(`update chat_rooms r set last_message_id = (select max(x.id) from chat_messages x where x.room_id = r.id)`)
    await ask(`insert into chat_seen (tenant_id, room_id, person_id, message_id)
      select ${tenant_id}, r.id, m.person_id, (select x.id from chat_messages x where x.room_id = r.id order by x.id offset 24 limit 1)
      from chat_rooms r join members m on m.project_id = r.project_id`)

    await ask(`insert into sessions (tenant_id, person_id, key, expires_at)
      select ${tenant_id}, ${person} + 1 + n * ${counts.people}, ${sessionKeyInSql('n')}::uuid, now() + interval '1 day' from generate_series(0, 1) n`)
    const expires = Math.floor(Date.now() / 1000) + 86_400
    const cookieOf = (n: number) =>
      `${cookieName('access', true)}=${tokensFor(secret).sign('access', tenant_id, sessionKeyOf(n), expires)}`
    return { host: `rooms.${domain}`, inRooms: cookieOf(0), inHall: cookieOf(1) }
  })
}
