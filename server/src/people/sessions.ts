import type { Me } from 'contract'
import type { Selectable } from 'kysely'
import type { Browser, Ctx, Publisher, Services, Tenant, Viewer } from '../kit/context.ts'
import { type Db, pipelined, type RawBuilder, sql } from '../kit/db/db.ts'
import type { DB } from '../kit/db/schema.gen.ts'
import type { Identify, IdentifyMany } from '../kit/http/pipeline.ts'
import { keyIn } from '../kit/security/tokens.ts'

export const accessSeconds = 5 * 60
const refreshSeconds = 7 * 24 * 60 * 60
/** However much it is used, a session ends this long after the log-in. */
const longestSeconds = 30 * 24 * 60 * 60
/** How long the previous refresh token stays valid, for tabs that refresh at the same time. */
const graceSeconds = 10

/** Whether a workspace `t` is on trial or paid for. */
export const isOpen = sql<boolean>`((t.on_trial and (now() at time zone t.timezone)::date <= t.trial_ends_on)
  or coalesce(t.paid_until >= (now() at time zone t.timezone)::date, false))`

type SessionRow = PersonRow & { session_id: number; session_key: string }

/**
 * Reads the present state of the workspace and of the session's person. The workspace is read last: if it is deleted between the
 * two statements, it is gone, and not only the session.
 */
export const identify: Identify = async (db, tenant_id, session_key) => {
  const [sessions, tenant] = await pipelined(
    session_key === null ? [] : sessionsWhere(db, tenant_id, sql`s.key = ${session_key}::uuid`),
    findTenant(db, tenant_id),
  )
  if (!tenant) return null
  const [session] = sessions
  if (!session) return { tenant, me: null, session_id: null }
  return { tenant, me: meOf(tenant, session), session_id: session.session_id }
}

export const identifyMany: IdentifyMany = async (db, tenant_id, session_keys) => {
  const [sessions, tenant] = await pipelined(
    sessionsWhere(db, tenant_id, sql`s.key = any(${session_keys}::uuid[])`),
    findTenant(db, tenant_id),
  )
  if (!tenant) return null
  return { tenant, people: new Map(sessions.map((session) => [session.session_key, meOf(tenant, session)])) }
}

/** Reads as one of the workspace's active people, outside of a session. Null if they are none. */
export async function viewerFor(db: Db, tenant_id: number, person_id: number): Promise<Viewer | null> {
  const people = db.selectFrom('people').select(personColumns)
  const [tenant, person] = await pipelined(
    findTenant(db, tenant_id),
    people.where('id', '=', person_id).where('is_active', '=', true).executeTakeFirst(),
  )
  return tenant && person ? { db, tenant, me: meOf(tenant, person) } : null
}

async function findTenant(db: Db, tenant_id: number): Promise<Tenant | undefined> {
  const { rows } = await sql<Tenant>`
    select t.id, t.name, t.subdomain, t.timezone, (now() at time zone t.timezone)::date::text as today, t.is_blocked, t.is_public_demo, t.on_trial,
      ${isOpen} as is_open,
      case when t.on_trial then t.trial_ends_on when isfinite(t.paid_until) then t.paid_until end as open_until,
      t.first_day, t.accent, t.requires_second_factor
    from tenants t where t.id = ${tenant_id} and t.deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * Reads the valid sessions among these, each with its person. The tenant is read separately: a distributed database keeps
 * its table on every node and refuses an outer join from it.
 */
async function sessionsWhere(db: Db, tenant_id: number, condition: RawBuilder<unknown>) {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.key as session_key, p.id, p.full_name, p.email, p.role, p.is_owner, p.job_title, p.department,
      p.has_second_factor
    from sessions s
    join people p on p.tenant_id = s.tenant_id and p.tenant_id = ${tenant_id} and p.id = s.person_id
    where s.tenant_id = ${tenant_id} and ${condition} and s.ended_at is null and s.expires_at > now() and p.is_active`.execute(db)
  return rows
}

export const personColumns = [
  'id',
  'full_name',
  'email',
  'role',
  'is_owner',
  'job_title',
  'department',
  'has_second_factor',
] as const
type PersonRow = Pick<Selectable<DB['people']>, (typeof personColumns)[number]>

/** A person's own data as the API shows it to them. */
export const meOf = (
  tenant: Tenant,
  { id, full_name, email, role, is_owner, job_title, department, has_second_factor }: PersonRow,
): Me => ({
  id,
  name: full_name,
  email,
  role,
  is_owner,
  ...(tenant.requires_second_factor && !has_second_factor && { must_set_up_second_factor: true }),
  employee: role === 'super_admin' ? null : { id, job_title, department },
  ...(role !== 'super_admin' && { tenant: publicPartOf(tenant) }),
})

