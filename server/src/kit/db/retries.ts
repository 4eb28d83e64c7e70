// Transactions that lost to others are tried again.
import { unavailable } from '../errors.ts'
import { codeOf, duplicateIn } from './db.ts'

/**
 * Whether the transaction lost a conflict with another one and may be retried. That includes a failed foreign key: handlers look at the
 * referenced row first, so it was deleted meanwhile. It includes a duplicate primary key: `next_id()` gave two transactions the same id.
 */
export const isRetryable = (error: unknown) => isConflict(error) || codeOf(error) === '23503' || hasSameId(error)

/** Whether PostgreSQL has ended the transaction for the sake of another one: a failed serialisation or a deadlock. */
const isConflict = (error: unknown) => /^40(001|P01)$/.test(codeOf(error))

const hasSameId = (error: unknown) => duplicateIn(error)?.endsWith('_pkey') === true

/** The remembered tenant id belongs to a workspace that has been deleted. */
export class WorkspaceGone extends Error {}

const maxAttempts = 5

/**
 * Retries work that lost a conflict between transactions, or whose workspace is gone; in that case the tenant is looked up first. Throws
 * `unavailable` if it has lost again and again.
 */
export async function withRetries<T>(work: () => Promise<T>, lookUpTenant: () => Promise<void> = async () => undefined) {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts && isConflict(error)) throw unavailable()
      if (attempt === maxAttempts || !(error instanceof WorkspaceGone || isRetryable(error))) throw error
      if (error instanceof WorkspaceGone) await lookUpTenant()
    }
}
