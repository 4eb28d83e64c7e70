import { type Endpoint, type Me, may } from 'contract'
import type { Tenant } from '../context.ts'
import { blocked, forbidden, notSignedIn, tokenNotValid, unpaid } from '../errors.ts'

/** The order of the rules decides which refusal a caller gets if several apply. */
export function mustBeAdmitted(
  { tenant, me }: { tenant: Tenant; me: Me | null },
  endpoint: Pick<Endpoint, 'access' | 'refusal' | 'even_blocked' | 'even_unpaid'>,
  { isServedHere, hadCookie }: { isServedHere: boolean; hadCookie: boolean },
) {
  if (tenant.is_blocked && !endpoint.even_blocked) throw blocked()
  if (!me && endpoint.access !== 'public') throw hadCookie ? tokenNotValid() : notSignedIn()
  if (!isServedHere || !may(me?.role ?? null, endpoint)) throw forbidden(endpoint.refusal)
  if (!tenant.is_open && !endpoint.even_unpaid) throw unpaid()
}
