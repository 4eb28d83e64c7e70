import type { Document } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'

type Row = Omit<Document, 'uploaded_by'> & { person_id: number; full_name: string }

/** The documents that fulfil a condition on `d`, in the order in which they were added. */
export async function documentsWhere(
  { db, tenant }: Pick<Ctx, 'db' | 'tenant'>,
  where: RawBuilder<unknown>,
): Promise<Document[]> {
  const { rows } = await sql<Row>`
    select d.id, d.name, c.size, c.type, d.expires_on, d.created_at, d.person_id, e.full_name from documents d
    join file_contents c on c.tenant_id = d.tenant_id and c.tenant_id = ${tenant.id} and c.id = d.content_id
    join people e on e.tenant_id = d.tenant_id and e.tenant_id = ${tenant.id} and e.id = d.person_id
    where d.tenant_id = ${tenant.id} and d.trashed_at is null and ${where} order by d.id`.execute(db)
  return rows.map(({ person_id, full_name, ...document }) => ({ ...document, uploaded_by: { id: person_id, full_name } }))
}

export async function readDocument(ctx: Pick<Ctx, 'db' | 'tenant'>, id: number) {
  const [document] = await documentsWhere(ctx, sql`d.id = ${id}`)
  return document
}
