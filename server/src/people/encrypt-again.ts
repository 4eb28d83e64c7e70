import type { Pools, Services } from '../kit/context.ts'
import { type Db, inTenant } from '../kit/db/db.ts'
import type { Tokens } from '../kit/security/tokens.ts'
import { appPurpose } from './second-step.ts'

type Options = { pools: Pools; services: Pick<Services, 'tokens'>; signal: AbortSignal }

/**
 * Encrypts the keys of all authenticator apps by SESSION_SECRET that are still encrypted by SESSION_SECRET_OLD, one workspace after another.
 * Returns how many there were.
 */
export async function encryptKeysAgain({ pools, services, signal }: Options) {
  const tenants = await inTenant(pools.platform, 0, 'read only', (db) => db.selectFrom('tenants').select('id').execute())
  let count = 0
  for (const { id } of tenants) {
    if (signal.aborted) break
    const pool = id === 0 ? pools.platform : pools.workspace
    count += await inTenant(pool, id, 'read write', (db) => encryptIn(db, services.tokens))
  }
  return count
}

async function encryptIn(db: Db, tokens: Tokens) {
  const apps = await db.selectFrom('authenticators').select(['id', 'secret']).where('secret', 'is not', null).execute()
  let count = 0
  for (const { id, secret } of apps) {
    const key = secret ? tokens.unseal(appPurpose, secret) : null
    if (!secret || !key?.isOld) continue
    // Another server may have done it meanwhile.
    const change = { secret: tokens.seal(appPurpose, key.text) }
    await db.updateTable('authenticators').set(change).where('id', '=', id).where('secret', '=', secret).execute()
    count++
  }
  return count
}
