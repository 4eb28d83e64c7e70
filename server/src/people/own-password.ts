import type { Ctx } from '../kit/context.ts'
import { tooMany } from '../kit/errors.ts'
import { failuresOfAccount, verify } from './attempts.ts'

/**
 * Looks up the caller's password. The returned function compares it, outside of the transaction, and resolves to the stored hash, or to
 * null if the password is wrong.
 */
export async function ownPassword({ db, services, tenant, me }: Ctx, password: string) {
  const person = db.selectFrom('people').select('password_hash').where('id', '=', me.id)
  const { password_hash: stored } = await person.executeTakeFirstOrThrow()
  // Separate from the log-in's counter: otherwise a stolen session could lock its owner out.
  const key = `password ${tenant.id} ${me.id}`
  return async () => {
    const isRight = await verify(services, {
      tenant_id: tenant.id,
      counters: [{ key, ...failuresOfAccount }],
      kind: 'known device',
      stored,
      password,
      refusal: ({ wait }) => tooMany(wait),
    })
    if (!isRight) return null
    await services.limits.giveBack([key])
    return stored
  }
}

export const isWrong = 'Current password is incorrect.'
