// Generates many workspaces with people, projects and work, to measure statements in a large installation.
import type pg from 'pg'

/** The ids of tenant n start above (n - 1) times this: tenant 1 has tasks 1, 2, 3, … */
const idsPerTenant = 1_000_000

export type Tenants = {
  /** The first and last id, both inclusive. */
  from: number
  to: number
  people: number
  projects: number
  tasks: number
}

type Table = { into: string; select: string; overriding?: boolean }

/**
 * Adds workspaces as the owner of the database. Suspends row security and foreign keys, because checking millions of rows one
 * by one takes minutes.
 */
export async function addTenants(client: pg.ClientBase, sizes: Tenants) {
  await client.query('begin')
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relforcerowsecurity and relnamespace = 'public'::regnamespace`,
  )
  const { rows: keys } = await client.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) await client.query(`alter table ${name} no force row level security`)
  for (const { name, table } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { into, select, overriding = true } of tablesOf(sizes))
    await client.query(`insert into ${into} ${overriding ? 'overriding system value' : ''} ${select}`)
  for (const { name, table, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${name} force row level security`)
  await client.query('commit')
  await skipIds(client, (sizes.to + 1) * idsPerTenant)
}

/** Lets identity columns continue above the generated ids. */
async function skipIds(client: pg.ClientBase, next: number) {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`alter table ${name} alter column id restart with ${next}`)
}

const tablesOf = (sizes: Tenants) =>
  [
    peopleTables,
    workTables,
    templateTables,
    timeTables,
    chatTables,
    fileTables,
    hrTables,
    leaveTables,
    recruitingTables,
    billingTables,
  ].flatMap((tables) => tables(sizes, expressionsOf(sizes)))

type Expressions = ReturnType<typeof expressionsOf>

/** SQL expressions over `t`, a tenant's id, and `n`, the number of a row in it. */
const expressionsOf = ({ from, to, people }: Tenants) => {
  const id = (n: string) => `(t - 1) * ${idsPerTenant}::bigint + ${n}`
  return {
    tenants: `generate_series(${from}, ${to}) t`,
    id,
    each: (count: number | string, name = 'n') => `generate_series(1, ${count}) ${name}`,
    manager: id('2'),
    developer: (n: string) => id(`4 + (${n}) % ${people - 3}`),
  }
}

const peopleTables = ({ people }: Tenants, { tenants, id, each, manager }: Expressions): Table[] => [
  {
    into: 'tenants (id, name, name_key, subdomain, schema, trial_ends_on)',
    select: `select t, 'Neighbour ' || t, 'neighbour ' || t, 'neighbour' || t, 'neighbour' || t, current_date + 30 from ${tenants}`,
  },
  {
    into: 'people (tenant_id, id, email, full_name, role, is_owner, manager_id, accepted_at)',
    select: `select t, ${id('n')}, n || '@neighbour' || t || '.test', 'Person ' || n,
      case n when 1 then 'tenant_admin' when 2 then 'project_manager' when 3 then 'project_manager' else 'developer' end,
      n = 1, case when n > 3 then ${manager} end, now() from ${tenants}, ${each(people)}`,
  },
  {
    into: 'sessions (tenant_id, id, person_id, expires_at, ended_at)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, now() + interval '7 days', case when n % 2 = 0 then now() end
      from ${tenants}, ${each(2 * people)}`,
  },
  {
    into: 'authenticators (tenant_id, id, person_id, kind, name, credential_id, public_key, counter)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, 'passkey', 'Phone', md5(t || ' ' || n), md5(n::text), 0
      from ${tenants}, ${each(people)}`,
  },
  {
    into: 'recovery_codes (tenant_id, id, person_id, hash)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, md5(n::text) from ${tenants}, ${each(10 * people)}`,
  },
  {
    into: 'open_log_ins (tenant_id, id, person_id, challenge, expires_at)',
    select: `select t, ${id('n')}, ${id('n')}, md5(n::text), now() + interval '10 minutes' from ${tenants}, ${each(people)}`,
  },
  {
    into: 'password_links (tenant_id, id, person_id, purpose, expires_at)',
    select: `select t, ${id('n')}, ${id('n')}, 'invitation', now() + interval '1 day' from ${tenants}, ${each(people)}`,
  },
  {
    into: 'pictures (tenant_id, id, person_id, version, width, height, image)',
    select: `select t, ${id('n')}, case when n > 1 then ${id('n')} end, md5(n::text), 256, 256, decode(repeat(md5(n::text), 50), 'hex')
      from ${tenants}, ${each(people)}`,
  },
]

