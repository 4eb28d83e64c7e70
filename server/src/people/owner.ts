import type { Me } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { forbidden } from '../kit/errors.ts'

/** Locks the caller, so that neither the ownership nor the password changes before the end of the transaction. */
export const lockCaller = ({ db, me }: Ctx) =>
  db.selectFrom('people').select(['is_owner', 'password_hash']).where('id', '=', me.id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Refuses everybody but the owner of the workspace. */
export function mustBeOwner({ me }: { me: Pick<Me, 'is_owner'> }) {
  if (!me.is_owner) throw forbidden('Only the owner of the workspace can do this.')
}
