// Keeps the demonstration relative to today: a database that is some weeks old looks as it did on its first day.
import { demoSubdomain, trialDays } from 'contract'
import type { Pools } from '../kit/context.ts'
import { connect, type Db, inTenant, sql } from '../kit/db/db.ts'
import { settleDemo } from './leave.ts'
import { moreDemoPeople } from './people.ts'

const moments: Readonly<Record<string, readonly string[]>> = {
  projects: ['created_at', 'changed_at'],
  tasks: ['created_at', 'changed_at', 'done_at'],
  subtasks: ['created_at', 'done_at'],
  comments: ['created_at', 'edited_at'],
  comment_reactions: ['created_at'],
  history: ['at'],
  files: ['created_at'],
  chat_messages: ['created_at'],
  notifications: ['created_at'],
  project_updates: ['created_at'],
  subtask_proposals: ['created_at'],
  assignments: ['assigned_at'],
  templates: ['created_at'],
  documents: ['created_at'],
  checklists: ['created_at'],
  checklist_items: ['done_at'],
  leave_requests: ['created_at'],
  leave_decisions: ['decided_at'],
  openings: ['created_at'],
  applications: ['created_at', 'stage_since', 'rejected_at'],
  application_entries: ['at'],
  application_ratings: ['at'],
  interviews: ['starts_at'],
  hires: ['created_at'],
}
const dates: Readonly<Record<string, readonly string[]>> = {
  projects: ['start_date', 'end_date'],
  tasks: ['due_date'],
  subtasks: ['due_date'],
  documents: ['expires_on'],
  people: ['starts_on', 'ends_on'],
  checklists: ['day'],
  checklist_items: ['due_on'],
  leave_requests: ['from_day', 'to_day'],
  openings: ['closes_on'],
  hires: ['starts_on'],
}

/**
 * Moves everything in the living demonstration that has a date by the days since it was last moved: what somebody has added stays as far
 * from today as it was. The owner may change what is otherwise only added to. The trial starts again, too; its end says until when the
 * demonstration has been moved.
 */
export async function moveDemoToToday(pools: Pools, owner_url: string) {
  const tenant = await inTenant(pools.platform, 0, 'read only', (db) =>
    db
      .selectFrom('tenants')
      .select(['id', sql<number | null>`current_date - (trial_ends_on - ${trialDays}::int)`.as('days')])
      .where('subdomain', '=', demoSubdomain)
      .executeTakeFirst(),
  )
  const days = tenant?.days ?? 0
  if (!tenant || days <= 0) return
  const owner = connect(owner_url, { max: 1, name: 'demonstration' })
  const isMoved = await inTenant(owner, tenant.id, 'read write', (db) => move(db, tenant.id, days))
  await owner.end()
  if (isMoved)
    await inTenant(pools.platform, 0, 'read write', (db) =>
      db
        .updateTable('tenants')
        .set({ trial_ends_on: sql<string>`current_date + ${trialDays}::int` })
        .where('id', '=', tenant.id)
        .execute(),
    )
}

/** Returns whether there was a living demonstration to move. */
async function move(db: Db, tenant_id: number, days: number) {
  const [first] = moreDemoPeople
  const isLiving = await db.selectFrom('people').select('id').where('email', '=', first.email).executeTakeFirst()
  if (!isLiving) return false
  for (const table of new Set([...Object.keys(moments), ...Object.keys(dates)])) {
    const changes = [
      ...(moments[table] ?? []).map((column) => sql`${sql.id(column)} = ${sql.id(column)} + ${days}::int * interval '1 day'`),
      ...(dates[table] ?? []).map((column) => sql`${sql.id(column)} = ${sql.id(column)} + ${days}::int`),
    ]
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where tenant_id = ${tenant_id}`.execute(db)
  }
  await moveTime(db, tenant_id, days)
  await sql`delete from leave_ledger where tenant_id = ${tenant_id}`.execute(db)
  await settleDemo(db)
  return true
}

/** Time moves by whole weeks, as sheets begin on Mondays. What ran until now goes on, never from a moment to come. */
async function moveTime(db: Db, tenant_id: number, days: number) {
  const { rows } = await sql<{ shift: number }>`
    select date_trunc('week', current_date)::date - date_trunc('week', current_date - ${days}::int)::date as shift`.execute(db)
  const shift = rows[0]?.shift ?? 0
  await sql`
    update timers set started_at = least(now(), started_at + ${days}::int * interval '1 day') where tenant_id = ${tenant_id}`.execute(
    db,
  )
  await sql`
    update time_entries set day = day + ${shift}::int, created_at = created_at + ${shift}::int * interval '1 day'
    where tenant_id = ${tenant_id}`.execute(db)
  // In the order in which each makes room for the next.
  const { rows: sheets } = await sql<{ id: number }>`
    select id from time_sheets where tenant_id = ${tenant_id} order by week desc`.execute(db)
  for (const { id } of sheets)
    await sql`
      update time_sheets set week = week + ${shift}::int, submitted_at = submitted_at + ${shift}::int * interval '1 day',
        decided_at = decided_at + ${shift}::int * interval '1 day'
      where tenant_id = ${tenant_id} and id = ${id}`.execute(db)
}
