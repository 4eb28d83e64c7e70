import type { Services, Tenant } from '../kit/context.ts'
import { type Db, sql } from '../kit/db/db.ts'
import { keyIn, type Tokens } from '../kit/security/tokens.ts'

const validHours = 72
const expires_at = sql<string>`now() + ${validHours} * interval '1 hour'`

export type Purpose = 'invitation' | 'reset'

type Scope = { db: Db; tenant: Pick<Tenant, 'id'> }
/** `me` is told if the mail can't be delivered. */
type Sender = Scope & { services: Services; me?: { id: number } | null }

/** Mails a person a link to set a password. It replaces earlier links for the same purpose. */
export async function sendLink({ services, me, ...place }: Sender, person_id: number, purpose: Purpose) {
  const link = await openLink(place, person_id, purpose)
  await services.jobs.enqueue(place.db, 'mail', { template: purpose, tenant_id: place.tenant.id, link_id: link.id, ...by(me) })
  return link
}

/** Mails new people, who have no link yet, their invitations. Returns when all of these expire. */
export async function sendInvitations({ db, tenant, services, me }: Sender, person_ids: readonly number[]) {
  const links = await db
    .insertInto('password_links')
    .values(person_ids.map((person_id) => ({ person_id, purpose: 'invitation' as const, expires_at })))
    .returning(['id', 'expires_at'])
    .execute()
  const mails = links.map(({ id }) => ({ template: 'invitation', tenant_id: tenant.id, link_id: id, ...by(me) }))
  await services.jobs.enqueueAll(db, 'mail', mails)
  return links[0]?.expires_at ?? null
}

const by = (me: Sender['me']) => me && { by_id: me.id }

/** Returns the valid invitation link, or a new one without a mail if it has expired. */
export async function openInvitation(place: Scope, person_id: number) {
  const mailed = await place.db
    .selectFrom('password_links')
    .select(['id', 'key', 'expires_at'])
    .where('person_id', '=', person_id)
    .where('purpose', '=', 'invitation')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return mailed ?? openLink(place, person_id, 'invitation')
}

async function openLink({ db }: Scope, person_id: number, purpose: Purpose) {
  await endLinks({ db }, person_id, purpose)
  return db
    .insertInto('password_links')
    .values({ person_id, purpose, expires_at })
    .returning(['id', 'key', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Token kinds. A handed-over link, which the admin has seen, is void once the person has accepted the invitation. */
const kinds = { mailed: 'link', handed_over: 'handed link' } as const

type LinkKey = { tenant_id: number; person_id: number; key: string }

/** The path of a link's page. The token is derived from the key, so it is not stored. */
export const pathOfLink = (tokens: Tokens, { tenant_id, person_id, key }: LinkKey, kind: keyof typeof kinds = 'mailed') =>
  `/set-password/${Buffer.from(String(person_id)).toString('base64url')}/${tokens.sign(kinds[kind], tenant_id, key)}`

/** Reads the person and key of a link signed for this tenant, or null. Its row in the database decides whether it is still valid. */
export function readLink(tokens: Tokens, tenant: Pick<Tenant, 'id'>, { uidb64, token }: { uidb64: string; token: string }) {
  const mailed = tokens.read(kinds.mailed, token)
  const [tenant_id, link_key] = mailed ?? tokens.read(kinds.handed_over, token) ?? []
  const key = keyIn(link_key)
  const [, person_id] = /^([1-9]\d{0,14})$/.exec(Buffer.from(uidb64, 'base64url').toString()) ?? []
  return Number(tenant_id) === tenant.id && key && person_id
    ? { person_id: Number(person_id), key, is_handed_over: mailed === null }
    : null
}

export const endLinks = ({ db }: Pick<Scope, 'db'>, person_id: number, purpose?: Purpose) =>
  db
    .updateTable('password_links')
    .set({ ended_at: sql<string>`now()` })
    .where('person_id', '=', person_id)
    .where('ended_at', 'is', null)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as Purpose))
    .execute()