const workTables = ({ people, projects, tasks }: Tenants, { tenants, id, each, manager, developer }: Expressions): Table[] => [
  {
    into: 'projects (tenant_id, id, key, name, assigned_pm)',
    select: `select t, ${id('n')}, 'P' || n + 9, 'Project ' || n, ${id('2 + n % 2')} from ${tenants}, ${each(projects)}`,
  },
  {
    into: 'project_keys (tenant_id, id, project_id, key)',
    select: `select t, ${id('n')}, ${id('n')}, 'P' || n + 9 from ${tenants}, ${each(projects)}`,
  },
  {
    into: 'project_numbers (tenant_id, project_id, last_number)',
    select: `select t, ${id('n')}, ${4 * tasks} from ${tenants}, ${each(projects)}`,
    overriding: false,
  },
  {
    into: 'members (tenant_id, id, project_id, person_id, role)',
    select: `select t, ${id(`(j - 1) * ${people} + n`)}, ${id('j')}, ${id('n')}, case when n <= 3 then 'project_manager' else 'developer' end
      from ${tenants}, ${each(projects, 'j')}, ${each(people)} where n > 3 or n = 2 + j % 2`,
  },
  {
    into: 'saved_views (tenant_id, id, project_id, person_id, is_shared, name, query)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects}`)}, ${id(`1 + n % ${people}`)}, n % 4 = 0, 'View ' || n, 'view=board'
      from ${tenants}, ${each(4 * people)}`,
  },
  {
    into: 'project_updates (tenant_id, id, project_id, author_id, state, text)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects}`)}, ${manager}, 'on_track', 'All is well.' from ${tenants}, ${each(4 * people)}`,
  },
  {
    into: 'assignments (tenant_id, id, developer_id, new_manager_id, assigned_by_id)',
    select: `select t, ${id('n')}, ${developer('n')}, ${manager}, ${id('1')} from ${tenants}, ${each(people)}`,
  },
  {
    into: 'labels (tenant_id, id, name)',
    select: `select t, ${id('n')}, 'Label ' || n from ${tenants}, ${each(6)}`,
  },
  {
    into: 'tasks (tenant_id, id, number, project_id, title, description, status, due_date, assigned_to_id)',
    select: `select t, ${id('n')}, n, ${id(`1 + n % ${projects}`)}, 'Task ' || n, 'What has to be done here, in a sentence or two.',
      (array['todo', 'in_progress', 'done'])[1 + n % 3], current_date + n % 60, ${developer('n')} from ${tenants}, ${each(tasks)}`,
  },
  {
    into: 'task_labels (tenant_id, task_id, label_id)',
    select: `select t, ${id('n')}, ${id('1 + (n + i) % 6')} from ${tenants}, ${each(tasks)}, ${each(2, 'i')}`,
    overriding: false,
  },
  {
    into: 'subtasks (tenant_id, id, number, task_id, title, status, due_date, estimated_hours, assigned_to_id)',
    select: `select t, ${id('n')}, ${tasks} + n, ${id('1 + (n - 1) / 3')}, 'Step ' || n, (array['todo', 'in_progress', 'done'])[1 + n % 3],
      case when n % 2 = 0 then current_date + n % 60 - 10 end, n % 9, case when n % 10 > 0 then ${developer('n')} end from ${tenants}, ${each(3 * tasks)}`,
  },
  {
    into: 'subtask_proposals (tenant_id, id, project_id, task_id, person_id, title)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects}`)}, ${id('n')}, ${developer('n')}, 'Idea ' || n from ${tenants}, ${each(tasks)}`,
  },
  {
    into: 'imports (tenant_id, id, project_id, author_id, format, tasks, subtasks, comments)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects}`)}, ${manager}, 'csv', 10, 0, 0 from ${tenants}, ${each(`greatest(${tasks} / 10, 1)`)}`,
  },
  {
    into: 'imported_rows (tenant_id, project_id, format, external_id, row_key, import_id, kind, row_id, task_id, version)',
    select: `select t, ${id(`1 + n % ${projects}`)}, 'csv', 'row ' || n, 'row ' || n, ${id(`1 + n % greatest(${tasks} / 10, 1)`)}, 'task', ${id('n')}, ${id('n')}, 1
      from ${tenants}, ${each(tasks)}`,
    overriding: false,
  },
  {
    into: 'comments (tenant_id, id, task_id, author_id, text)',
    select: `select t, ${id('n')}, ${id('n')}, ${developer('n')}, 'Nearly there.' from ${tenants}, ${each(tasks)}`,
  },
  {
    into: 'comment_reactions (tenant_id, comment_id, task_id, person_id, reaction)',
    select: `select t, ${id('n')}, ${id('n')}, ${developer('n + i')}, '👍' from ${tenants}, ${each(tasks)}, ${each(2, 'i')}`,
    overriding: false,
  },
  {
    into: 'history (tenant_id, id, person_id, project_id, task_id, subtask_id, comment_id, field, before, after)',
    select: `select t, ${id('n')}, ${developer('n')}, ${id(`1 + n % ${projects}`)}, case when n % 20 > 0 then ${id('1 + n / 6')} end,
      case when n % 20 > 0 and n % 3 = 0 then ${id('1 + n / 2')} end, case when n % 20 > 0 and n % 12 = 1 then ${id('1 + n / 6')} end,
      'title', 'Task', 'Task ' || n from ${tenants}, ${each(6 * tasks - 6)}`,
  },
  {
    into: 'dependencies (tenant_id, id, project_id, task_id, subtask_id, blocker_task_id)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects}`)}, ${id('n')}, case when n % 2 = 0 then ${id('1 + 3 * n')} end, ${id('n + 1')}
      from ${tenants}, ${each(`${tasks} - 1`)}`,
  },
  {
    into: 'trash (tenant_id, kind, row_id, deleted_by, deleted_at, content)',
    select: `select t, 'task', ${id(`${tasks} + n`)}, ${manager}, now() - n * interval '10 minutes', '{}' from ${tenants}, ${each(5)}`,
    overriding: false,
  },
  {
    into: 'outbox (tenant_id, key, created_at, notices)',
    select: `select t, gen_random_uuid(), now() - n * interval '100 milliseconds', '[]' from ${tenants}, ${each(5)}`,
    overriding: false,
  },
  {
    into: 'answers (tenant_id, person_id, key, request, answer, created_at)',
    select: `select t, ${id(`1 + n % ${people}`)}, n::text, md5(n::text), '{}', now() - n * interval '1 day' from ${tenants}, ${each(2 * people)}`,
    overriding: false,
  },
  {
    into: 'security_events (tenant_id, id, kind, person_id, actor, about, address, agent, request_id)',
    select: `select t, ${id('n')}, 'logged_in', ${id(`1 + n % ${people}`)}, 'Somebody', '', '192.0.2.1', 'Firefox', n::text from ${tenants}, ${each(6 * people)}`,
  },
  {
    into: 'notifications (tenant_id, id, person_id, message, is_read)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, 'Something has happened.', n % 3 > 0 from ${tenants}, ${each(4 * people)}`,
  },
]

