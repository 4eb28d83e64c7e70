import { invalid } from '../kit/errors.ts'
import type { Ctx } from '../kit/serve.ts'

/** A project manager of this workspace, held so that nobody deletes or demotes them meanwhile. Anyone else is a mistake in `field`. */
export async function managerToBe({ db, tenant }: Ctx, { id, field }: { id: number; field: string }) {
  const manager = await db
    .selectFrom('people')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('role', '=', 'project_manager')
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst()
  if (!manager) throw invalid({ [field]: ['Choose a project manager of this workspace.'] })
  return manager.id
}
