import pg from 'pg'
import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { hashPassword } from '../server/src/kit/security/passwords.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { addTenants } from '../server/src/testing/world-tenants.ts'
import { sleep } from './stopping.ts'

export type Scene = Awaited<ReturnType<typeof makeScene>>
/** Consecutive ids. */
export type Ids = { first: number; count: number }

export type Place = { owner_url: string; secret: string; domain: string }

const password = 'Password-1'

/**
 * Creates a workspace of 20 people with four projects (500 tasks with 1,500 subtasks, 500 plain tasks, 10,000 tasks, none), a
 * developer with 321 subtasks in 20 other projects, and 64 people who only log in. Returns cookies of a manager, that developer
 * and the platform's owner.
 */
export async function makeScene({ owner_url, secret, domain }: Place) {
  const password_hash = await hashPassword(password)
  const platform = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, (ask) => makeTenant(ask, password_hash))
  const { tenant_id } = platform
  const cookieOf = (tenant: number, key: string) => {
    const expires = Math.floor(Date.now() / 1000) + 86_400
    return `${cookieName('access', true)}=${tokensFor(secret).sign('access', tenant, key, expires)}`
  }

  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const { people, logins } = await makePeople(ask, { tenant_id, password_hash })
    const [pm, dev] = [people.first + 1, people.first + 3]
    const projects = await idsOf(
      ask,
      `insert into projects (tenant_id, name, description, assigned_pm)
      select ${tenant_id}, name, 'What is measured.', ${pm} from unnest(array['Bench', 'Inbox', 'Plain', 'Many']) name`,
    )
    const [project_id, inbox_id, plain_id, many_id] = [0, 1, 2, 3].map((n) => projects.first + n) as [
      number,
      number,
      number,
      number,
    ]
    await ask(`insert into members (tenant_id, project_id, person_id, role)
      select ${tenant_id}, p.id, e.id, e.role from people e, projects p
      where e.role in ('project_manager', 'developer') and e.id < ${logins.first}`)
    const work = await makeWork(ask, { tenant_id, dev, project_id, plain_id, many_id })
    const busy = await makeBusyDeveloper(ask, { tenant_id, pm })
    const session = (person_id: number) => openSession(ask, tenant_id, person_id)

    return {
      host: `bench.${domain}`,
      domain,
      cookies: {
        manager: cookieOf(tenant_id, await session(pm)),
        developer: cookieOf(tenant_id, await session(busy)),
        owner: cookieOf(0, platform.session_key),
      },
      password,
      tenant_id,
      project_id,
      inbox_id,
      plain_id,
      many_id,
      dev,
      logins,
      ...work,
    }
  })
}

