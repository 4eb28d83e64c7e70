import { type Endpoint, type Me, may } from 'contract'
import type { Services, Tenant } from '../context.ts'
import { type Db, pipelined, sql } from '../db/db.ts'
import { tenantTables } from '../db/schema.gen.ts'
import { blocked, forbidden, notInDemo, notSignedIn, secondFactorMissing, tokenNotValid, tooMany, unpaid } from '../errors.ts'
import { networkOf } from '../security/rates.ts'

/** The number of changes that one network of strangers, and all of them together, may make in the public demonstration. */
const changesInDemo = { ofNetwork: 600, ofAll: 6000, seconds: 60 * 60 }
/** The number of rows that the public demonstration may have. It begins with some 1,200. */
const rowsInDemo = 50_000

/** The order of the rules decides which refusal a caller gets if several apply. */
export function mustBeAdmitted(
  { tenant, me }: { tenant: Tenant; me: Me | null },
  endpoint: Pick<Endpoint, 'access' | 'refusal' | 'even_blocked' | 'even_unpaid' | 'even_without_second_factor' | 'not_in_demo'>,
  { isServedHere, hadCookie }: { isServedHere: boolean; hadCookie: boolean },
) {
  if (tenant.is_blocked && !endpoint.even_blocked) throw blocked()
  if (!me && endpoint.access !== 'public') throw hadCookie ? tokenNotValid() : notSignedIn()
  if (!isServedHere || !may(me?.role ?? null, endpoint)) throw forbidden(endpoint.refusal)
  if (tenant.is_public_demo && endpoint.not_in_demo) throw notInDemo()
  if (me?.must_set_up_second_factor && endpoint.access !== 'public' && !endpoint.even_without_second_factor)
    throw secondFactorMissing()
  if (!tenant.is_open && !endpoint.even_unpaid) throw unpaid()
}

type Change = { db: Db; tenant: Tenant; services: Services; address: string }

/** Counts a change of the public demonstration and its rows. Visitors could otherwise fill it until the night. */
export async function mustBeModest({ db, tenant, services, address }: Change) {
  if (!tenant.is_public_demo) return
  const { ofNetwork, ofAll, seconds } = changesInDemo
  const full = await services.limits.takeAll([
    { key: `demo changes ${networkOf(address)}`, max: ofNetwork, seconds },
    { key: 'demo changes', max: ofAll, seconds },
  ])
  if (full) throw tooMany(full.wait)
  if ((await countRows(db, tenant.id)) > rowsInDemo) throw forbidden('The demonstration is full. It starts anew every night.')
}

/** Events leave the outbox within seconds, and the workspace's role can't read it. */
const counted = [...tenantTables].filter((name) => name !== 'outbox')

async function countRows(db: Db, tenant_id: number) {
  const rowsOf = (name: string) =>
    sql<{ count: number }>`select count(*) as count from ${sql.id(name)} x where x.tenant_id = ${tenant_id}`.execute(db)
  const counts = await pipelined(...counted.map(rowsOf))
  return counts.reduce((sum, { rows }) => sum + (rows[0]?.count ?? 0), 0)
}
