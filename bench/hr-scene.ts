import { urlAs } from '../server/src/kit/db/migrate.ts'
import { cookieName } from '../server/src/kit/http/cookies.ts'
import { tokensFor } from '../server/src/kit/security/tokens.ts'
import { firstTypes } from '../server/src/leave/types.ts'
import { asTenant, type Place } from './scene.ts'

const counts = { people: 1000, managers: 40, years: 10, requests: 13, applicants: 1000 }

export type HrScene = Awaited<ReturnType<typeof makeHrScene>>

/**
 * Creates a workspace of 1,000 people with ten years of leave: thirteen requests a year for each, most of them for a week, a third of them
 * sickness. They work in five places. A project of a manager has 23 developers and 480 subtasks, and an opening 1,000 applicants. The
 * ledger is still empty.
 */
export async function makeHrScene({ owner_url, secret, domain }: Place) {
  const tenant_id = await asTenant(urlAs(owner_url, 'atrium_platform', secret), 0, async (ask) => {
    const { id } = await ask(`insert into tenants (name, name_key, subdomain, schema, trial_ends_on)
      values ('People', 'people', 'people', 'people', current_date + 30) returning id`)
    return Number(id)
  })
  return asTenant(urlAs(owner_url, 'atrium_workspace', secret), tenant_id, async (ask) => {
    const firstOf = async (text: string) =>
      Number((await ask(`with made as (${text} returning id) select min(id) as first from made`)).first)
    const person = await makePeople({ ask, firstOf, tenant_id })
    const project = await makeProject({ ask, firstOf, tenant_id }, person)
    const { holiday, first_year } = await makeLeave({ ask, firstOf, tenant_id }, person)
    const opening = await makeApplicants({ ask, firstOf, tenant_id })

    const expires = Math.floor(Date.now() / 1000) + 86_400
    const cookieOf = async (n: number) => {
      const { key = '' } = await ask(`insert into sessions (tenant_id, person_id, expires_at)
        values (${tenant_id}, ${person + n}, now() + interval '1 day') returning key`)
      return `${cookieName('access', true)}=${tokensFor(secret).sign('access', tenant_id, key, expires)}`
    }
    const cookies = { hr: await cookieOf(1), manager: await cookieOf(2), developer: await cookieOf(2 * counts.managers) }
    return { host: `people.${domain}`, cookies, project, opening, types: [holiday, holiday + 1], first_year }
  })
}

type Scene = {
  ask: (text: string) => Promise<Record<string, string>>
  /** Inserts rows, and returns the first of their consecutive ids. */
  firstOf: (text: string) => Promise<number>
  tenant_id: number
}

/** An administrator, HR, managers, and developers who report to them. Some work four days a week, some have just begun, some leave. */
async function makePeople({ ask, firstOf, tenant_id }: Scene) {
  const place = await firstOf(`insert into locations (tenant_id, name, timezone, is_default)
    select ${tenant_id}, 'Office ' || n, 'Europe/Berlin', n = 0 from generate_series(0, 4) n`)
  await ask(`insert into holidays (tenant_id, location_id, day, name)
    select ${tenant_id}, ${place} + l, date_trunc('year', current_date)::date + (n * 36 + l) - make_interval(years => y), 'Public holiday'
    from generate_series(0, 4) l, generate_series(1, 9) n, generate_series(-1, ${counts.years}) y`)
  const person =
    await firstOf(`insert into people (tenant_id, email, full_name, role, job_title, department, location_id, starts_on, ends_on, accepted_at)
    select ${tenant_id}, 'person' || n || '@people.test', 'Person ' || n,
      case when n = 0 then 'tenant_admin' when n = 1 then 'hr' when n < 2 + ${counts.managers} then 'project_manager' else 'developer' end,
      'Engineer', (array['Engineering', 'IT', 'Marketing', 'Sales', 'Finance'])[1 + n % 5], ${place} + n % 5,
      case when n >= ${counts.people} - 30 then current_date - 10 + n % 20 else current_date - 3660 - n end,
      case when n % 50 = 7 then current_date + n % 30 end, now()
    from generate_series(0, ${counts.people - 1}) n order by n`)
  await ask(`update people set manager_id = ${person} + 2 + (id - ${person}) % ${counts.managers} where role = 'developer'`)
  await ask(`insert into schedules (tenant_id, person_id, from_day, minutes)
    select ${tenant_id}, ${person} + n, current_date - 4000, array[480, 480, 480, 480, 0, 0, 0] from generate_series(5, ${counts.people - 1}, 5) n`)
  return person
}