const templateTables = (_: Tenants, { tenants, id, each, manager }: Expressions): Table[] => [
  {
    into: 'templates (tenant_id, id, name, description, author_id)',
    select: `select t, ${id('n')}, 'Template ' || n, '', ${manager} from ${tenants}, ${each(20)}`,
  },
  {
    into: 'template_work (tenant_id, template_id, position, parent_position, title, description, priority)',
    select: `select t, ${id('n')}, i, case when i % 4 > 0 then i - i % 4 end, 'Task', '', 'medium' from ${tenants}, ${each(20)}, ${each(40, 'i')}`,
    overriding: false,
  },
  {
    into: 'template_labels (tenant_id, template_id, position, label_id)',
    select: `select t, ${id('n')}, i, ${id('1')} from ${tenants}, ${each(20)}, ${each(10, 'i')}`,
    overriding: false,
  },
  {
    into: 'template_blockers (tenant_id, template_id, position, blocker_position)',
    select: `select t, ${id('n')}, i, i + 1 from ${tenants}, ${each(20)}, ${each(10, 'i')}`,
    overriding: false,
  },
]

const timeTables = ({ people, projects, tasks }: Tenants, { tenants, id, each, developer, manager }: Expressions): Table[] => [
  {
    into: 'time_entries (tenant_id, id, person_id, project_id, task_id, subtask_id, number, title, day, minutes)',
    select: `select t, ${id('n')}, ${developer('n')}, ${id(`1 + (1 + (n - 1) / 3) % ${projects}`)}, ${id('1 + (n - 1) / 3')}, ${id('n')}, ${tasks} + n,
      'Step ' || n, current_date - n % 300, 60 from ${tenants}, ${each(3 * tasks)}`,
  },
  {
    into: 'timers (tenant_id, person_id, project_id, task_id, subtask_id, number, title)',
    select: `select t, ${id('n')}, ${id(`1 + (1 + (n - 1) / 3) % ${projects}`)}, ${id('1 + (n - 1) / 3')}, ${id('n')}, ${tasks} + n, 'Step ' || n
      from ${tenants}, ${each(people)}`,
    overriding: false,
  },
  {
    // The sheets of the last week wait for a decision.
    into: 'time_sheets (tenant_id, id, person_id, week, project_id, status, decided_at, decided_by)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, date_trunc('week', current_date)::date - 7 * (n / ${people}), ${id(`1 + n % ${projects}`)},
        case when n < ${people} then 'submitted' else 'approved' end,
        case when n >= ${people} then now() end, case when n >= ${people} then ${manager} end
      from ${tenants}, ${each(20 * people)}`,
  },
]

const chatTables = ({ people, projects }: Tenants, { tenants, id, each, developer }: Expressions): Table[] => [
  {
    into: 'chat_rooms (tenant_id, id, room_type, project_id)',
    select: `select t, ${id('n')}, 'PROJECT', ${id('n')} from ${tenants}, ${each(projects)}`,
  },
  {
    into: 'chat_rooms (tenant_id, id, room_type, first_person_id, second_person_id)',
    select: `select t, ${id(`${projects} + n`)}, 'PRIVATE', ${id('n')}, ${id('n + 1')} from ${tenants}, ${each(people - 1)}`,
  },
  {
    into: 'chat_messages (tenant_id, id, room_id, sender_id, content, has_files)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${projects + people - 1}`)}, ${developer('n')}, 'Good morning.', n % 4 = 0
      from ${tenants}, ${each(2 * (projects + people))}`,
  },
  {
    into: 'chat_seen (tenant_id, room_id, person_id, message_id)',
    select: `select t, ${id('j')}, ${id('n')}, ${id('1')} from ${tenants}, ${each(projects, 'j')}, ${each(people)} where n > 3 or n = 2 + j % 2`,
    overriding: false,
  },
]

/** Every second task has a file, half of these files came with a comment, and every fourth message has a file. */
const fileTables = ({ people, projects, tasks }: Tenants, { tenants, id, each, developer }: Expressions): Table[] => [
  {
    into: 'file_contents (tenant_id, id, sha256, size, type, object, width, height)',
    select: `select t, ${id('n')}, sha256((t || ' ' || n)::bytea), 1000 + n, 'image/png', gen_random_uuid()::text, 800, 600
      from ${tenants}, ${each(tasks)}`,
  },
  {
    into: 'files (tenant_id, id, content_id, task_id, comment_id, name, person_id, trashed_at, trashed_by)',
    select: `select t, ${id('n')}, ${id('n')}, ${id('2 * n')}, case when n % 2 = 0 then ${id('2 * n')} end, 'Picture ' || n || '.png', ${developer('n')},
      case when n % 10 = 0 then now() end, case when n % 10 = 0 then ${developer('n')} end from ${tenants}, ${each(`${tasks} / 2`)}`,
  },
  {
    into: 'files (tenant_id, id, content_id, room_id, message_id, name, person_id)',
    select: `select t, ${id(`${tasks} + n`)}, ${id(`1 + n % ${tasks}`)}, ${id(`1 + 4 * n % ${projects + people - 1}`)}, ${id('4 * n')}, 'Photo ' || n || '.png',
      ${developer('n')} from ${tenants}, ${each(`${projects + people} / 2`)}`,
  },
  {
    into: 'uploads (tenant_id, id, person_id, task_id, name, size, received, touched_at)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, ${id(`1 + n % ${tasks}`)}, 'Film.mp4', 9000, 4000, now() - n * interval '10 minutes'
      from ${tenants}, ${each(2 * people)}`,
  },
]

