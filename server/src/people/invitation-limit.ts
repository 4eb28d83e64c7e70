import { invitationsPerDay } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { tooMany } from '../kit/errors.ts'

const minute = 60
const day = 24 * 60 * 60

/** Gives back the count of the invitations. It never rejects. */
export type GiveBack = () => Promise<unknown>

/**
 * Counts invitation mails of the workspace, and refuses them with the time to wait if they exceed the day's limit. A day
 * begins with its first mail. Refused and unsent mails don't count, so a payment raises the limit at once.
 */
export async function countInvitations({ tenant, services: { limits } }: Ctx, amount = 1): Promise<GiveBack> {
  const key = `invitations ${tenant.id}`
  const { whose, max } = allowanceOf(tenant)
  const wait = await limits.take(key, { max, seconds: day, amount })
  if (!wait) return () => limits.giveBack([{ key, amount }]).catch(() => undefined)
  const next = amount === 1 ? 'the next one' : `another ${amount}`
  throw tooMany(wait, `${whose} can send ${max} invitations a day. You can send ${next} in ${duration(wait)}.`)
}

/** The reason why so many invitations can never go out on one day, if that is so. */
export function tooManyInvitations({ tenant }: Ctx, amount: number) {
  const { whose, max } = allowanceOf(tenant)
  return amount > max ? `${whose} can send ${max} invitations a day, and this list has ${amount} people.` : undefined
}

const allowanceOf = ({ on_trial }: Ctx['tenant']) => ({
  whose: on_trial ? 'A workspace on trial' : 'A workspace',
  max: on_trial ? invitationsPerDay.on_trial : invitationsPerDay.paid,
})

/** Does slow work for a counted invitation, and gives the count back if the work fails. */
export async function orGiveBack<T>(giveBack: GiveBack, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    await giveBack()
    throw error
  }
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
