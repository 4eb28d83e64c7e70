import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { sessionKeyInSql, sessionKeyOf } from './live-scene.ts'
import { asTenant, type Place } from './scene.ts'

/** The subtasks of each project. */
export const sizes = [100, 500, 2000] as const
type Size = (typeof sizes)[number]

const people = 20
const roles = ['tenant_admin', 'project_manager', 'developer'] as const

export type PagesScene = Awaited<ReturnType<typeof makePages>>

/**
 * Creates a workspace of 20 people with a project of each size, four subtasks in each task, and a chat room of 30 messages for
 * each project. The first three people have a session.
 */
export async function makePages({ owner_url, secret }: Place) {
  const tenant_id = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, async (ask) => {
    const { id } = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
      values ('Pages', 'pages', 'pages', 'pages', current_date + 30) returning id`)
    return Number(id)
  })

  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const firstOf = async (text: string) =>
      Number((await ask(`with made as (${text} returning id) select min(id) as first from made`)).first)
    const person = await firstOf(`insert into people (tenant_id, email, full_name, role, job_title, department, accepted_at)
      select ${tenant_id}, 'person' || n || '@pages.test', 'Person ' || n,
        case n when 0 then 'tenant_admin' when 1 then 'project_manager' else 'developer' end, 'Engineer', 'Engineering', now()
      from generate_series(0, ${people - 1}) n`)
    const label = await firstOf(`insert into labels (tenant_id, name, color)
      select ${tenant_id}, name, '#00C4B4' from unnest(array['Design', 'Content', 'Backend']) name`)
    const project = await firstOf(`insert into projects (tenant_id, name, description, assigned_pm)
      select ${tenant_id}, size || ' subtasks', 'What is measured.', ${person + 1} from unnest(array[${sizes}]) size`)
    await ask(`insert into members (tenant_id, project_id, person_id, role)
      select ${tenant_id}, ${project} + p, e.id, e.role from generate_series(0, ${sizes.length - 1}) p
      join people e on e.tenant_id = ${tenant_id} and e.role in ('project_manager', 'developer')`)
    const tasks: number[] = []
    for (const [n, size] of sizes.entries())
      tasks.push(await firstOf(tasksOf({ tenant_id, project: project + n, count: size / 4 })))
    await ask(`insert into task_labels (tenant_id, task_id, label_id)
      select ${tenant_id}, id, ${label} + id % 3 from tasks where tenant_id = ${tenant_id}`)
    await ask(`insert into subtasks (tenant_id, task_id, title, description, status, due_date, estimated_hours, assigned_to_id)
      select ${tenant_id}, t.id, 'Step ' || n || ' of ' || t.title, 'A step.', (array['todo', 'in_progress', 'todo', 'done'])[n],
        current_date + n, n, ${person} + 2 + (t.id + n) % ${people - 2}
      from tasks t, generate_series(1, 4) n where t.tenant_id = ${tenant_id}`)
    const room = await makeRooms(ask, tenant_id)
    await ask(`insert into sessions (tenant_id, person_id, key, expires_at)
      select ${tenant_id}, ${person} + n, ${sessionKeyInSql('(700 + n)')}::uuid, now() + interval '1 day' from generate_series(0, 2) n`)

    const expires = Math.floor(Date.now() / 1000) + 86_400
    const cookieOf = (role: (typeof roles)[number]) => ({
      name: cookieName('access', false),
      value: tokensFor(secret).sign('access', tenant_id, sessionKeyOf(700 + roles.indexOf(role)), expires),
    })
    const projectOf = (size: Size) => project + sizes.indexOf(size)
    return { cookieOf, projectOf, task: tasks[1] ?? 0, room }
  })
}

const tasksOf = ({ tenant_id, project, count }: { tenant_id: number; project: number; count: number }) =>
  `insert into tasks (tenant_id, project_id, title, description, status, priority, due_date)
   select ${tenant_id}, ${project}, 'Task ' || n || ' of the project', 'What has to be done here, in a sentence or two.',
     'in_progress', (array['low', 'medium', 'high'])[1 + n % 3], current_date + n % 60
   from generate_series(1, ${count}) n`

async function makeRooms(ask: (text: string) => Promise<Record<string, string>>, tenant_id: number) {
  const { first } = await ask(`with made as (insert into chat_rooms (tenant_id, room_type, project_id)
    select ${tenant_id}, 'PROJECT', id from projects where tenant_id = ${tenant_id} order by id returning id) select min(id) as first from made`)
  await ask(`insert into chat_messages (tenant_id, room_id, sender_id, content)
    select ${tenant_id}, r.id, p.assigned_pm + n % 5, 'Has anybody looked at the export yet? It takes two minutes.'
    from chat_rooms r join projects p on p.id = r.project_id, generate_series(1, 30) n where r.tenant_id = ${tenant_id} order by n, r.id`)
  await ask(`update chat_rooms r set last_message_id = (select max(x.id) from chat_messages x where x.room_id = r.id)
    where r.tenant_id = ${tenant_id}`)
  return Number(first)
}
