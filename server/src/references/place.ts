import type { Viewer } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { findProject } from '../projects/rules.ts'
import { participates } from '../reads/visible.ts'

/** The place in which a text is written: a project, the room of one, or the room of the caller and another person. */
export type TextPlace = { project_id: number; isRoom: boolean } | { project_id: null; other_id: number }

/** Finds the place if this person sees it, or throws `notFound`. */
export async function placeOf(
  ctx: Viewer,
  { project, room }: { project?: number | undefined; room?: number | undefined },
): Promise<TextPlace> {
  if (project !== undefined) return { project_id: (await findProject(ctx, project)).id, isRoom: false }
  const { db, tenant, me } = ctx
  const { rows } = await sql<{ project_id: number | null; other_id: number }>`
    select r.project_id, case r.first_person_id when ${me.id} then r.second_person_id else r.first_person_id end as other_id
    from chat_rooms r where r.tenant_id = ${tenant.id} and r.id = ${room ?? 0} and ${participates(ctx)}`.execute(db)
  if (!rows[0]) throw notFound()
  const { project_id, other_id } = rows[0]
  return project_id === null ? { project_id, other_id } : { project_id, isRoom: true }
}