async function makeProject({ ask, firstOf, tenant_id }: Scene, person: number) {
  const project = await firstOf(`insert into projects (tenant_id, name, description, assigned_pm)
    values (${tenant_id}, 'Project', 'What is measured.', ${person + 2})`)
  await ask(`insert into members (tenant_id, project_id, person_id, role)
    select ${tenant_id}, ${project}, id, role from people
    where tenant_id = ${tenant_id} and (id = ${person + 2} or manager_id = ${person + 2})`)
  const task = await firstOf(`insert into tasks (tenant_id, project_id, title)
    select ${tenant_id}, ${project}, 'Task ' || n from generate_series(1, 48) n`)
  await ask(`insert into subtasks (tenant_id, task_id, title, due_date, estimated_hours, assigned_to_id)
    select ${tenant_id}, ${task} + n % 48, 'Step ' || n, current_date + n % 40, 1 + n % 6, m.person_id
    from generate_series(0, 479) n join (select person_id, row_number() over () as place, count(*) over () as count from members
      where project_id = ${project} and role = 'developer') m on m.place = 1 + n % m.count`)
  return project
}

/** All approved. The weeks of a person's requests are apart, and differ between people. */
async function makeLeave({ ask, firstOf, tenant_id }: Scene, person: number) {
  const [first, second] = firstTypes
  const holiday = await firstOf(`insert into leave_types (tenant_id, name, color)
    values (${tenant_id}, '${first.name}', '${first.color}'), (${tenant_id}, '${second.name}', '${second.color}')`)
  const { year } = await ask(`select extract(year from current_date)::integer - ${counts.years - 1} as year`)
  const first_year = Number(year)
  await ask(`insert into leave_policies (tenant_id, type_id, year, allowance, granted, carry_limit, carry_until)
    values (${tenant_id}, ${holiday}, ${first_year}, ${first.rules.allowance}, 'yearly', 10, '03-31'),
      (${tenant_id}, ${holiday + 1}, ${first_year}, null, 'yearly', null, null)`)
  await firstOf(`insert into leave_requests (tenant_id, person_id, type_id, from_day, to_day, status, half_days, created_by)
    select ${tenant_id}, ${person} + p, ${holiday} + (k % 3 = 2)::integer, monday, monday + 4 * (k % 4 < 3)::integer, 'approved', 2 + 8 * (k % 4 < 3)::integer, ${person} + p
    from generate_series(2, ${counts.people - 31}) p, generate_series(0, ${counts.years - 1}) y, generate_series(0, ${counts.requests - 1}) k,
      lateral (select (date_trunc('week', make_date(${first_year} + y, 1, 8)))::date + 7 * (4 * k + p % 4) as monday) w`)
  await ask(`insert into leave_days (tenant_id, person_id, day, half, leave_id)
    select tenant_id, person_id, from_day + n, half, id from leave_requests, generate_series(0, to_day - from_day) n, generate_series(0, 1) half
    where tenant_id = ${tenant_id}`)
  return { holiday, first_year }
}

async function makeApplicants({ firstOf, tenant_id }: Scene) {
  const stage = await firstOf(`insert into recruiting_stages (tenant_id, name, kind, position)
    select ${tenant_id}, name, kind, row_number() over () from (values ('New', 'open'), ('Screening', 'open'), ('Interview', 'open'),
      ('Hired', 'hired'), ('Rejected', 'rejected')) s (name, kind)`)
  const opening = await firstOf(`insert into openings (tenant_id, title, department, status)
    values (${tenant_id}, 'Engineer', 'Engineering', 'published')`)
  await firstOf(`insert into applications (tenant_id, opening_id, stage_id, full_name, email, created_at)
    select ${tenant_id}, ${opening}, ${stage} + n % 3, 'Applicant ' || n, 'applicant' || n || '@example.test', now() - make_interval(hours => n)
    from generate_series(1, ${counts.applicants}) n`)
  return opening
}