const publicPartOf = ({
  name,
  subdomain,
  timezone,
  on_trial,
  open_until,
  is_open,
  is_public_demo,
  first_day,
  accent,
}: Tenant) => ({
  name,
  subdomain,
  timezone,
  on_trial,
  open_until,
  is_open,
  first_day,
  accent,
  ...(is_public_demo && { is_public_demo }),
})

/** Opens a session and gives the browser its two cookies. Returns its id. */
export async function openSession({ db, tenant, browser, services }: Ctx<unknown>, person_id: number) {
  const { id, key, generation } = await db
    .insertInto('sessions')
    .values({ person_id, expires_at: inSeconds(refreshSeconds), ...originOf(tenant, browser) })
    .returning(['id', 'key', 'generation'])
    .executeTakeFirstOrThrow()
  giveCookies(browser, services, { tenant_id: tenant.id, key, generation })
  return { id }
}

/** The origin of a session. In the public demonstration, its person would be shown other visitors' addresses. */
const originOf = ({ is_public_demo }: Tenant, { address, agent }: Browser) => (is_public_demo ? {} : { address, agent })

const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`

type SessionToken = { tenant_id: number; key: string; generation: number }

/** Both cookies live as long as the refresh token, so that the server still receives an expired access token. */
function giveCookies(browser: Browser, { tokens }: Services, { tenant_id, key, generation }: SessionToken) {
  const expires = Math.floor(Date.now() / 1000) + accessSeconds
  browser.setCookie('access', tokens.sign('access', tenant_id, key, expires), refreshSeconds)
  browser.setCookie('refresh', tokens.sign('refresh', tenant_id, key, generation), refreshSeconds)
}

export function dropCookies(browser: Browser) {
  browser.setCookie('access', null, 0)
  browser.setCookie('refresh', null, 0)
}

/** Reads the session key and generation of this browser's refresh token. The session may have ended. */
export function refreshTokenOf({ tenant, browser, services }: Ctx<unknown>) {
  const token = browser.cookie('refresh')
  const [tenant_id, session_key, generation] = (token && services.tokens.read('refresh', token)) || []
  const key = keyIn(session_key)
  return Number(tenant_id) === tenant.id && key && Number(generation) ? { key, generation: Number(generation) } : null
}

/**
 * Rotates the refresh token. Its immediate predecessor gets the same successor for `graceSeconds`; an older token was stolen
 * or replayed, and ends the session. Returns whether the session continues.
 */
export async function rotateSession(ctx: Ctx<unknown>, { key, generation }: { key: string; generation: number }) {
  const { db, tenant, browser, services } = ctx
  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', (join) => join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.person_id'))
    // The row's own limit is computed here: an update may not combine it with now() in a distributed database.
    .select(['s.id', 's.generation', sql<boolean>`s.rotated_at > now() - ${graceSeconds} * interval '1 second'`.as('is_fresh')])
    .select(sql<number>`extract(epoch from s.created_at - now())::float8 + ${longestSeconds}`.as('seconds_left'))
    .where('s.key', '=', key)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('p.is_active', '=', true)
    .forUpdate('s')
    .executeTakeFirst()
  if (!session) return false

  if (generation === session.generation) {
    await db
      .updateTable('sessions')
      .set({
        generation: generation + 1,
        rotated_at: sql`now()`,
        expires_at: inSeconds(Math.min(refreshSeconds, session.seconds_left)),
      })
      .where('id', '=', session.id)
      .execute()
    giveCookies(browser, services, { tenant_id: tenant.id, key, generation: generation + 1 })
    return true
  }
  if (generation === session.generation - 1 && session.is_fresh) {
    giveCookies(browser, services, { tenant_id: tenant.id, key, generation: session.generation })
    return true
  }
  await endSession(ctx, session)
  return false
}

/** Ends a session and closes its sockets. Returns the id of its person, or undefined if it had ended. */
export async function endSession({ db, tenant, services }: Publisher, session: { id: number } | { key: string }) {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where((row) => ('key' in session ? row('key', '=', session.key) : row('id', '=', session.id)))
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  if (ended) services.channels.revalidate({ db, tenant }, ended.person_id)
  return ended?.person_id
}

/** Ends every session of a person except `except`, and their log-ins under way, and closes their sockets. */
export async function endSessionsOf({ db, tenant, services }: Publisher, person_id: number, except: number | null = null) {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('person_id', '=', person_id)
    .where('ended_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()
  await db.deleteFrom('open_log_ins').where('person_id', '=', person_id).execute()
  services.channels.revalidate({ db, tenant }, person_id)
}