async function makeTenant(ask: Ask, password_hash: string) {
  const tenant = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
    values ('Bench', 'bench', 'bench', 'bench', current_date + 30) returning id`)
  // Production lets super admins do nothing without a second factor.
  const owner = await ask(
    `insert into people (tenant_id, email, full_name, role, password_hash, accepted_at, has_second_factor)
    values (0, 'owner@bench.test', 'Owner', 'super_admin', $1, now(), true) returning id`,
    [password_hash],
  )
  return { tenant_id: Number(tenant.id), session_key: await openSession(ask, 0, Number(owner.id)) }
}

async function openSession(ask: Ask, tenant_id: number, person_id: number) {
  const { key } = await ask(`insert into sessions (tenant_id, person_id, expires_at)
    values (${tenant_id}, ${person_id}, now() + interval '1 day') returning key`)
  return key ?? ''
}

async function idsOf(ask: Ask, text: string, values: unknown[] = []): Promise<Ids> {
  const row = await ask(`with made as (${text} returning id) select min(id) as first, count(*) as count from made`, values)
  return { first: Number(row.first), count: Number(row.count) }
}

async function makePeople(ask: Ask, { tenant_id, password_hash }: { tenant_id: number; password_hash: string }) {
  const person = (columns: string) =>
    `insert into people (tenant_id, email, full_name, role, job_title, department, password_hash, accepted_at)
     select ${tenant_id}, ${columns}, 'Engineer', 'Engineering', $1, now() from generate_series`
  const people = await idsOf(
    ask,
    `${person(`'person' || n || '@bench.test', 'Person ' || n,
      case n when 0 then 'tenant_admin' when 1 then 'project_manager' when 2 then 'hr' else 'developer' end`)}(0, 19) n`,
    [password_hash],
  )
  const logins = await idsOf(ask, `${person(`'login' || n || '@bench.test', 'Login ' || n, 'developer'`)}(0, 63) n`, [
    password_hash,
  ])
  return { people, logins }
}

type WorkIds = { tenant_id: number; dev: number; project_id: number; plain_id: number; many_id: number }

async function makeWork(ask: Ask, { tenant_id, dev, project_id, plain_id, many_id }: WorkIds) {
  const labels = await idsOf(
    ask,
    `insert into labels (tenant_id, name, color)
    select ${tenant_id}, name, '#00C4B4' from unnest(array['Design', 'Content', 'Backend', 'Mobile', 'Docs', 'Legal']) name`,
  )
  const tasks = await idsOf(
    ask,
    `insert into tasks (tenant_id, project_id, title, description, status, priority, due_date, assigned_to_id)
    select ${tenant_id}, ${project_id}, 'Task ' || n || ' of the project', 'What has to be done here, in a sentence or two.',
      (array['todo', 'in_progress', 'done'])[1 + n % 3], (array['low', 'medium', 'high'])[1 + n % 3], current_date + n % 60, ${dev} + n % 17
    from generate_series(0, 499) n`,
  )
  await ask(`insert into task_labels (tenant_id, task_id, label_id)
    select ${tenant_id}, ${tasks.first} + n, ${labels.first} + (n + i) % ${labels.count} from generate_series(0, 499) n, generate_series(0, 1) i`)
  const subtasks = await idsOf(
    ask,
    `insert into subtasks (tenant_id, task_id, title, description, status, due_date, estimated_hours, assigned_to_id)
    select ${tenant_id}, ${tasks.first} + n / 3, 'Step ' || n % 3 || ' of the task', 'A step.', (array['todo', 'in_progress', 'done'])[1 + n % 3],
      current_date + n % 60, 1 + n % 8, ${dev} + n % 17
    from generate_series(0, 1499) n`,
  )
  for (const [project, count] of [
    [plain_id, 500],
    [many_id, 10_000],
  ])
    await ask(`insert into tasks (tenant_id, project_id, title, description, due_date, assigned_to_id)
      select ${tenant_id}, ${project}, 'Task ' || n || ' of the project', 'What has to be done here, in a sentence or two.',
        current_date + n % 60, ${dev} + n % 17 from generate_series(1, ${count}) n`)
  await ask(`insert into task_labels (tenant_id, task_id, label_id)
    select tenant_id, id, ${labels.first} + (id + i) % ${labels.count} from tasks, generate_series(0, 1) i
    where tenant_id = ${tenant_id} and project_id in (${plain_id}, ${many_id})`)
  return { labels: Array.from({ length: labels.count }, (_, i) => labels.first + i), tasks, subtasks }
}

/** Adds a developer with 321 subtasks in 20 projects. */
async function makeBusyDeveloper(ask: Ask, { tenant_id, pm }: { tenant_id: number; pm: number }) {
  const { id } = await ask(`insert into people (tenant_id, email, full_name, role, accepted_at)
    values (${tenant_id}, 'busy@bench.test', 'Busy', 'developer', now()) returning id`)
  const { first } = await ask(`with made as (insert into projects (tenant_id, name, assigned_pm)
    select ${tenant_id}, 'Client ' || n, ${pm} from generate_series(1, 20) n returning id) select min(id) as first from made`)
  await ask(`insert into members (tenant_id, project_id, person_id, role)
    select ${tenant_id}, ${first} + n, ${id}, 'developer' from generate_series(0, 19) n`)
  const task = await ask(`with made as (insert into tasks (tenant_id, project_id, title)
    select ${tenant_id}, ${first} + n % 20, 'Task ' || n from generate_series(0, 79) n returning id) select min(id) as first from made`)
  await ask(`insert into subtasks (tenant_id, task_id, title, status, assigned_to_id)
    select ${tenant_id}, ${task.first} + n % 80, 'Step ' || n, (array['todo', 'in_progress', 'done'])[1 + n % 3], ${id} from generate_series(0, 320) n`)
  return Number(id)
}

/**
 * Adds other workspaces, each with 10 people and a project of 40 tasks. With a single workspace, statistics and plans would be
 * better than in a real database.
 */
export async function makeNeighbours({ owner_url }: Place, count: number) {
  if (!count) return
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    await addTenants(owner, { from: 1, to: count, people: 10, projects: 1, tasks: 40 })
  } finally {
    await owner.end()
  }
}

/** Waits for statements in flight, then deletes the rows that a measurement added, so that each starts from the same state. */
export async function tidy({ owner_url, secret }: Place, { tenant_id, inbox_id, logins }: Scene) {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    const isBusy = async () => {
      const { rowCount } = await owner.query(`select from pg_stat_activity
        where datname = current_database() and usename like 'atrium_workspace%' and state <> 'idle'`)
      return rowCount !== 0
    }
    for (let tries = 0; tries < 300 && (await isBusy()); tries++) await sleep(100)
    await asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
      await ask(`delete from tasks where tenant_id = ${tenant_id} and project_id = ${inbox_id}`)
      await ask(`delete from comments where tenant_id = ${tenant_id}`)
      await ask(
        `delete from sessions where tenant_id = ${tenant_id} and person_id between ${logins.first} and ${logins.first + logins.count - 1}`,
      )
      await ask('delete from limits')
    })
  } finally {
    await owner.end()
  }
  await vacuum({ owner_url })
}

export async function vacuum({ owner_url }: Pick<Place, 'owner_url'>) {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
}

type Ask = (text: string, values?: unknown[]) => Promise<Record<string, string>>

/** Runs work as a tenant in one transaction. */
export async function asTenant<T>(url: string, tenant_id: number, work: (ask: Ask) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`set local app.tenant_id = '${tenant_id}'`)
    const result = await work(async (text, values = []) => (await client.query(text, values)).rows[0] ?? {})
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
