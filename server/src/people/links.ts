import { type Db, sql } from '../kit/db.ts'
import type { Services, Tenant } from '../kit/serve.ts'
import type { Tokens } from '../kit/tokens.ts'

const validHours = 72

export type Purpose = 'invitation' | 'reset'

/** Mails a person a link to set a password. An earlier link for the same purpose dies. */
export async function sendLink(
  { db, tenant, services }: { db: Db; tenant: Pick<Tenant, 'id'>; services: Services },
  person_id: number,
  purpose: Purpose,
) {
  await endLinks({ db, tenant }, person_id, purpose)
  const { id } = await db
    .insertInto('password_links')
    .values({ tenant_id: tenant.id, person_id, purpose, expires_at: sql<string>`now() + ${validHours} * interval '1 hour'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await services.jobs.enqueue(db, 'mail', { template: purpose, tenant_id: tenant.id, link_id: id })
}

/** The path of a link's page, as it stands in the mail. The token is derived, so it needs no storing. */
export const pathOfLink = (
  tokens: Tokens,
  { tenant_id, person_id, link_id }: { tenant_id: number; person_id: number; link_id: number },
) => `/set-password/${Buffer.from(String(person_id)).toString('base64url')}/${tokens.sign('link', tenant_id, person_id, link_id)}`

/** The ids that a link stands for, or null where it is not one of ours, of this tenant. Whether it still counts, its row says. */
export function readLink(tokens: Tokens, tenant: Pick<Tenant, 'id'>, { uidb64, token }: { uidb64: string; token: string }) {
  const [tenant_id, person_id, link_id] = (tokens.read('link', token) ?? []).map(Number)
  const matches =
    tenant_id === tenant.id && person_id && link_id && Buffer.from(uidb64, 'base64url').toString() === String(person_id)
  return matches ? { person_id, link_id } : null
}

export const endLinks = ({ db, tenant }: { db: Db; tenant: Pick<Tenant, 'id'> }, person_id: number, purpose?: Purpose) =>
  db
    .updateTable('password_links')
    .set({ ended_at: sql<string>`now()` })
    .where('tenant_id', '=', tenant.id)
    .where('person_id', '=', person_id)
    .where('ended_at', 'is', null)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as Purpose))
    .execute()