const hrTables = ({ people }: Tenants, { tenants, id, each }: Expressions): Table[] => [
  {
    into: 'locations (tenant_id, id, name, country, timezone, is_default, filled_through)',
    select: `select t, ${id('n')}, 'Location ' || n, 'DE', 'Europe/Berlin', n = 1, 2100 from ${tenants}, ${each(5)}`,
  },
  {
    into: 'holidays (tenant_id, id, location_id, day, name)',
    select: `select t, ${id('n')}, ${id('1 + n % 5')}, current_date - 300 + n, 'Holiday ' || n from ${tenants}, ${each(600)}`,
  },
  {
    into: 'schedules (tenant_id, person_id, from_day, minutes)',
    select: `select t, ${id('n')}, current_date - 400 * i, '{480,480,480,480,480,0,0}' from ${tenants}, ${each(people)}, ${each(2, 'i')}`,
    overriding: false,
  },
  {
    into: 'private_data (tenant_id, person_id, address)',
    select: `select t, ${id('n')}, 'Street ' || n from ${tenants}, ${each(people)}`,
    overriding: false,
  },
  {
    into: 'documents (tenant_id, id, owner_id, content_id, name, expires_on, person_id)',
    select: `select t, ${id('n')}, ${id(`1 + n % ${people}`)}, ${id('1')}, 'Contract ' || n, current_date + n, ${id('1')}
      from ${tenants}, ${each(3 * people)}`,
  },
  {
    into: 'checklist_templates (tenant_id, id, name, kind)',
    select: `select t, ${id('n')}, 'Template ' || n, 'joiner' from ${tenants}, ${each(10)}`,
  },
  {
    into: 'checklist_template_items (tenant_id, template_id, position, title, owner, days)',
    select: `select t, ${id('n')}, i, 'Item', 'hr', i from ${tenants}, ${each(10)}, ${each(8, 'i')}`,
    overriding: false,
  },
  {
    into: 'checklists (tenant_id, id, person_id, name, kind, day)',
    select: `select t, ${id('n')}, ${id('n')}, 'First week', 'joiner', current_date from ${tenants}, ${each(people)}`,
  },
  {
    into: 'checklist_items (tenant_id, id, checklist_id, position, title, owner, due_on, done_at, done_by)',
    select: `select t, ${id(`(n - 1) * 8 + i`)}, ${id('n')}, i, 'Item', (array['hr', 'manager', 'person'])[1 + i % 3], current_date + i,
      case when n % 4 > 0 then now() end, case when n % 4 > 0 then ${id('1')} end from ${tenants}, ${each(people)}, ${each(8, 'i')}`,
  },
]

