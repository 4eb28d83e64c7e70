/** An outcome the caller can act on. Anything else that is thrown is a bug, and becomes a 500. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const notSignedIn = () => new Refusal(401, { detail: 'Authentication credentials were not provided.' })
export const tokenNotValid = () => new Refusal(401, { detail: 'The token is invalid or expired.', code: 'token_not_valid' })
export const forbidden = (detail = 'You do not have permission to perform this action.') => new Refusal(403, { detail })
export const unpaid = () =>
  new Refusal(403, {
    detail: 'The trial has ended or a payment is overdue.',
    code: 'payment_required',
    redirect: '/payment-required',
  })
export const blocked = () =>
  new Refusal(403, { detail: 'This workspace has been blocked. Please contact support.', code: 'tenant_blocked' })
/** One answer, byte for byte, for what is not there, not visible and not an id. */
export const notFound = () => new Refusal(404, { detail: 'Not found.' })
export const notJson = () => new Refusal(415, { detail: 'Send JSON, with the content type application/json.' })
export const notASocket = () =>
  new Refusal(426, { detail: 'This address is a socket.' }, { connection: 'Upgrade', upgrade: 'websocket' })
export const noWorkspace = () => new Refusal(404, { detail: 'Workspace not found.', code: 'workspace_not_found' })
/** Refused for asking too much, before any work was done. It has no stack, which would take a tenth of the time of refusing. */
export class Overload extends Refusal {}
export const tooFast = (seconds: number) => asOverload(() => tooMany(seconds))
export const overloaded = () => asOverload(unavailable)
function asOverload(refuse: () => Refusal) {
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  const { status, body, headers } = refuse()
  const overload = new Overload(status, body, headers)
  Error.stackTraceLimit = depth
  return overload
}

export type Problems = Record<string, string[]>
/** A form, judged field by field. */
export class Invalid extends Refusal {
  readonly problems: Problems
  constructor(problems: Problems) {
    super(400, problems)
    this.problems = problems
  }
}
export const invalid = (problems: Problems) => new Invalid(problems)

/** Collects what all of these rules find wrong with a form's fields. Refusals that name no field wait until the fields are right. */
export async function problemsIn(...rules: (Problems | Promise<unknown> | false | undefined)[]): Promise<Problems> {
  const problems: Problems = {}
  for (const end of await Promise.allSettled(rules.map(async (rule) => (rule instanceof Promise ? void (await rule) : rule)))) {
    if (end.status === 'fulfilled') Object.assign(problems, end.value || {})
    else if (end.reason instanceof Invalid) Object.assign(problems, end.reason.problems)
    else if (!(end.reason instanceof Refusal && end.reason.status === 400)) throw end.reason
  }
  return problems
}
/** A rule of the domain says no. */
export const refused = (detail: string, extra: Record<string, unknown> = {}) => new Refusal(400, { detail, ...extra })
export const tooMany = (seconds: number, detail = 'Too many requests. Please wait before trying again.') =>
  new Refusal(429, { detail }, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
export const unavailable = (detail = 'The service is busy. Please try again in a moment.') =>
  new Refusal(503, { detail }, { 'retry-after': '2' })
