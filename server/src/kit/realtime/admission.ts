import { closeCodes, type Me, type Socket } from 'contract'
import type { Tenant } from '../context.ts'
import { forbidden, noWorkspace, Refusal } from '../errors.ts'
import { mustBeAdmitted } from '../http/access.ts'
import type { Caller } from './connection.ts'
import type { Handshake } from './handshake.ts'
import type { SocketCtx, SocketHandler } from './socket-handler.ts'

/** Thrown to close a connection with a code. Refusing the handshake instead would not tell a browser why. */
export class Dismissal extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

type Options = {
  socket: Socket
  handler: SocketHandler<Socket>
  handshake: Handshake
  /** Null if the parameters of the address are malformed. */
  contextOf: (tenant: Tenant, me: Me) => SocketCtx | null
}

/** The handler's context for this caller. Throws a dismissal if the caller may not use the socket. */
export async function admit(caller: Caller, { socket, handler, handshake, contextOf }: Options) {
  try {
    if (!caller) {
      handshake.forgetTenant()
      throw noWorkspace()
    }
    mustBeAdmitted(caller, socket, { isServedHere: handshake.isOnWorkspaceHost, hadCookie: false })
    const ctx = caller.me && contextOf(caller.tenant, caller.me)
    if (!ctx || (handler.admits && !(await handler.admits(ctx)))) throw forbidden()
    return ctx
  } catch (error) {
    throw error instanceof Refusal && error.status < 500 ? dismissalFor(error) : error
  }
}

function dismissalFor(refusal: Refusal) {
  const { code } = refusal.body
  if (code === 'payment_required') return new Dismissal(closeCodes.payment_required, detailOf(refusal))
  const hasNoSession = refusal.status === 401 || code === 'workspace_not_found'
  return new Dismissal(hasNoSession ? closeCodes.not_signed_in : closeCodes.forbidden, detailOf(refusal))
}

/** The first message of a refusal. A frame belongs to no form, so it has no fields to show messages at. */
export const detailOf = ({ body }: Refusal) => String(Object.values(body).flat()[0] ?? 'Refused.')