/** Ten requests of each person, about 40 days apart, the last of which are still to come. */
const leaveTables = ({ people }: Tenants, { tenants, id, each }: Expressions): Table[] => [
  {
    into: 'leave_types (tenant_id, id, name, color)',
    select: `select t, ${id('n')}, 'Type ' || n, 'teal' from ${tenants}, ${each(4)}`,
  },
  {
    into: 'leave_policies (tenant_id, type_id, year, allowance, granted)',
    select: `select t, ${id('n')}, 2025, case when n < 3 then 50 end, 'yearly' from ${tenants}, ${each(4)}`,
    overriding: false,
  },
  {
    into: 'leave_requests (tenant_id, id, person_id, type_id, from_day, to_day, status, stage, half_days, created_by)',
    select: `select t, ${id('(n - 1) * 10 + i')}, ${id('n')}, ${id('1 + i % 4')}, ${ofLeave}, ${ofLeave} + 4,
      case when i = 10 then 'pending' else 'approved' end, case when i = 10 then 'manager' end, 10, ${id('n')}
      from ${tenants}, ${each(people)}, ${each(10, 'i')}`,
  },
  {
    into: 'leave_days (tenant_id, person_id, day, half, leave_id)',
    select: `select t, ${id('n')}, ${ofLeave} + day, half, ${id('(n - 1) * 10 + i')}
      from ${tenants}, ${each(people)}, ${each(10, 'i')}, generate_series(0, 4) day, generate_series(0, 1) half`,
    overriding: false,
  },
  {
    into: 'leave_decisions (tenant_id, id, leave_id, stage, is_approved, decided_by)',
    select: `select t, ${id('n')}, ${id('n')}, 'hr', true, ${id('1')} from ${tenants}, ${each(9 * people)}`,
  },
  {
    into: 'leave_ledger (tenant_id, id, person_id, type_id, kind, key, day, half_days, reason)',
    select: `select t, ${id('(n - 1) * 40 + i')}, ${id('n')}, ${id('1 + i % 4')}, case when i < 5 then 'grant' else 'taken' end, 'row ' || i,
      current_date - 10 * i, case when i < 5 then 50 else -10 end, 'Reason' from ${tenants}, ${each(people)}, ${each(40, 'i')}`,
  },
  {
    into: 'leave_feeds (tenant_id, person_id)',
    select: `select t, ${id('n')} from ${tenants}, ${each(people)}`,
    overriding: false,
  },
]

/** The first day of the request `i` of a person. */
const ofLeave = 'current_date - 360 + 40 * i'

