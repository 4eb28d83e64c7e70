import type { Ctx } from '../kit/context.ts'
import { invalid } from '../kit/errors.ts'

const managerWith = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name'])
    .where('id', '=', id)
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)

/** Locks a project manager, so that nobody deletes or demotes them concurrently. Returns undefined for anyone else. */
export const lockManager = (ctx: Ctx, id: number) => managerWith(ctx, id).forShare().executeTakeFirst()

/** The name of a person; null for nobody. */
export async function nameOf({ db }: Pick<Ctx, 'db'>, id: number | null) {
  if (id === null) return null
  const person = await db.selectFrom('people').select('full_name').where('id', '=', id).executeTakeFirst()
  return person?.full_name ?? null
}

type Sent = { id: number; field: string }

/** Locks the project manager whose id was sent in `field`, and refuses anyone else. */
export const mustBeManager = async (ctx: Ctx, { id, field }: Sent) => found(await lockManager(ctx, id), field)

/** Refuses anyone else in the same way, where nothing can be locked yet. */
export const mustLookLikeManager = async (ctx: Ctx, { id, field }: Sent) =>
  found(await managerWith(ctx, id).executeTakeFirst(), field)

function found<Manager>(manager: Manager | undefined, field: string) {
  if (!manager) throw invalid({ [field]: ['Choose a project manager of this workspace.'] })
  return manager
}
