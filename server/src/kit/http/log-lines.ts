import type { FastifyRequest } from 'fastify'
import type { Log } from '../context.ts'

type CallerNames = { tenant_id: number; person_id?: number }

const callers = new WeakMap<FastifyRequest, CallerNames>()

/** Names the caller in the request's later log lines, as far as the pipeline knows them. */
export function nameCaller(request: FastifyRequest, caller: CallerNames) {
  callers.set(request, caller)
}

/** The fields of each log line of a request, in addition to the request's id. Never an address with its parameters: those hold tokens and search words. */
export const namesOf = (request: FastifyRequest): { address: string } & Partial<CallerNames> => ({
  address: request.ip,
  ...callers.get(request),
})

/** The log of a request. */
export const logOf = (request: FastifyRequest) => new NamedLog(request.log, () => namesOf(request))

/** A log that adds names to each line, of which the line's own details win. */
export class NamedLog implements Log {
  readonly #log: Log
  readonly #names: () => object
  constructor(log: Log, names: () => object) {
    this.#log = log
    this.#names = names
  }

  info(details: object, message: string) {
    this.#log.info({ ...this.#names(), ...details }, message)
  }

  warn(details: object, message: string) {
    this.#log.warn({ ...this.#names(), ...details }, message)
  }

  error(details: object, message: string) {
    this.#log.error({ ...this.#names(), ...details }, message)
  }
}

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string }
type ErrorOfDatabase = Error & { code?: unknown; table?: unknown; constraint?: unknown; statusCode?: unknown }

/** The job queue reports copies of errors, which are plain objects. */
const isErrorLike = (error: unknown): error is ErrorOfDatabase =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string')

/** An error without the rows and values that a database adds to it. */
export function loggedError(error: unknown): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack, code, table, constraint, statusCode, cause } = error
  return {
    type: name ?? 'Error',
    message,
    stack: stack ?? '',
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    ...(statusCode !== undefined && { statusCode }),
    ...(cause !== undefined && { cause: loggedError(cause) }),
  }
}
