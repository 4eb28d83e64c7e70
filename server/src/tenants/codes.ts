import { code } from 'contract'
import type { Tokens } from '../kit/tokens.ts'

/** The digits of a mailed code. They are derived from its row and the server's secret, so that they need no storing. */
export const digitsOf = (tokens: Tokens, { id, email }: { id: number; email: string }) =>
  tokens.digits('code', `${id} ${email}`, code.digits)
