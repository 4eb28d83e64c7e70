import { invitationsPerDay } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { afterCommit, afterEnd, type Db } from '../kit/db/db.ts'
import { tooMany } from '../kit/errors.ts'

const minute = 60
const day = 24 * 60 * 60

/** Gives back the count of one invitation. */
export type GiveBack = () => Promise<unknown>

/**
 * Counts one invitation mail of the workspace, and refuses it with the time to wait if the day's limit is used up. A day
 * begins with its first mail. Refused and unsent mails don't count, so a payment raises the limit at once.
 */
export async function countInvitation({ tenant, services: { limits } }: Ctx): Promise<GiveBack> {
  const key = `invitations ${tenant.id}`
  const max = tenant.on_trial ? invitationsPerDay.on_trial : invitationsPerDay.paid
  const wait = await limits.take(key, { max, seconds: day })
  if (!wait) return () => limits.giveBack([key])
  const whose = tenant.on_trial ? 'A workspace on trial' : 'A workspace'
  throw tooMany(wait, `${whose} can send ${max} invitations a day. You can send the next one in ${duration(wait)}.`)
}

/** Does slow work for a counted invitation, and gives the count back if the work fails. */
export async function orGiveBack<T>(giveBack: GiveBack, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Gives the count back unless this transaction commits. */
export function countOnCommit(db: Db, giveBack: GiveBack) {
  let isSent = false
  afterCommit(db, () => (isSent = true))
  afterEnd(db, () => {
    if (!isSent) giveBack().catch(() => undefined)
  })
}

/** Seconds in words, rounded up: `24 hours`. */
export function duration(seconds: number) {
  const [count, unit] =
    seconds > 90 * minute
      ? [Math.ceil(seconds / 3600), 'hour']
      : seconds > minute
        ? [Math.ceil(seconds / minute), 'minute']
        : [Math.ceil(seconds), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
