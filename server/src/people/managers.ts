import type { Ctx } from '../kit/context.ts'
import { invalid } from '../kit/errors.ts'

/** A project manager of this workspace, held so that nobody deletes or demotes them meanwhile; undefined for anyone else. */
export const holdManager = ({ db, tenant }: Ctx, id: number) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()

/** As `holdManager`. Anyone else is a mistake in `field`. */
export async function managerToBe(ctx: Ctx, { id, field }: { id: number; field: string }) {
  const manager = await holdManager(ctx, id)
  if (!manager) throw invalid({ [field]: ['Choose a project manager of this workspace.'] })
  return manager
}
