import type { Document } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'

type Row = Omit<Document, 'uploaded_by'> & { person_id: number; full_name: string; leave_id: number | null }
type Reader = Pick<Ctx, 'db' | 'tenant'>

/** The documents that fulfil a condition on `d`, in the order in which they were added. */
export async function documentsWhere(reader: Reader, where: RawBuilder<unknown>): Promise<Document[]> {
  return (await rowsWhere(reader, where)).map(documentOf)
}

/** The documents of requests for leave, by request. */
export async function documentsOfRequests(reader: Reader, ids: readonly number[]): Promise<Map<number, Document[]>> {
  const rows = ids.length ? await rowsWhere(reader, sql`d.leave_id = any(${ids})`) : []
  return new Map(
    [...Map.groupBy(rows, ({ leave_id }) => leave_id ?? 0)].map(([id, ofRequest]) => [id, ofRequest.map(documentOf)]),
  )
}

async function rowsWhere({ db, tenant }: Reader, where: RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select d.id, d.name, c.size, c.type, d.expires_on, d.created_at, d.person_id, d.leave_id, e.full_name from documents d
    join file_contents c on c.tenant_id = d.tenant_id and c.tenant_id = ${tenant.id} and c.id = d.content_id
    join people e on e.tenant_id = d.tenant_id and e.tenant_id = ${tenant.id} and e.id = d.person_id
    where d.tenant_id = ${tenant.id} and d.trashed_at is null and ${where} order by d.id`.execute(db)
  return rows
}

const documentOf = ({ person_id, full_name, leave_id: _, ...document }: Row): Document => ({
  ...document,
  uploaded_by: { id: person_id, full_name },
})

export async function readDocument(reader: Reader, id: number) {
  const [document] = await documentsWhere(reader, sql`d.id = ${id}`)
  return document
}
