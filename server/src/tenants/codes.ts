import { code } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { keyIn, type Tokens } from '../kit/security/tokens.ts'

/** The digits of a mailed code, derived from its key and the server's secret, so that they are not stored. */
export const digitsOf = (tokens: Tokens, { key, email }: { key: string; email: string }) =>
  tokens.digits('code', bodyOf({ key, email }), code.digits)

/** Whether these digits are those of a mailed code. */
export const isCode = (tokens: Tokens, sent: { key: string; email: string }, digits: string) =>
  digits.length === code.digits && tokens.areDigits('code', bodyOf(sent), digits)

const bodyOf = ({ key, email }: { key: string; email: string }) => `${key} ${email}`

/** A browser may sign up with several addresses. Its cookie keeps the keys of this many codes, the newest last. */
const mostKeys = 20

type BrowserCtx = Pick<Ctx<unknown>, 'browser' | 'services'>

/** The keys of the codes that this browser has requested. */
export function codeKeysOf({ browser, services }: BrowserCtx) {
  const cookie = browser.cookie('signup')
  return ((cookie && services.tokens.read('signup', cookie)) || []).flatMap((part) => keyIn(part) ?? [])
}

export const rememberCodes = ({ browser, services }: BrowserCtx, keys: string[], seconds: number) =>
  browser.setCookie('signup', services.tokens.sign('signup', ...keys.slice(-mostKeys)), seconds)
