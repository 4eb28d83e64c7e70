import type { WorkFile } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'

export type AttachedFile = Omit<WorkFile, 'preview' | 'uploaded_by' | 'comment'> & {
  task_id: number | null
  message_id: number | null
  comment_id: number | null
  width: number | null
  height: number | null
  person_id: number
  full_name: string
}

/** The condition on `f` that neither the file nor its comment is deleted. */
export const isThere = (tenant_id: number) => sql<boolean>`f.trashed_at is null and (f.comment_id is null
  or exists (select from comments k where k.tenant_id = ${tenant_id} and k.id = f.comment_id))`

/** The files that fulfil a condition on `f`, in the order in which they were attached. */
export async function filesWhere({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, where: RawBuilder<unknown>) {
  const { rows } = await sql<AttachedFile>`
    select f.id, f.task_id, f.comment_id, f.message_id, f.name, c.size, c.type, c.width, c.height, f.person_id, e.full_name, f.created_at
    from files f
    join file_contents c on c.tenant_id = f.tenant_id and c.tenant_id = ${tenant.id} and c.id = f.content_id
    join people e on e.tenant_id = f.tenant_id and e.tenant_id = ${tenant.id} and e.id = f.person_id
    where f.tenant_id = ${tenant.id} and ${isThere(tenant.id)} and ${where} order by f.id`.execute(db)
  return rows
}

export const fileOf = ({
  id,
  name,
  size,
  type,
  width,
  height,
  person_id,
  full_name,
  comment_id,
  created_at,
}: AttachedFile): WorkFile => ({
  id,
  name,
  size,
  type,
  preview: width === null || height === null ? null : { width, height },
  uploaded_by: { id: person_id, full_name },
  comment: comment_id,
  created_at,
})

export async function readFile(ctx: Ctx, id: number) {
  const [row] = await filesWhere(ctx, sql`f.id = ${id}`)
  return row && fileOf(row)
}
