import { homeOf, type Role } from 'contract'
import { mondayOf } from '../capacity/hours.ts'
import { readAttention } from '../health/attention.ts'
import { readHealth } from '../health/health.ts'
import { readAllWeeks } from '../health/progress.ts'
import { type Db, inTenant, pipelined } from '../kit/db/db.ts'
import { renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import { viewerFor } from '../people/sessions.ts'
import { contentOf, type Facts } from './content.ts'
import { summaryRoles } from './schedule.ts'
import { pathToUnsubscribe } from './summary.ts'

type Data = { tenant_id: number; person_id: number; week: string }

/** Returns null if the person no longer wants or may read it, the week is over, or there is nothing to tell. */
export const composeSummary: Compose<Data> = async ({ pools, services: { config, tokens } }, data) => {
  const found = await inTenant(pools.workspace, data.tenant_id, 'read only', (db) => readFacts(db, data))
  const content = found && contentOf({ ...found, base: config.workspaceUrl(found.subdomain) })
  if (!content) return null
  const { subject, ...parts } = content
  const unsubscribe = config.workspaceUrl(found.subdomain) + pathToUnsubscribe(tokens, data)
  return { to: found.email, subject, unsubscribe, ...(await renderLetter({ ...parts, unsubscribe })) }
}

/** Reads what the person sees on their own dashboard. */
async function readFacts(db: Db, { tenant_id, person_id, week }: Data): Promise<(Facts & Addressee) | null> {
  const viewer = await viewerFor(db, tenant_id, person_id)
  if (!viewer || !isReader(viewer.me.role)) return null
  const { tenant, me } = viewer
  if (tenant.is_blocked || !tenant.is_open || mondayOf(tenant.today) !== week) return null
  const [person, projects, attention, weeks] = await pipelined(
    db.selectFrom('people').select('gets_weekly_summary').where('id', '=', me.id).executeTakeFirstOrThrow(),
    readHealth(viewer),
    readAttention(viewer),
    readAllWeeks(viewer),
  )
  if (!person.gets_weekly_summary) return null
  const { email, name, role } = me
  return {
    email,
    subdomain: tenant.subdomain,
    workspace: tenant.name,
    name,
    role,
    home: homeOf(role),
    projects,
    attention,
    weeks,
  }
}

type Addressee = { email: string; subdomain: string }

const isReader = (role: Role) => (summaryRoles as readonly Role[]).includes(role)