/** Ten openings, and two hundred applicants with three ratings and an interview each. */
const recruitingTables = ({ people }: Tenants, { tenants, id, each }: Expressions): Table[] => [
  {
    into: 'recruiting_stages (tenant_id, id, name, kind, position)',
    select: `select t, ${id('n')}, 'Stage ' || n, case n when 5 then 'hired' when 6 then 'rejected' else 'open' end, n from ${tenants}, ${each(6)}`,
  },
  {
    into: 'openings (tenant_id, id, title, department, description, status)',
    select: `select t, ${id('n')}, 'Opening ' || n, 'Engineering', repeat('About this job. ', 40), case when n < 6 then 'published' else 'closed' end
      from ${tenants}, ${each(10)}`,
  },
  {
    into: 'opening_questions (tenant_id, opening_id, position, text, is_required, is_long)',
    select: `select t, ${id('n')}, i, 'Question ' || i, true, true from ${tenants}, ${each(10)}, ${each(3, 'i')}`,
    overriding: false,
  },
  {
    into: 'applications (tenant_id, id, opening_id, stage_id, full_name, email, rejected_at, created_at)',
    select: `select t, ${id('n')}, ${id('1 + n % 10')}, ${id('1 + n % 6')}, 'Applicant ' || n, 'a' || n || '@applicants.test',
      case when n % 6 = 5 then now() - n * interval '1 hour' end, now() - n * interval '1 day' from ${tenants}, ${each(200)}`,
  },
  {
    into: 'application_answers (tenant_id, application_id, position, question, answer)',
    select: `select t, ${id('n')}, i, 'Question ' || i, repeat('Because. ', 20) from ${tenants}, ${each(200)}, ${each(3, 'i')}`,
    overriding: false,
  },
  {
    into: 'application_entries (tenant_id, id, application_id, event, person_id, text)',
    select: `select t, ${id('(n - 1) * 5 + i')}, ${id('n')}, case i when 1 then 'applied' else 'note' end, ${id('1')}, 'Note ' || i
      from ${tenants}, ${each(200)}, ${each(5, 'i')}`,
  },
  {
    into: 'application_ratings (tenant_id, application_id, person_id, stars)',
    select: `select t, ${id('n')}, ${id('i')}, 1 + (n + i) % 5 from ${tenants}, ${each(200)}, ${each(3, 'i')}`,
    overriding: false,
  },
  {
    into: 'interviews (tenant_id, id, application_id, starts_at, minutes, person_id)',
    select: `select t, ${id('n')}, ${id('n')}, now() + (n - 100) * interval '1 day', 60, ${id('1')} from ${tenants}, ${each(200)}`,
  },
  {
    into: 'interviewers (tenant_id, interview_id, person_id)',
    select: `select t, ${id('n')}, ${id(`1 + (n + i) % ${people}`)} from ${tenants}, ${each(200)}, ${each(2, 'i')}`,
    overriding: false,
  },
  {
    into: 'hires (tenant_id, application_id, job_title, department, starts_on, person_id)',
    select: `select t, ${id('n')}, 'Engineer', 'Engineering', current_date + 30, ${id('1')} from ${tenants}, ${each(3)}`,
    overriding: false,
  },
  {
    into: 'mail_templates (tenant_id, id, name, subject, text)',
    select: `select t, ${id('n')}, 'Template ' || n, 'Your application', 'Hello {name}' from ${tenants}, ${each(5)}`,
  },
]

const billingTables = (_sizes: Tenants, { tenants, each }: Expressions): Table[] => [
  {
    into: 'payments (tenant_id, stripe_session_id, created_at, amount, currency, payment_status, paid_until, payment_intent)',
    select: `select t, 'cs_test_' || t || '_' || n, now() - n * interval '30 days', 29, 'usd', 'paid', current_date - 30 * (n - 1),
      'pi_' || t || '_' || n from ${tenants}, ${each(3)}`,
    overriding: false,
  },
  {
    into: 'payment_reversals (tenant_id, stripe_id, stripe_session_id, kind, amount, status, event_at)',
    select: `select t, 're_' || t || '_' || n, 'cs_test_' || t || '_' || n, 'refund', 1, 'succeeded', now() from ${tenants}, ${each(3)}`,
    overriding: false,
  },
  {
    into: 'ending_notices (tenant_id, ends_on, days)',
    select: `select t, current_date - 30 * n, 3 from ${tenants}, ${each(3)}`,
    overriding: false,
  },
]
