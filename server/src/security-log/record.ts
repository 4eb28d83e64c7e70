import { type Me, type Role, roleNames, type SecurityEventKind } from 'contract'
import type { Browser, Tenant } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'

/** The origin of a request. */
export type Origin = Pick<Browser, 'address' | 'agent' | 'request_id'>
/** `browser` is absent for what no browser caused. */
type Recorder = { db: Db; tenant: Pick<Tenant, 'is_public_demo'>; browser?: Origin }
type Actor = Pick<Me, 'id' | 'name'>
/** `about` is whom or what it was done to. */
type Details = { about?: string }

/** Adds an event of the caller's to the tenant's security log, in the transaction of what it records. */
export function record(recorder: Recorder & { me: Actor | null }, kind: SecurityEventKind, details?: Details): Promise<void>
/** The same for somebody else: null for strangers, commands, and the platform's owner in a workspace. */
export function record(recorder: Recorder, kind: SecurityEventKind, details: Details & { by: Actor | null }): Promise<void>
export async function record(
  { db, tenant, browser, me = null }: Recorder & { me?: Actor | null },
  kind: SecurityEventKind,
  { about: subject = '', by = me }: Details & { by?: Actor | null } = {},
) {
  // Visitors of the public demonstration are strangers to each other.
  const origin = tenant.is_public_demo ? undefined : browser
  await db
    .insertInto('security_events')
    .values({
      kind,
      about: subject.slice(0, 500),
      person_id: by?.id ?? null,
      actor: by?.name ?? null,
      address: origin?.address ?? null,
      agent: origin?.agent ?? null,
      request_id: browser?.request_id ?? null,
    })
    .execute()
}

/** A person or a thing with what identifies it, such as `Dev Dalton (dev@acme.test), Developer`. */
export const about = (name: string, key: string, ...more: string[]) => [`${name} (${key})`, ...more].join(', ')

type Person = { full_name: string; role: string }

export const recordRole = (recorder: Recorder & { me: Actor }, { full_name, role: before }: Person, after: Role) =>
  record(recorder, 'role_changed', { about: `${full_name}, from ${roleNames[before as Role]} to ${roleNames[after]}` })
