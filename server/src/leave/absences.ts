// Absences, for the team's calendar and for calendar programs: docs/decisions/073-leave.md
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Absence, type Api, addDays, daysBetween, type Employment, leaveProblems, longestAbsences, type Me } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, sql } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import { Download } from '../kit/http/download.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { keyIn } from '../kit/security/tokens.ts'
import { reportsTo } from '../reads/people.ts'
import { changed } from '../realtime/changed.ts'
import { holidaysBetween } from './days.ts'
import { calendarText } from './ical.ts'
import { lastLeaveDay, periodOf, whileEmployed } from './periods.ts'
import { mates } from './teams.ts'

export const absences: Handlers<Api['absences']> = {
  async list(ctx, { query }) {
    const { from, to } = query
    if (to < from) throw invalid({ to: [leaveProblems.endsTooEarly] })
    if (daysBetween(from, to) >= longestAbsences) throw invalid({ to: [leaveProblems.range] })
    const people = await visiblePeople(ctx)
    const seesType = (row: Row) => ctx.me.role === 'hr' || row.person_id === ctx.me.id
    const found = await leaveOf(ctx, people, query)
    return {
      people: people.map(({ id }) => id),
      absences: found.map(
        ({ row, ...period }): Absence => ({ person: row.person_id, ...period, type: seesType(row) ? row.type_id : null }),
      ),
      holidays: await holidaysBetween(ctx, query),
    }
  },

  async feed(ctx) {
    const feed = await ctx.db.selectFrom('leave_feeds').select('key').where('person_id', '=', ctx.me.id).executeTakeFirst()
    return { address: feed ? addressOf(ctx, feed.key) : null }
  },

  async renewFeed(ctx) {
    const key = randomUUID()
    await ctx.db
      .insertInto('leave_feeds')
      .values({ person_id: ctx.me.id, key })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet({ key }))
      .execute()
    changed(ctx, { people: [ctx.me.id], models: ['leave'] })
    return { address: addressOf(ctx, key) }
  },

  async stopFeed(ctx) {
    await ctx.db.deleteFrom('leave_feeds').where('person_id', '=', ctx.me.id).execute()
    changed(ctx, { people: [ctx.me.id], models: ['leave'] })
    return undefined
  },

  async calendar(ctx, { params }) {
    const { db, tenant } = ctx
    const me = await ownerOf(ctx, params.token)
    const people = await visiblePeople({ db, tenant, me })
    const [from, to] = [addDays(tenant.today, -feedDays), lastLeaveDay(tenant.today)]
    const found = await leaveOf({ db, tenant }, people, { from, to })
    const text = calendarText({
      tenant,
      host: new URL(ctx.services.config.workspaceUrl(tenant.subdomain)).host,
      people,
      absences: found.map(({ row, ...period }) => ({
        ...period,
        person: row.person_id,
        asked_from: `${row.from_day}-${Number(row.starts_at_noon)}`,
        certain_at: row.certain_at,
      })),
    })
    const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }
    return new Download({ name: null, type: 'text/calendar; charset=utf-8', headers }, async () => Readable.from([text]))
  },
}

/** Days that are over, and that calendar programs are shown. To come is all leave that can be asked for. */
const feedDays = 92

const purpose = 'leave calendar'

/** The address names the row's key, signed, so that a leaked database alone opens no calendar. */
const addressOf = ({ services: { config, tokens }, tenant, me }: Ctx, key: string) =>
  `${config.workspaceUrl(tenant.subdomain)}/api/leave-feed/${tokens.sign(purpose, tenant.id, me.id, key)}/`

type Reader = { db: Ctx['db']; tenant: Ctx['tenant']; me: Pick<Me, 'id' | 'role'> }

/** The person to whom a secret address belongs. */
async function ownerOf({ db, tenant, services }: Pick<Ctx, 'db' | 'tenant' | 'services'>, token: string) {
  const [tenant_id, person_id, signed] = services.tokens.read(purpose, token) ?? []
  const key = keyIn(signed)
  if (Number(tenant_id) !== tenant.id || !key) throw notFound()
  const { rows } = await sql<Pick<Me, 'id' | 'role'>>`
    select p.id, p.role from people p where p.tenant_id = ${tenant.id} and p.id = ${Number(person_id)} and p.is_active and (
      select f.key from leave_feeds f where f.tenant_id = ${tenant.id} and f.person_id = ${Number(person_id)}) = ${key}::uuid`.execute(
    db,
  )
  return rows[0] ?? Promise.reject(notFound())
}

type Seen = Employment & { id: number; full_name: string }

/** The people whose absences the viewer sees, by name. */
async function visiblePeople({ db, tenant, me }: Reader): Promise<Seen[]> {
  const isForAll = me.role === 'hr' || me.role === 'tenant_admin'
  const { rows } = await sql<Seen>`
    with p as materialized (
      select p.id, p.full_name, p.starts_on, p.ends_on, ${reportsTo(tenant.id)} as manager from people p
      where p.tenant_id = ${tenant.id} and p.is_active)
    select p.id, p.full_name, p.starts_on, p.ends_on from p
    where ${
      isForAll
        ? sql`true`
        : sql`(p.id = ${me.id} or p.manager = ${me.id}
      or p.id = (select own.manager from p own where own.id = ${me.id}) or p.id = any(array(${mates({ tenant }, me.id)})))`
    }
    order by ${byName('p.full_name')}, p.id`.execute(db)
  return rows
}

type Row = {
  person_id: number
  type_id: number
  from_day: string
  starts_at_noon: boolean
  to_day: string
  ends_at_noon: boolean
  certain_at: string
}

/** Approved leave of these people within some days. */
async function leaveOf({ db, tenant }: Omit<Reader, 'me'>, people: readonly Seen[], { from, to }: { from: string; to: string }) {
  const { rows } = await sql<Row>`
    select r.person_id, r.type_id, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon, iso(greatest(r.created_at, (
      select d.decided_at from leave_decisions d
      where d.tenant_id = ${tenant.id} and d.leave_id = r.id order by d.id desc limit 1))) as certain_at
    from leave_requests r
    where r.tenant_id = ${tenant.id} and r.status = 'approved' and r.to_day >= ${from} and r.from_day <= ${to}
    order by r.from_day, r.id`.execute(db)
  const employments = new Map(people.map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const employment = employments.get(row.person_id)
    const period = employment && whileEmployed(periodOf(row), employment)
    return period && period.to >= from && period.from <= to ? [{ ...period, row }] : []
  })
}
