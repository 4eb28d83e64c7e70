// Invitations of one person, who is an employee or an administrator.
import { roleNames } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterRollback, duplicateIn, sql } from '../kit/db/db.ts'
import { refused, tooMany } from '../kit/errors.ts'
import type { Limit } from '../kit/security/limits.ts'
import { settleNewcomers } from '../ledger/settle.ts'
import { changed } from '../realtime/changed.ts'
import { about, record } from '../security-log/record.ts'
import { listed, staff } from './audiences.ts'
import { fields } from './employee-rows.ts'
import { tellOfChangedHr, tellOfNewHr } from './hr-accounts.ts'
import { countInvitations, duration, type GiveBack, orGiveBack } from './invitation-limit.ts'
import { openInvitation, pathOfLink, sendLink } from './links.ts'

const minute = 60
const day = 24 * 60 * 60
/** Per person. */
const limits = {
  invitation: { minute: { max: 1, seconds: minute }, day: { max: 10, seconds: day } },
  // Copying a link sends no mail, and people repeat it when the clipboard is overwritten.
  'invitation link': { minute: { max: 6, seconds: minute }, day: { max: 30, seconds: day } },
} as const satisfies Record<string, Record<string, Limit>>

type Newcomer = {
  full_name: string
  email: string
  role: 'tenant_admin' | 'project_manager' | 'hr' | 'developer'
  job_title?: string
  department?: string
  password_hash?: string | null
  manager_id?: number | null
  starts_on?: string | null
  location_id?: number | null
}

/** Adds and invites a person. Returns null if somebody in the workspace has this address. */
export async function addInvited(ctx: Ctx, newcomer: Newcomer) {
  const person = await ctx.db
    .insertInto('people')
    .values(newcomer)
    // A literal, because a generic plan can't match a partial index with a parameter.
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('is_active', '=', sql.lit(true)).doNothing())
    .returning(fields)
    .executeTakeFirst()
  if (!person) return null
  await settleNewcomers(ctx, [person.id])
  await tellOfNewHr(ctx, [person], { hasPassword: typeof newcomer.password_hash === 'string' })
  const { expires_at } = await sendLink(ctx, person.id, 'invitation')
  await record(ctx, 'person_invited', { about: about(person.full_name, person.email, roleNames[newcomer.role]) })
  changed(ctx, staff)
  changed(ctx, listed)
  return { ...person, invitation_expires_at: expires_at }
}

/** Whether somebody else than `id` has this address. */
export async function isTaken({ db }: Ctx, email: string, id?: number) {
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found !== undefined && found.id !== id
}

export function mustBeInvited<Person extends { accepted_at: string | null }>(person: Person) {
  if (person.accepted_at) throw refused('This person has already accepted the invitation.')
  return person
}

/** Counts another invitation of this person, before `resendInvitation`. */
export async function countResending(ctx: Ctx, person_id: number) {
  const message = (wait: string) => `Please wait ${wait} before you send this person another invitation.`
  const giveBack = await countInvitations(ctx)
  await orGiveBack(giveBack, () => countAttempt(ctx, 'invitation', person_id, message))
  return giveBack
}

type Invited = { id: number; full_name: string; email: string; role: string }

export async function resendInvitation(ctx: Ctx, person: Invited, giveBack: GiveBack) {
  afterRollback(ctx.db, giveBack)
  await sendLink(ctx, person.id, 'invitation')
  await record(ctx, 'invitation_resent', { about: about(person.full_name, person.email) })
  changed(ctx, staff)
  return { detail: 'Invitation resent successfully.' }
}

/** Changes the address of a pending invitation, and sends it again. Returns false if somebody else has this address. */
export async function correctEmail(ctx: Ctx, person: Invited, { email, giveBack }: { email: string; giveBack: GiveBack }) {
  if (await isTaken(ctx, email, person.id)) return false
  const change = ctx.db.updateTable('people').set({ email, undeliverable_at: null }).where('id', '=', person.id).execute()
  // Somebody else may get this address meanwhile.
  const isDuplicate = await change.then(
    () => false,
    (error: unknown) => duplicateIn(error) === 'people_email' || Promise.reject(error),
  )
  if (isDuplicate) return false
  await tellOfChangedHr(ctx, person, 'address')
  await record(ctx, 'address_corrected', { about: about(person.full_name, email, `before ${person.email}`) })
  await resendInvitation(ctx, { ...person, email }, giveBack)
  changed(ctx, listed)
  return true
}

/** Counts a link of this person, before `handOverLink`. */
export const countLink = (ctx: Ctx, person_id: number) =>
  countAttempt(ctx, 'invitation link', person_id, (wait) => `Please wait ${wait} before you copy this link again.`)

export async function handOverLink(ctx: Ctx, person: Invited) {
  const { id: person_id, full_name, email } = person
  const { id: link_id, key, expires_at } = await openInvitation(ctx, person_id)
  await tellOfChangedHr(ctx, person, 'link')
  await record(ctx, 'invitation_copied', { about: about(full_name, email) })
  changed(ctx, staff)
  const { tenant, services, log } = ctx
  log.info({ invited_id: person_id, link_id }, 'invitation link handed over')
  const path = pathOfLink(services.tokens, { tenant_id: tenant.id, person_id, key }, 'handed_over')
  return { link: services.config.workspaceUrl(tenant.subdomain) + path, expires_at }
}

/** Counts an invitation or link for this person, and refuses it with the time to wait if there were too many. */
async function countAttempt(
  { tenant, services }: Ctx,
  kind: keyof typeof limits,
  person_id: number,
  message: (wait: string) => string,
) {
  for (const [span, limit] of Object.entries(limits[kind])) {
    const wait = await services.limits.take(`${kind} ${tenant.id} ${person_id} ${span}`, limit)
    if (wait) throw tooMany(wait, message(duration(wait)))
  }
}
