import type { Ctx } from '../kit/context.ts'
import { invalid } from '../kit/errors.ts'

/** Locks a project manager, so that nobody deletes or demotes them concurrently. Returns undefined for anyone else. */
export const lockManager = ({ db }: Ctx, id: number) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name'])
    .where('id', '=', id)
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

/** Locks the project manager whose id was sent in `field`, and refuses anyone else. */
export async function mustBeManager(ctx: Ctx, { id, field }: { id: number; field: string }) {
  const manager = await lockManager(ctx, id)
  if (!manager) throw invalid({ [field]: ['Choose a project manager of this workspace.'] })
  return manager
}
