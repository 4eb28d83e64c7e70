// The demonstration workspace: people of each role, and some projects. In development, a super admin as well.
import { demoSubdomain, trialDays } from 'contract'
import { ConfigError } from '../config.ts'
import type { Pools } from '../kit/context.ts'
import { type Db, inTenant, mayStandStill, sql } from '../kit/db/db.ts'
import type { FileStore } from '../kit/files/store.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { addManagerAndRoom } from '../projects/create.ts'
import { completeKeys } from '../projects/keys.ts'
import { addFiles } from './files.ts'
import { addHr } from './hr.ts'
import { addLeave } from './leave.ts'
import { enliven } from './living.ts'
import { demoPassword, demoPeople, superAdmin } from './people.ts'
import { addRecruiting } from './recruiting.ts'
import { addWaiting } from './waiting.ts'

type Living = { store: FileStore }
type Options = {
  /** Adds seven people, three projects, files and the talk of the last weeks: what somebody sees who looks around. Tests need less. */
  living?: Living | undefined
  /** Strangers share it: nobody has a password, and there is no super admin. */
  isPublic?: boolean
}

const name = 'Demo Company'

/** Creates the missing parts of the demonstration, and leaves existing ones alone. */
export async function createDemo(pools: Pools, { living, isPublic = false }: Options = {}) {
  const password_hash = isPublic ? null : await hashPassword(demoPassword)
  const tenant_id = await inTenant(pools.platform, 0, 'read write', async (db) => {
    if (!isPublic) await addSuperAdmin(db, password_hash)
    await db
      .insertInto('tenants')
      .values({
        name,
        name_key: name.toLowerCase(),
        subdomain: demoSubdomain,
        schema: demoSubdomain,
        trial_ends_on: sql<string>`current_date + ${trialDays}::int`,
        is_public_demo: isPublic,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const ours = db.selectFrom('tenants').select('id').where('subdomain', '=', demoSubdomain)
    return (await ours.where('is_public_demo', '=', isPublic).executeTakeFirst())?.id
  })
  if (tenant_id === undefined && isPublic)
    throw new ConfigError(`DEMO is 1, but another workspace has the subdomain ${demoSubdomain} or the name ${name}: set DEMO=0`)
  if (tenant_id === undefined) return
  await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    // Several servers may start at once.
    await sql`select pg_advisory_xact_lock(hashtextextended('demonstration', 1))`.execute(db)
    const somebody = await db.selectFrom('people').select('id').limit(1).executeTakeFirst()
    if (somebody) return
    await fillDemo(db, { living, password_hash })
  })
}

const addSuperAdmin = (db: Db, password_hash: string | null) =>
  db
    .insertInto('people')
    .values({ ...superAdmin, role: 'super_admin', password_hash, accepted_at: sql<string>`now()` })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doNothing())
    .execute()

/** Fills the empty workspace of the transaction. */
export async function fillDemo(db: Db, { living, password_hash }: Pick<Options, 'living'> & { password_hash: string | null }) {
  await mayStandStill(db)
  const people = await fill(db, password_hash)
  const team = living ? await enliven(db, people) : people
  await completeKeys(db)
  if (!living) return
  await addWaiting(db, team)
  await addFiles(db, living.store, team)
  await addHr(db, living.store, team)
  await addLeave(db, team)
  await addRecruiting(db, living.store, team)
}

const projects = [
  {
    name: 'Website relaunch',
    description: 'A new website that loads in a second and says what we do in one sentence.',
    status: 'in_progress',
    priority: 'high',
    starts: -14,
    ends: 30,
    tasks: [
      [
        'Home page',
        'The first screen, its pictures and the call to action.',
        'in_progress',
        'high',
        5,
        ['Draft the headline', 'Choose the pictures', 'Build the hero section'],
      ],
      [
        'Content migration',
        'Move the articles that are still read, drop the rest.',
        'todo',
        'medium',
        12,
        ['List the articles by readers', 'Write the redirects'],
      ],
      [
        'Launch checklist',
        'Everything that must be true on the day of the launch.',
        'todo',
        'low',
        28,
        ['Check the forms', 'Measure the loading time'],
      ],
    ],
  },
  {
    name: 'Customer portal',
    description: 'Where customers see their orders, invoices and open questions.',
    status: 'planning',
    priority: 'medium',
    starts: 7,
    ends: 90,
    tasks: [
      [
        'Interviews',
        'Ask ten customers what they look for, and how often.',
        'todo',
        'medium',
        10,
        ['Write the questions', 'Find ten customers'],
      ],
    ],
  },
] as const

