// Remembers how a change was answered, so that a browser that got no answer can repeat its request without changing anything twice.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import { Assembled } from '../db/assembled.ts'
import { duplicateIn, withCommit } from '../db/db.ts'
import { Refusal } from '../errors.ts'
import { Unread } from './input.ts'

/** The key of a change that may be repeated: `Idempotency-Key`. Undefined if there is none, or a malformed one. */
export function changeIdOf({ headers }: FastifyRequest) {
  const id = headers['idempotency-key']
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined
}

const requestHash = ({ method, url, body }: FastifyRequest) =>
  hash('sha256', JSON.stringify([method, url, body instanceof Unread ? body.text : '']), 'base64url')

/** Stores the answer with the transaction's commit, which fails if there is one already. */
export function rememberAnswer({ db, me, change_id }: Ctx, request: FastifyRequest, json: string) {
  withCommit(db, (tenant_id) => ({
    text: 'insert into answers (tenant_id, person_id, key, request, answer) values ($1, $2, $3, $4, $5)',
    values: [tenant_id, me.id, change_id, requestHash(request), json],
  }))
}

/** Whether a request may have failed because it was a repetition: its answer exists, or what it did keeps it from being done again. */
export const mayBeRepetition = (error: unknown) =>
  duplicateIn(error) === 'answers_pkey' || (error instanceof Refusal && error.status < 500)

/** The answer to the first request with this key, if there was one. */
export async function recallAnswer({ db, me, change_id }: Ctx, request: FastifyRequest) {
  const stored = await db
    .selectFrom('answers')
    .select(['request', 'answer'])
    .where('person_id', '=', me.id)
    .where('key', '=', change_id ?? '')
    .executeTakeFirst()
  if (stored && stored.request !== requestHash(request))
    throw new Refusal(422, { detail: 'This Idempotency-Key belongs to another request.' })
  return stored && new Assembled(stored.answer as unknown as string)
}
