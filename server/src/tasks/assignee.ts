import { invalid } from '../kit/errors.ts'
import type { Ctx } from '../kit/serve.ts'
import { mustBeMember } from '../projects/members.ts'

type Sent = { assigned_to?: number | null | undefined; assigned_to_id?: number | null | undefined }

/** Who is to be the assignee: undefined where nothing was said, null for nobody, else a member of the project. */
export async function assigneeOf(ctx: Ctx, project_id: number, { assigned_to, assigned_to_id }: Sent) {
  if (assigned_to !== undefined && assigned_to_id !== undefined && assigned_to !== assigned_to_id)
    throw invalid({ assigned_to_id: ['assigned_to and assigned_to_id must agree.'] })
  const person_id = assigned_to_id !== undefined ? assigned_to_id : assigned_to
  if (person_id)
    await mustBeMember(ctx, { project_id, person_id, field: assigned_to_id !== undefined ? 'assigned_to_id' : 'assigned_to' })
  return person_id
}