/** The messages in the first project's room. */
const messages = [
  ['pam@demo.test', 'Welcome to the relaunch! What concerns all of us goes here; what concerns one step goes into its task.'],
  ['dana@demo.test', 'The pictures for the home page are chosen. The big one is from our own roof.'],
  ['dev@demo.test', 'It looks good on a phone too. I build the hero section tomorrow.'],
] as const

const labels = [
  ['Design', '#00C4B4'],
  ['Content', '#F59F00'],
  ['Backend', '#4C6EF5'],
] as const

async function fill(db: Db, password_hash: string | null) {
  const ids: Record<string, number> = {}
  for (const { title: _, ...person } of demoPeople) {
    const manager_id = person.role === 'developer' ? (ids['pam@demo.test'] ?? null) : null
    const { id } = await db
      .insertInto('people')
      .values({ ...person, manager_id, is_owner: person.role === 'tenant_admin', password_hash, accepted_at: sql<string>`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[person.email] = id
  }
  const labelRows = await db
    .insertInto('labels')
    .values(labels.map(([name, color]) => ({ name, color })))
    .returning('id')
    .execute()
  const [pam = 0, dev = 0, dana = 0] = [ids['pam@demo.test'], ids['dev@demo.test'], ids['dana@demo.test']]
  const day = (offset: number) => sql<string>`current_date + ${offset}::int`

  for (const { tasks, starts, ends, ...project } of projects) {
    const { id: project_id } = await db
      .insertInto('projects')
      .values({ ...project, start_date: day(starts), end_date: day(ends), assigned_pm: pam })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addManagerAndRoom(db, { project_id, assigned_pm: pam })
    await db
      .insertInto('members')
      .values([dev, dana].map((person_id) => ({ project_id, person_id, role: 'developer' as const })))
      .execute()
    for (const [index, [title, description, status, priority, due, subtasks]] of tasks.entries()) {
      const { id: task_id } = await db
        .insertInto('tasks')
        .values({ project_id, title, description, status, priority, due_date: day(due) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const label = labelRows[index % labelRows.length]
      if (label) await db.insertInto('task_labels').values({ task_id, label_id: label.id }).execute()
      await db
        .insertInto('subtasks')
        .values(
          subtasks.map((subtask, i) => ({
            task_id,
            title: subtask,
            ...(i === 0 && status === 'in_progress'
              ? { status: 'done' as const, done_at: sql<string>`now()` }
              : { status: 'todo' as const, done_at: null }),
            priority,
            due_date: day(due - 2 + i),
            estimated_hours: 2 + i,
            assigned_to_id: [dev, dana, null][i % 3] ?? null,
          })),
        )
        .execute()
    }
  }
  await addMessages(db, ids)
  return Object.fromEntries(Object.entries(ids).map(([email, id]) => [email.split('@')[0] ?? '', id]))
}

async function addMessages(db: Db, ids: Record<string, number>) {
  const { id: room_id } = await db.selectFrom('chat_rooms').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('chat_messages')
    .values(
      messages.map(([email, content], i) => ({
        room_id,
        sender_id: ids[email] ?? 0,
        content,
        created_at: sql<string>`now() - interval '13 days' + ${i}::int * interval '20 minutes'`,
      })),
    )
    .returning('id')
    .execute()
  const last_message_id = Math.max(...rows.map(({ id }) => id))
  await db.updateTable('chat_rooms').set({ last_message_id }).where('id', '=', room_id).execute()
}
