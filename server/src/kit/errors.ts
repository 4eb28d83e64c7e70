/** An expected outcome that the caller can act on. Any other error is a bug and becomes a 500. */
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
export const notInDemo = () => forbidden('This is not possible in the demonstration.')
export const unpaid = () =>
  new Refusal(403, {
    detail: 'The trial has ended or a payment is overdue.',
    code: 'payment_required',
    redirect: '/payment-required',
  })
export const secondFactorMissing = () =>
  new Refusal(403, {
    detail: 'Set up a second factor first.',
    code: 'second_factor_missing',
    redirect: '/second-factor',
  })
export const blocked = () =>
  new Refusal(403, { detail: 'This workspace has been blocked. Please contact support.', code: 'tenant_blocked' })
/** The same response, byte for byte, for what does not exist, is not visible or is no valid id. */
export const notFound = () => new Refusal(404, { detail: 'Not found.' })
export const notJson = () => new Refusal(415, { detail: 'Send JSON, with the content type application/json.' })
export const notAnImage = () => new Refusal(415, { detail: 'Send a picture, with a content type such as image/png.' })
export const notASocket = () =>
  new Refusal(426, { detail: 'This address is a socket.' }, { connection: 'Upgrade', upgrade: 'websocket' })
export const noWorkspace = () => new Refusal(404, { detail: 'Workspace not found.', code: 'workspace_not_found' })
/** A refusal for too many requests, before any work is done. It has no stack trace, which would take a tenth of the time of refusing. */
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
/** A refusal of a form, with messages by field. */
export class Invalid extends Refusal {
  readonly problems: Problems
  constructor(problems: Problems) {
    super(400, problems)
    this.problems = problems
  }
}
export const invalid = (problems: Problems) => new Invalid(problems)

/** Refuses a form that has problems. */
export function mustHaveNone(problems: Problems) {
  if (Object.keys(problems).length) throw invalid(problems)
}

/** Turns a 404 for an id in a body into a problem of its field. */
export const asInvalidField = (field: string, message: string) => (error: unknown) => {
  throw error instanceof Refusal && error.status === 404 ? invalid({ [field]: [message] }) : error
}

/** Runs all rules and collects their problems by field. Refusals that name no field are ignored until the fields are valid. */
export async function problemsIn(...rules: (Problems | Promise<unknown> | false | undefined)[]): Promise<Problems> {
  const problems: Problems = {}
  for (const outcome of await Promise.allSettled(
    rules.map(async (rule) => (rule instanceof Promise ? void (await rule) : rule)),
  )) {
    if (outcome.status === 'fulfilled') Object.assign(problems, outcome.value || {})
    else if (outcome.reason instanceof Invalid) Object.assign(problems, outcome.reason.problems)
    else if (!(outcome.reason instanceof Refusal && outcome.reason.status === 400)) throw outcome.reason
  }
  return problems
}
/** A refusal by a rule of the domain. */
export const refused = (detail: string, extra: Record<string, unknown> = {}) => new Refusal(400, { detail, ...extra })
export const tooMany = (seconds: number, detail = 'Too many requests. Please wait before trying again.') =>
  new Refusal(429, { detail }, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) })
export const unavailable = (detail = 'The service is busy. Please try again in a moment.') =>
  new Refusal(503, { detail }, { 'retry-after': '2' })

/** No room or no right to write on a disk: the system's codes. */
const fullDisk = /^(ENOSPC|EDQUOT|EROFS)$/
/** The words of S3 and of the stores that speak its language. */
const fullStore = /insufficient ?storage|quota ?exceeded|storage ?full/i

type StoreError = Error & { code?: unknown; Code?: unknown; $metadata?: { httpStatusCode?: number } }

/** Whether the disk or the bucket that keeps the files is full. */
export function isFull(error: unknown) {
  if (!(error instanceof Error)) return false
  const { name, code, Code, $metadata } = error as StoreError
  return (
    fullDisk.test(String(code)) ||
    [name, code, Code].some((word) => fullStore.test(String(word))) ||
    $metadata?.httpStatusCode === 507
  )
}

/** Whether the bucket asks to come back later. */
export const isBusy = (error: unknown) => error instanceof Error && Number((error as StoreError).$metadata?.httpStatusCode) >= 500
