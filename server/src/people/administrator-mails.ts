// The mails to a person who becomes an administrator or the owner, or gives the ownership away.
import type { Pools } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'

type Promotion = { tenant_id: number; person_id: number; by_id: number }

/** Nobody gets it before they accept the invitation: they could not log in. */
export const composePromotion: Compose<Promotion> = async ({ pools, services }, { tenant_id, person_id, by_id }) => {
  const row = await findTwo(pools, tenant_id, { to: person_id, other: by_id })
  if (row?.role !== 'tenant_admin' || !row.accepted_at) return null
  const workspace = nameInMail(row.name)
  const letter = await renderLetter({
    preview: 'What you can do now.',
    heading: `You are an administrator of ${workspace}`,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, ${nameInMail(row.other_name)} has made you an administrator of the workspace ${workspace}.`,
      'You now manage its people, projects, labels and billing. The projects in which you worked no longer list you as a member.',
    ],
    button: { label: 'Open the workspace', url: `${services.config.workspaceUrl(row.subdomain)}/tenant_admin` },
    footer: `You get this mail as an administrator of ${workspace}.`,
  })
  return { to: row.email, subject: `You are now an administrator of ${workspace}`, ...letter }
}

type Ownership = { tenant_id: number; owner_id: number; former_id: number }

export const composeOwnership: Compose<Ownership> = async ({ pools, services }, { tenant_id, owner_id, former_id }) => {
  const row = await findTwo(pools, tenant_id, { to: owner_id, other: former_id })
  if (!row?.is_owner) return null
  const workspace = nameInMail(row.name)
  const letter = await renderLetter({
    preview: 'What an owner can do.',
    heading: `You own ${workspace}`,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, ${nameInMail(row.other_name)} has transferred the ownership of the workspace ${workspace} to you.`,
      'Only the owner removes other administrators, transfers the ownership and deletes the workspace.',
    ],
    button: { label: 'See the administrators', url: `${services.config.workspaceUrl(row.subdomain)}/tenant_admin/settings` },
    footer: `You get this mail as the owner of ${workspace}.`,
  })
  return { to: row.email, subject: `You are now the owner of ${workspace}`, ...letter }
}

/** A record for the former owner, who may not have done it. */
export const composeFormerOwnership: Compose<Ownership> = async ({ pools, services }, { tenant_id, owner_id, former_id }) => {
  const row = await findTwo(pools, tenant_id, { to: former_id, other: owner_id })
  if (!row) return null
  const workspace = nameInMail(row.name)
  const letter = await renderLetter({
    preview: `${nameInMail(row.other_name)} owns it now.`,
    heading: `You no longer own ${workspace}`,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, the ownership of the workspace ${workspace} has been transferred from you to ${nameInMail(row.other_name)}.`,
      'You remain an administrator. If it was not you who did this, change your password and write to the new owner.',
    ],
    button: { label: 'See the administrators', url: `${services.config.workspaceUrl(row.subdomain)}/tenant_admin/settings` },
    footer: `You get this mail as the former owner of ${workspace}.`,
  })
  return { to: row.email, subject: `The ownership of ${workspace} has been transferred`, ...letter }
}

/** The receiver of a mail, the workspace, and the name of the other person whom the mail is about. */
const findTwo = (pools: Pools, tenant_id: number, { to, other }: { to: number; other: number }) =>
  inTenant(pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('people')
      .innerJoin('people as other', (join) => join.onRef('other.tenant_id', '=', 'people.tenant_id').on('other.id', '=', other))
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'people.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['people.email', 'people.full_name', 'people.role', 'people.is_owner', 'people.accepted_at'])
      .select(['other.full_name as other_name', 'tenants.name', 'tenants.subdomain'])
      .where('people.id', '=', to)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .executeTakeFirst(),
  )
