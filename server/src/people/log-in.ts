// The log-in of somebody who has proved who they are.
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { Refusal } from '../kit/errors.ts'
import { invitationAccepted } from '../notifications/messages.ts'
import { changed } from '../realtime/changed.ts'
import { record } from '../security-log/record.ts'
import { notifyAdministrators } from './administrators.ts'
import { knownDevice, type LoginAccount } from './attempts.ts'
import { staff } from './audiences.ts'
import { meOf, openSession, personColumns } from './sessions.ts'

const deviceSeconds = 365 * 24 * 60 * 60

export const wrongCredentials = () => new Refusal(401, { detail: 'No active account found with the given credentials' })

export type Account = LoginAccount & { has_second_factor: boolean }

/** Opens a session. `counted` are the attempts that are given back, and `how` is worded for the security log. */
export async function logIn(
  ctx: Ctx<unknown>,
  account: Account,
  { device, counted, how = '' }: { device: string; counted: string[]; how?: string },
) {
  const [person, isNewBrowser, session] = await pipelined(
    lockPerson(ctx, account),
    isUnknownBrowser(ctx, account, device),
    openSession(ctx, account.id),
    // Last, because other attempts from this address wait from here until the commit.
    ctx.services.limits.giveBack(counted, ctx.db),
  )
  if (!person) throw wrongCredentials()
  await acceptInvitation(ctx, person)
  rememberDevice(ctx, person)
  await record(ctx, 'logged_in', { by: named(person), about: how })
  if (isNewBrowser) await mailNewBrowser(ctx, { person_id: person.id, session_id: session.id })
  changed(ctx, { people: [person.id], models: ['sessions'] })
  return meOf(ctx.tenant, person)
}

/** Locks the person who logs in. Returns undefined if the account, its password or second factor has changed since it was verified. */
export const lockPerson = ({ db }: Ctx<unknown>, { id, password_hash, has_second_factor }: Account) =>
  db
    .selectFrom('people')
    .select([...personColumns, 'accepted_at', 'device_key'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', '=', password_hash)
    .where('has_second_factor', '=', has_second_factor)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * A known device, in which this person has logged in or set a password, has its own failure counter, so that nobody can lock
 * a person out by failing in their name.
 */
export function deviceOf({ browser, services, tenant }: Ctx<unknown>, account: { device_key: string } | undefined) {
  const token = browser.cookie('device')
  const [tenant_id, device_key] = (token && services.tokens.read('device', token)) || []
  return account && Number(tenant_id) === tenant.id && device_key === account.device_key ? knownDevice : ''
}

export const rememberDevice = ({ browser, services, tenant }: Ctx<unknown>, { device_key }: { device_key: string }) =>
  browser.setCookie('device', services.tokens.sign('device', tenant.id, device_key), deviceSeconds)

/**
 * Whether somebody who has logged in before does so in a browser that they have not used: neither is its device known, nor has it
 * opened a session from the same address. A first log-in comes from an invitation, and is not worth a mail.
 */
async function isUnknownBrowser({ db, browser }: Ctx<unknown>, { id }: Account, device: string) {
  if (device) return false
  const { sessions, alike } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)`.as('sessions'))
    .select(sql<number>`count(*) filter (where address = ${browser.address} and agent = ${browser.agent})`.as('alike'))
    .where('person_id', '=', id)
    .executeTakeFirstOrThrow()
  return sessions > 0 && alike === 0
}

const mailNewBrowser = ({ db, tenant, services }: Ctx<unknown>, ids: { person_id: number; session_id: number }) =>
  services.jobs.enqueue(db, 'mail', { template: 'new_browser', tenant_id: tenant.id, ...ids })

export const named = ({ id, full_name }: { id: number; full_name: string }) => ({ id, name: full_name })

/** The person must be locked, so that only one of two transactions accepts. */
export async function acceptInvitation(ctx: Ctx<unknown>, person: { id: number; full_name: string; accepted_at: string | null }) {
  if (person.accepted_at) return
  await ctx.db.updateTable('people').set({ accepted_at: sql<string>`now()` }).where('id', '=', person.id).execute()
  await record(ctx, 'invitation_accepted', { by: named(person) })
  await notifyAdministrators({ ...ctx, me: person }, invitationAccepted(person.full_name))
  changed(ctx, staff)
}
