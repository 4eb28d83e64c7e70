import type { Me } from 'contract'
import { forbidden } from '../kit/errors.ts'

/** Refuses everybody but the owner of the workspace. */
export function mustBeOwner({ me }: { me: Pick<Me, 'is_owner'> }) {
  if (!me.is_owner) throw forbidden('Only the owner of the workspace can do this.')
}
